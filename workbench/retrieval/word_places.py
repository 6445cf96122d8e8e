"""Find the words of a question in many passages at once.

The forms of all passages are one text, so that a word costs one search of it instead of one per
passage.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from workbench.retrieval.passages import PassageWords

IN_CONTEXT = -1
"""The place of a word in the title or the headings of a passage."""


class FormColumn:
    """One kind of form of many passages, in the order of the passages."""

    def __init__(self, parts: Sequence[tuple[str, str]]) -> None:
        """Join the forms of each passage, given as those of its context and of its body."""
        self._text = "".join(context + body for context, body in parts)
        ends = accumulate((len(context) + len(body) for context, body in parts), initial=0)
        self._starts = list(ends)[:-1]
        self._bodies = [
            start + len(context) for start, (context, _) in zip(self._starts, parts, strict=True)
        ]

    def places(self, form: str) -> Iterator[tuple[int, int]]:
        """Yield the number of a passage and the index in its body of each word with a form.

        The index is ``IN_CONTEXT`` for a word of title and headings.
        """
        text, needle = self._text, f" {form} "
        at = text.find(needle)
        while at >= 0:
            number = bisect_right(self._starts, at) - 1
            body = self._bodies[number]
            # Each word of the body before this one has one space before it.
            yield number, text.count(" ", body, at) if at >= body else IN_CONTEXT
            at = text.find(needle, at + 1)


class WordColumns:
    """The forms of many passages by kind, and their folded spellings once."""

    def __init__(self, passages: Sequence[PassageWords]) -> None:
        self.lemmas = FormColumn([(one.context.lemmas, one.body.lemmas) for one in passages])
        self.stems = FormColumn([(one.context.stems, one.body.stems) for one in passages])
        self.folded = FormColumn([(one.context.folded, one.body.folded) for one in passages])
        self.spellings = list(set().union(*(one.spellings for one in passages)))
