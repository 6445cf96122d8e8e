"""Find the words of a question in passages, each with its places."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from workbench.nlp.morphology import is_cyrillic
from workbench.retrieval.analysis import TermForms
from workbench.retrieval.passages import Codes, PassageWords

IN_CONTEXT = -1
"""The place of a word in the title or the headings of a passage."""

Places: TypeAlias = dict[int, list[int]]
"""By the number of a word: the index in the body of each occurrence, or ``IN_CONTEXT``."""


class WordFinder:
    """The words of one question, to be found in any number of passages."""

    def __init__(self, asked: Sequence[TermForms]) -> None:
        """Number the words in their order."""
        self._by_lemma = _numbers((word.lemma, number) for number, word in enumerate(asked))
        # In other scripts the lemma is the stem: the stems would give the same places again.
        self._by_stem = _numbers(
            (word.stem, number) for number, word in enumerate(asked) if is_cyrillic(word.lemma)
        )

    def places(self, passages: Sequence[PassageWords]) -> list[Places]:
        """Return for each passage where the words with the lemma or the stem of an asked one are.

        The words are in the order in which a passage has them.
        """
        found: list[Places] = [{} for _ in passages]
        _add_places(found, [one.lemma_codes for one in passages], self._by_lemma)
        if self._by_stem:
            _add_places(found, [one.stem_codes for one in passages], self._by_stem)
        return found


def spelling_places(passage: PassageWords, spelling: str) -> list[int]:
    """Return the places of a folded spelling in a passage."""
    context, body = passage.context.folded[1:-1], passage.body.folded[1:-1]
    places = [IN_CONTEXT for word in context.split(" ") if word == spelling]
    return places + [place for place, word in enumerate(body.split(" ")) if word == spelling]


def _numbers(forms: Iterable[tuple[str, int]]) -> Mapping[int, tuple[int, ...]]:
    """Return the numbers of the words by the hash of each form."""
    numbers: dict[int, tuple[int, ...]] = {}
    for form, number in forms:
        numbers[hash(form)] = (*numbers.get(hash(form), ()), number)
    return numbers


def _add_places(
    found: Sequence[Places], codes: Sequence[Codes], wanted: Mapping[int, tuple[int, ...]]
) -> None:
    """Add the places of the wanted forms, compared by their hashes in all passages at once."""
    if not codes or not wanted:
        return
    every = np.concatenate([one.hashes for one in codes])
    hits = np.isin(every, list(wanted)).nonzero()[0]
    ends = np.cumsum([len(one.hashes) for one in codes])
    owners = ends.searchsorted(hits, side="right")
    bodies = ends - [one.body_size for one in codes]
    places = np.maximum(hits - bodies[owners], IN_CONTEXT)
    for owner, place, code in zip(
        owners.tolist(), places.tolist(), every[hits].tolist(), strict=True
    ):
        for number in wanted[code]:
            found[owner].setdefault(number, []).append(place)
