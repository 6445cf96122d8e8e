"""Join names in a row to one mention: «A, B и C», "both A and B"."""

from collections.abc import Iterable, Sequence

from workbench.nlp.grammar import word_set
from workbench.nlp.query_words import Word, plain
from workbench.planner.composer.meanings import Mention, Named, Option

_PAIR_REACH = 2
"""Words before the first of several names within which «и» may stand: «и в Перу, и в Чили»."""
_BOTH_FIT = 0.9
_SHORT_LIST = 3
"""Meanings of a row of names that are kept."""


def in_rows(mentions: Iterable[Mention], words: Sequence[Word]) -> list[Mention]:
    """Join names in a row, «A, B и C», to one mention of several nodes of a type."""
    rows: list[Mention] = []
    for one in mentions:
        joined = _joined(rows[-1], one, words) if rows else None
        if joined is not None:
            rows[-1] = joined
        else:
            rows.append(one)
    return rows


def paired_conjunction(
    row: Mention, words: Sequence[Word], mentions: Iterable[Mention]
) -> Mention | None:
    """Return the first «и» of «и в A, и в B» as a word for "both"."""
    is_row = any(isinstance(one.meaning, Named) and len(one.meaning.ids) > 1 for one in row.options)
    taken = {at for one in mentions for at in range(one.start, one.end)}
    for at in range(max(1, row.start - _PAIR_REACH), row.start) if is_row else ():
        if at not in taken and plain(words[at].text) in word_set("paired_conjunctions"):
            return Mention(at, at + 1, (Option("both", _BOTH_FIT),))
    return None


def _joined(row: Mention, one: Mention, words: Sequence[Word]) -> Mention | None:
    found = {
        o.meaning.type: o.meaning for o in reversed(one.options) if isinstance(o.meaning, Named)
    }
    between = {plain(word.text) for word in words[row.end : one.start]}
    # A comma or another sign keeps the next word away from the end of the one before.
    is_apart = words[row.end].start > words[row.end - 1].end + 1
    is_listed = bool(between & word_set("joining_words")) or is_apart
    if not found or not between <= word_set("listing_words") or not is_listed:
        return None
    merged = [
        Option(Named(o.meaning.type, (*o.meaning.ids, *found[o.meaning.type].ids)), o.fit)
        for o in row.options
        if isinstance(o.meaning, Named) and o.meaning.type in found
    ]
    return Mention(row.start, one.end, tuple(merged[:_SHORT_LIST])) if merged else None
