"""Look words up in the Russian dictionary, and keep what was found for later processes.

The dictionary takes 0.1 s to load and 0.2 ms a word, so that a command which opens a workspace
would spend most of its time on the words of the same names and examples as the one before.
"""

import json
from functools import cache
from importlib.metadata import version
from typing import Any, NamedTuple

MOST_KEPT = 50_000
"""Words that are kept; about 7 MB as JSON."""


class Parse(NamedTuple):
    """One parse of a word: its normal form, and its grammemes as pymorphy3 writes them."""

    normal: str
    tag: str


class Entry(NamedTuple):
    """What the dictionary says about a word: whether it has it, and its parses, likeliest first."""

    is_known: bool
    parses: tuple[Parse, ...]


_found: dict[str, Entry] = {}
"""The entries of this process and of earlier ones, by the word in lower case."""


@cache
def analyzer() -> Any:
    """Return the analyzer of pymorphy3, which inflects words; it is loaded on first use."""
    import pymorphy3

    return pymorphy3.MorphAnalyzer(lang="ru")


def look_up(word: str) -> Entry:
    """Return the entry of a Russian word in lower case; a word that is not known is guessed."""
    entry = _found.get(word)
    if entry is None:
        parses = tuple(Parse(str(one.normal_form), str(one.tag)) for one in analyzer().parse(word))
        entry = Entry(bool(analyzer().word_is_known(word)), parses)
        if len(_found) < MOST_KEPT:
            _found[word] = entry
    return entry


def count_kept() -> int:
    """Return the number of words that are kept."""
    return len(_found)


def kept_words() -> str:
    """Return the kept words as JSON, for `keep_words` in a later process."""
    words = {word: [entry.is_known, entry.parses] for word, entry in _found.copy().items()}
    return json.dumps({"dictionary": _version(), "words": words}, ensure_ascii=False)


def keep_words(text: str) -> None:
    """Take over the words that `kept_words` returned; those of another dictionary are ignored.

    Raises:
        ValueError, TypeError, KeyError, AttributeError: the text is damaged.
    """
    raw = json.loads(text)
    if raw["dictionary"] != _version():
        return
    for word, (is_known, parses) in raw["words"].items():
        _found.setdefault(word, Entry(is_known, tuple(Parse(*one) for one in parses)))


@cache
def _version() -> str:
    return version("pymorphy3-dicts-ru")
