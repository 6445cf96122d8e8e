"""Find the words of a question in a passage, with the positions of each."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from workbench.nlp.morphology import is_cyrillic
from workbench.retrieval.analysis import TermForms
from workbench.retrieval.passages import PassageWords, word_bit

IN_CONTEXT = -1
"""The position of a word in the title or the headings of a passage."""

Positions: TypeAlias = dict[int, list[int]]
"""By the number of a word: the index in the body of each occurrence, or ``IN_CONTEXT``."""


class _Form(NamedTuple):
    """A form that is looked for, and the numbers of the words that have it."""

    text: str
    """With a space on either side."""
    bit: int
    numbers: Sequence[int]


class TermFinder:
    """The words of one question, to be found in any number of passages."""

    def __init__(self, asked: Sequence[TermForms]) -> None:
        """Number the words in their order."""
        self._lemmas = _forms((word.lemma, number) for number, word in enumerate(asked))
        # In other scripts the lemma is the stem: the stems would give the same positions again.
        self._stems = _forms(
            (word.stem, number) for number, word in enumerate(asked) if is_cyrillic(word.lemma)
        )

    def positions(self, passage: PassageWords) -> Positions:
        """Return where the words with the lemma or the stem of an asked one are.

        The words are in the order in which the passage has them.
        """
        found: Positions = {}
        context, body = passage.context, passage.body
        bits = passage.lemma_bits
        if present := [one for one in self._lemmas if bits & one.bit]:
            _add_positions(found, context.lemmas, body.lemmas, present)
        if self._stems:
            bits = passage.stem_bits
            present = [one for one in self._stems if bits & one.bit]
            _add_positions(found, context.stems, body.stems, present)
        return found


def spelling_positions(passage: PassageWords, spelling: str) -> list[int]:
    """Return the positions of a folded spelling in a passage."""
    form = f" {spelling} "
    context, body = passage.context.folded, passage.body.folded
    in_context = [IN_CONTEXT for _ in _offsets(context, form, context.find(form))]
    return in_context + _numbers(body, _offsets(body, form, body.find(form)))


def _forms(given: Iterable[tuple[str, int]]) -> list[_Form]:
    numbers: dict[str, list[int]] = defaultdict(list)
    for form, number in given:
        numbers[form].append(number)
    return [_Form(f" {form} ", word_bit(form), of_form) for form, of_form in numbers.items()]


def _add_positions(found: Positions, context: str, body: str, wanted: Sequence[_Form]) -> None:
    """Add the positions of the wanted forms; each string of forms begins and ends with a space."""
    for at, form in _first_positions(context, wanted):
        positions = [IN_CONTEXT] * len(_offsets(context, form.text, at))
        for number in form.numbers:
            found.setdefault(number, []).extend(positions)
    for at, form in _first_positions(body, wanted):
        positions = _numbers(body, _offsets(body, form.text, at))
        for number in form.numbers:
            found.setdefault(number, []).extend(positions)


def _first_positions(text: str, wanted: Sequence[_Form]) -> list[tuple[int, _Form]]:
    return sorted([(at, form) for form in wanted if (at := text.find(form.text)) >= 0])


def _numbers(text: str, offsets: Iterable[int]) -> list[int]:
    """Return the index among the forms of a text of each offset."""
    return [text.count(" ", 0, one) for one in offsets]


def _offsets(text: str, form: str, at: int) -> list[int]:
    """Return the offset ``at`` of a form and those of its later occurrences."""
    offsets = []
    while at >= 0:
        offsets.append(at)
        at = text.find(form, at + len(form) - 1)  # the next one may begin with this one's space
    return offsets
