"""Find the phrases of a word list, entries "name: phrase | phrase", in the words of a text."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from workbench.nlp.query_words import Word, written_words
from workbench.nlp.word_lists import word_list


class NamedPhrase(NamedTuple):
    """A stretch of words, by index, end exclusive, and the entry that has it."""

    start: int
    end: int
    name: str


def named_phrases(words: Sequence[Word], list_name: str) -> Iterator[NamedPhrase]:
    """Yield every phrase of a list that occurs; they may overlap."""
    phrases = _phrases(list_name)
    for at, word in enumerate(words):
        for key in word.keys:
            for phrase, name in phrases.get(key, ()):
                window = words[at : at + len(phrase)]
                fits = len(window) == len(phrase) and all(
                    wanted in one.keys for wanted, one in zip(phrase, window, strict=True)
                )
                if fits:
                    yield NamedPhrase(at, at + len(phrase), name)


@cache
def _phrases(list_name: str) -> Mapping[str, list[tuple[tuple[str, ...], str]]]:
    found: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
    for entry in word_list(list_name):
        name, _, listed = entry.partition(": ")
        for text in listed.split("|"):
            if phrase := written_words(text):
                found[phrase[0]].append((phrase, name))
    return found
