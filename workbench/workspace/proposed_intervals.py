"""Propose a duration for a type with a beginning and an end: "launched" and "ended"."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from workbench.domain.local_text import LANGUAGES, Language
from workbench.nlp.date_events import events_of
from workbench.nlp.grammar import readings, word_set
from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.nlp.operators import dimensions_of
from workbench.nlp.query_words import divided, keys_of_list, query_words, word_keys
from workbench.nlp.word_lists import word_list
from workbench.workspace.intervals import interval, is_moment
from workbench.workspace.label_proposals import identifier_words, propose_labels

INTERVAL = "duration"
"""Name of the property that is proposed."""
_TIMES = frozenset({"time", "birth", "beginning"})
"""Dimensions of the names of days and years."""


def propose_interval(rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return a duration, by its name, if the rows of one type have one beginning and one end.

    Args:
        rows: the properties of each node or edge of the type.
    """
    held = list(dict.fromkeys(name for row in rows for name in row))
    names = [name for name in held if _are_moments(name, [row.get(name) for row in rows])]
    starts = [name for name in names if _has_word(name, "interval_starts")]
    ends = [name for name in names if _has_word(name, "interval_ends")]
    if len(starts) != 1 or len(ends) != 1 or starts == ends or INTERVAL in held:
        return {}
    start, end = starts[0], ends[0]
    known = [row for row in rows if row.get(start) is not None and row.get(end) is not None]
    spans = [interval(row[start], row[end]) for row in known]
    if not spans or None in spans:
        return {}
    unit = "year" if isinstance(known[0][start], int) else "day"
    is_life = any("born" in events_of(word) for word in query_words(divided(start)))
    lived = word_list("lifespan_words") if is_life else ()
    entry: dict[str, Any] = {
        "label": {language: _label(unit, language) for language in LANGUAGES},
        "words": [*word_list("duration_words"), *lived, *_shared_words(start, end)],
        "unit": unit,
        "kind": "number",
        "measure": "duration",
        "between": [start, end],
    }
    return {INTERVAL: entry}


def _label(unit: str, language: Language) -> str:
    entries = (entry.partition(": ") for entry in word_list("duration_labels", language))
    return next(label for name, _, label in entries if name == unit)


def _are_moments(name: str, values: Sequence[Any]) -> bool:
    """Whether all values are days or, where the name is of a time, whole numbers as years."""
    own = [value for value in values if value is not None]
    is_plain = any(isinstance(value, int) for value in own)
    return all(map(is_moment, own)) and (not is_plain or _is_time_name(name))


def _is_time_name(name: str) -> bool:
    """Whether a name is of a time: "construction start"; no "start elevation" or "price from"."""
    is_measure = any(dimensions_of(word) - _TIMES for word in identifier_words(name))
    moments = keys_of_list("interval_starts") | keys_of_list("interval_ends")
    before_of = list(takewhile(lambda word: word != "of", identifier_words(name)))
    said = [
        word
        for word in before_of
        if word not in word_set("identifier_prepositions") or word_keys(word) & moments
    ]
    if not said:
        return False
    head = said[0 if is_cyrillic(name) else -1]
    is_year = "time" in dimensions_of(head)
    return is_year or (not is_measure and bool(word_keys(head) & moments))


def _has_word(name: str, listed: str) -> bool:
    return bool(_keys(name) & keys_of_list(listed))


def _keys(name: str) -> frozenset[str]:
    return frozenset(key for word in identifier_words(name) for key in word_keys(word))


def _shared_words(start: str, end: str) -> list[str]:
    """Return the words of what begins and ends: "construction", «строительство», «строить»."""
    both = _keys(start) & _keys(end) - keys_of_list("year_words") - keys_of_list("date_nouns")
    shared = [
        lemma(word) if is_cyrillic(word) else word
        for word in identifier_words(start)
        if word_keys(word) & both
    ]
    proposed = propose_labels("_".join(shared), "property") if shared else None
    verbs = proposed.words if proposed else ()
    return [*shared, *filter(_goes_on, verbs)]


def _goes_on(word: str) -> bool:
    """Whether a Russian verb describes what lasts: «строить», while «построить» has a date."""
    return is_cyrillic(word) and {"INFN", "impf"} <= readings(word)[0].marks
