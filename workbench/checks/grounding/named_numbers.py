"""Compare numbers inside names: "Section 3", "SF-182", "version 3.2"."""

import re
from collections.abc import Iterator, Sequence

from workbench.checks.grounding.claim_keys import Key, is_label
from workbench.checks.grounding.evidence_index import Window
from workbench.checks.messages import localized_text
from workbench.domain.local_text import Language
from workbench.nlp.quantities import quantities
from workbench.nlp.terms import stem_key

_NUMBER = re.compile(r"\d(?:[\w.]*\w)?")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[\s\u00a0]?[-/\u2013№#]?[\s\u00a0]?\Z")
_NEAR = 0.1
"""Share of a claim's words by which a statement may have less than the best one and be meant."""
_SURE = 0.6
"""Least such share of a statement whose number contradicts another one in its place."""
_Named = tuple[str, str, str]
"""The stem of the word before a number, the number, and both as written."""


def other_numbers(
    claim: str, keys: Sequence[Key], windows: Sequence[Window], language: Language
) -> Iterator[str]:
    """Yield where the statement that a claim restates has another number behind the same word.

    "Complete form SF-30" is contradicted by "Complete form SF-182", but not by "Complete forms
    SF-30 and SF-182".

    Args:
        claim: the claim.
        keys: its words.
        windows: the statements with most of them.
        language: of the reasons.
    """
    labels = [one.start for one in quantities(claim) if is_label(one, claim)]
    named = [one for at, one in _named_numbers(claim) if at in labels]
    meant = _meant(keys, windows) if named else []
    stated = [one for window in meant for _, one in _named_numbers(window.text)]
    for word, number, written in named:
        if any(number in _numbers(window.said) for window in meant):
            continue
        others = (said for other, _, said in stated if other == word)
        if other := next(others, ""):
            yield localized_text("number_other", language, what=written, other=other)


def _meant(keys: Sequence[Key], windows: Sequence[Window]) -> list[Window]:
    """Return the statements with nearly the most of a claim's words, its numbers left out."""
    words = [key for key in keys if not _NUMBER.fullmatch(key.text)]
    total = sum(key.weight for key in words)
    shares = [
        sum(key.weight for key in words if window.parted and key.is_in(window.parted.words))
        for window in windows
    ]
    least = max(max(shares, default=0.0) - _NEAR * total, _SURE * total)
    return [one for share, one in zip(shares, windows, strict=True) if total and share >= least]


def _named_numbers(text: str) -> Iterator[tuple[int, _Named]]:
    """Yield each number behind a word, with its offset."""
    for found in _NUMBER.finditer(text):
        if before := _WORD_BEFORE.search(text, 0, found.start()):
            number = found.group().casefold()
            written = text[before.start() : found.end()]
            yield found.start(), (stem_key(before[1].casefold()), number, written)


def _numbers(text: str) -> frozenset[str]:
    return frozenset(one.casefold() for one in _NUMBER.findall(text))
