"""Events whose dates columns and properties hold: "Paid on", «дата открытия»."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from workbench.nlp.query_words import Word, is_past_form, plain, query_words
from workbench.nlp.word_lists import word_list


def events_of(word: Word) -> frozenset[str]:
    """Return the events that a word may denote: "close" for "closed" and «закрытие»."""
    return frozenset(event for key in word.keys for event in _events_by_form().get(key, ()))


def names_event(name: str) -> bool:
    """Return True if a name denotes an event: a past form ("first appeared") or a listed word."""
    words = query_words(name)
    return any(is_past_form(plain(word.text)) or events_of(word) for word in words)


def words_for(event: str) -> tuple[str, ...]:
    """Return the words for an event, in all languages."""
    return _words_by_event()[event]


@cache
def _words_by_event() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for entry in word_list("date_events"):
        name, _, listed = entry.partition(": ")
        found[name] += tuple(listed.split(" | "))
    return found


@cache
def _events_by_form() -> Mapping[str, frozenset[str]]:
    """Return the events of the forms of words."""
    found: dict[str, set[str]] = defaultdict(set)
    for event, words in _words_by_event().items():
        for word in words:
            for key in query_words(word)[0].keys:
                found[key].add(event)
    return {key: frozenset(events) for key, events in found.items()}
