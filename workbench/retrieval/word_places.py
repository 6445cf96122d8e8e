"""Find the words of a question in a passage, each with its places."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from workbench.nlp.morphology import is_cyrillic
from workbench.retrieval.analysis import TermForms
from workbench.retrieval.passages import PassageWords

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

    def places(self, passage: PassageWords) -> Places:
        """Return where the words with the lemma or the stem of an asked one are."""
        found: Places = defaultdict(list)
        context, body = passage.context, passage.body
        _add_places(found, context.lemmas, body.lemmas, self._by_lemma)
        if self._by_stem:
            _add_places(found, context.stems, body.stems, self._by_stem)
        return found


def spelling_places(passage: PassageWords, spelling: str) -> list[int]:
    """Return the places of a folded spelling in a passage."""
    found: Places = {0: []}
    _add_places(found, passage.context.folded, passage.body.folded, {spelling: (0,)})
    return found[0]


def _numbers(forms: Iterable[tuple[str, int]]) -> Mapping[str, tuple[int, ...]]:
    numbers: dict[str, tuple[int, ...]] = {}
    for form, number in forms:
        numbers[form] = (*numbers.get(form, ()), number)
    return numbers


def _add_places(
    found: Places, context: str, body: str, wanted: Mapping[str, tuple[int, ...]]
) -> None:
    """Add the places of the wanted forms; each string of forms begins and ends with a space."""
    in_context = [(IN_CONTEXT, form) for form in context[1:-1].split(" ") if form in wanted]
    in_body = [(place, form) for place, form in enumerate(body[1:-1].split(" ")) if form in wanted]
    for place, form in (*in_context, *in_body):
        for number in wanted[form]:
            found[number].append(place)
