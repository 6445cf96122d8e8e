"""Look words up in the Russian dictionary, and keep what was found for later processes.

The dictionary takes 0.1 s to load and .07 ms a word, so that a command which opens a workspace
would look up the words of the same names and examples as the one before.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.metadata import version
from itertools import islice
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, Field

MOST_FOUND = 50_000
"""Most words that a process caches."""
MOST_KEPT = 10_000
"""Most words that are stored for later processes; about 1.3 MB as JSON."""


_UNKNOWN = "UNKN"
"""The tag of pymorphy3 for what is no word."""


class Parse(NamedTuple):
    """One parse of a word: its normal form, and its grammemes as pymorphy3 writes them."""

    normal: str
    tag: str


class Entry(NamedTuple):
    """What the dictionary says about a word: whether it has it, and its parses, likeliest first."""

    is_known: bool
    parses: tuple[Parse, ...]


class _Kept(BaseModel):
    """The kept words as JSON."""

    versions: str
    words: Annotated[
        dict[str, tuple[bool, Annotated[tuple[tuple[str, str], ...], Field(min_length=1)]]],
        Field(max_length=MOST_KEPT),
    ]


_found: dict[str, Entry] = {}
"""The entries of this process and of earlier ones, by the word in lower case."""
_noted: ContextVar[dict[str, Entry] | None] = ContextVar("noted", default=None)


@cache
def analyzer() -> Any:
    """Return the analyzer of pymorphy3, which inflects words; it is loaded on first use."""
    import pymorphy3

    return pymorphy3.MorphAnalyzer(lang="ru")


def look_up(word: str) -> Entry:
    """Return the entry of a Russian word in lower case; a word that is not known is guessed."""
    if word[-1:].isdigit():  # a code, which pymorphy3 takes milliseconds to guess at
        return Entry(is_known=False, parses=(Parse(word, _UNKNOWN),))
    entry = _found.get(word)
    if entry is None:
        entry = Entry(bool(analyzer().word_is_known(word)), _parses(word))
        if len(_found) < MOST_FOUND:
            _found[word] = entry
    noted = _noted.get()
    if noted is not None:
        noted[word] = entry
    return entry


def _parses(word: str) -> tuple[Parse, ...]:
    """Return the parses of a word; itself if it has a letter that Python has no name for.

    pymorphy3 asks for the names of letters, which the ideographs of Tangut lack.
    """
    try:
        found = analyzer().parse(word)
    except ValueError:
        return (Parse(word, _UNKNOWN),)
    return tuple(Parse(str(one.normal_form), str(one.tag)) for one in found)


@contextmanager
def note_words() -> Iterator[dict[str, Entry]]:
    """Give the entries that are looked up in the block, and not those of work beside it.

    A word whose lemma this process has cached is not looked up, and so not noted.
    """
    noted: dict[str, Entry] = {}
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)


def kept_words(entries: Mapping[str, Entry]) -> str:
    """Return the first MOST_KEPT entries as JSON, for `keep_words` in a later process."""
    words = dict(islice(entries.items(), MOST_KEPT))
    return json.dumps({"versions": _versions(), "words": words}, ensure_ascii=False)


def keep_words(text: str | bytes) -> Mapping[str, Entry]:
    """Take over and return the words that `kept_words` wrote; of another version, none.

    Raises:
        ValueError: the text is damaged; none of its words is taken.
    """
    kept = _Kept.model_validate_json(text, strict=True)
    if kept.versions != _versions():
        return {}
    words = {
        word: Entry(is_known, tuple(Parse(*one) for one in parses))
        for word, (is_known, parses) in kept.words.items()
    }
    for word, entry in words.items():
        _found.setdefault(word, entry)
    return words


@cache
def _versions() -> str:
    """The versions that entries depend on: "pymorphy3 2.0.4, pymorphy3-dicts-ru 2.4.417150"."""
    return ", ".join(f"{name} {version(name)}" for name in ("pymorphy3", "pymorphy3-dicts-ru"))
