"""Find which end of opening hours a question asks for, and that time in a text."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from workbench.nlp.amounts import Amount
from workbench.nlp.asked_relation import read_relation
from workbench.nlp.grammar import in_word_list
from workbench.nlp.phrases import has_phrase
from workbench.nlp.relation_lexicon import relation_names
from workbench.nlp.times_of_day import times_of_day
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

HoursBound: TypeAlias = Literal["start", "end"]
BOUNDS: tuple[HoursBound, ...] = ("start", "end")
_DASHES = ("-", "\u2013", "\u2014")


def asked_bound(question: str) -> HoursBound | None:
    """Return "end" for "When does it close?" and «До скольки работает касса?»."""
    listed = [bound for bound in BOUNDS if has_phrase(question, _listed("clock_bounds")[bound])]
    relation = read_relation(question).word or question
    found = [*listed, *(bound for bound in BOUNDS if _names_bound(relation, bound))]
    return found[0] if found else None


def time_at(bound: HoursBound, text: str) -> Amount | None:
    """Return the only time of the day at which a text says that something begins or ends.

    That is the first or the second of "from 9:00 to 21:30", and of "opens at 12:00 and closes at
    18:30".
    """
    found = times_of_day(text)
    if len(found) == len(BOUNDS) and _is_range(text, *found):
        return found[BOUNDS.index(bound)]
    if len(found) != 1:
        return None
    before = text[: found[0].start]
    bound_before = _bound_before(before)
    return (
        found[0]
        if bound_before == bound or (bound_before is None and _names_bound(text, bound))
        else None
    )


def _is_range(text: str, first: Amount, second: Amount) -> bool:
    """Whether two times are the ends of one period."""
    between = text[first.end : second.start]
    return (
        between.strip() in _DASHES
        or _bound_before(between) == "end"
        or _names_bound(between, "end")
    )


def _bound_before(text: str) -> HoursBound | None:
    """Return which end of a period the word before a time announces: "until", «до»."""
    last = next(iter(reversed(tokens(text))), None)
    if last is None or text[last.end :].strip():
        return None
    if any(in_word_list(last.text, name) for name in ("ending_limits", "day_range_joints")):
        return "end"
    return "start" if in_word_list(last.text, "starting_limits") else None


def _names_bound(text: str, bound: HoursBound) -> bool:
    """Return True if a text has a word for this end and none for the other."""
    names = relation_names(text)
    other = BOUNDS[1 - BOUNDS.index(bound)]
    own, others = (set(_listed("bound_relations")[one]) for one in (bound, other))
    return not names.isdisjoint(own) and names.isdisjoint(others)


@cache
def _listed(name: str) -> Mapping[str, tuple[str, ...]]:
    """Return the phrases of a list by their bound."""
    entries = [entry.partition(": ") for entry in word_list(name)]
    return {
        bound: tuple(
            phrase.strip()
            for one, _, phrases in entries
            if one == bound
            for phrase in phrases.split("|")
        )
        for bound in BOUNDS
    }
