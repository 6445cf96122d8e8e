"""Classify words: function or content, singular or plural, proper name, in the dictionary."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from workbench.domain.base import Span
from workbench.nlp.dictionary import look_up
from workbench.nlp.morphology import grammemes, is_cyrillic, lemma, stem
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list

# pymorphy3 grammemes: prepositions, conjunctions, particles, pronouns, interjections, predicatives.
_FUNCTION_PARTS = frozenset({"PREP", "CONJ", "PRCL", "NPRO", "INTJ", "PRED"})
# pymorphy3 grammemes: first name, surname, patronymic, place, organisation, trademark.
PROPER_MARKS = frozenset({"Name", "Surn", "Patr", "Geox", "Orgn", "Trad"})
_PLURAL_ENDINGS = ("s", "S")


class Reading(NamedTuple):
    """One dictionary parse of a word: its normal form and its pymorphy3 grammemes."""

    normal: str
    marks: frozenset[str]


@lru_cache(maxsize=100_000)
def readings(word: str) -> tuple[Reading, ...]:
    """Return all parses of a Russian word, most likely first; empty for other scripts."""
    if not is_cyrillic(word):
        return ()
    return tuple(
        Reading(one.normal.replace("ё", "е"), grammemes(one.tag))
        for one in look_up(word.lower()).parses
    )


def marks_of(word: str) -> frozenset[str]:
    """Return the grammemes of every reading of a Russian word; none for another one."""
    return frozenset().union(*(one.marks for one in readings(word)))


@lru_cache(maxsize=100_000)
def is_known(word: str) -> bool:
    """Return True for a word of the Russian dictionary; always False for other scripts."""
    return is_cyrillic(word) and look_up(word.lower()).is_known


@lru_cache(maxsize=100_000)
def is_proper(word: str) -> bool:
    """Return True for a word that the dictionary lists as a person, place or brand name."""
    first = next(iter(readings(word)), None)
    return first is not None and bool(first.marks & PROPER_MARKS)


@cache
def word_set(name: str) -> frozenset[str]:
    """Return a word list in all languages as a set, in lower case, «ё» replaced by «е»."""
    return frozenset(word.lower().replace("ё", "е") for word in word_list(name))


@lru_cache(maxsize=50_000)
def in_word_list(word: str, name: str) -> bool:
    """Return True if a word list contains the word or its dictionary form."""
    lower = word.lower().replace("ё", "е")
    return lower in word_set(name) or (is_cyrillic(lower) and lemma(lower) in word_set(name))


@lru_cache(maxsize=100_000)
def is_function_word(word: str) -> bool:
    """Return True for stop words, prepositions, conjunctions, particles and pronouns."""
    if in_word_list(word, "stop_words"):
        return True
    first = next(iter(readings(word)), None)
    if first is None:
        return False
    return bool(first.marks & _FUNCTION_PARTS) or bool(first.marks & {"Apro", "Ques", "Dmns"})


def is_plural(word: str) -> bool:
    """Return True for a plural noun, judged by its form («plans», «планы»)."""
    forms = readings(word)
    if forms:
        return any({"NOUN", "plur"} <= form.marks for form in forms[:3])
    return word.endswith(_PLURAL_ENDINGS) and stem(word) != word.lower()


def is_genitive(word: str) -> bool:
    """Return True for a Russian noun that may stand in the genitive: «мёда»."""
    return any({"NOUN", "gent"} <= one.marks for one in readings(word))


def is_imperative(word: str) -> bool:
    """Return True for an imperative: «нажмите», "click"."""
    return any("impr" in form.marks for form in readings(word)[:2]) or in_word_list(
        word, "imperatives"
    )


def content_words(text: str, without: Iterable[Span] = ()) -> list[Token]:
    """Return the content words outside the given spans."""
    spans = tuple(without)
    return [
        token
        for token in tokens(text)
        if not is_function_word(token.text)
        and not any(span.start < token.end and token.start < span.end for span in spans)
    ]


def leftover_words(text: str, spans: Iterable[Span], labels: frozenset[str]) -> list[Token]:
    """Return the content words outside the spans, without type labels next to a span.

    In «на проекте X» the singular label «проекте» belongs to the span X. An empty result means that
    the question names entities and asks nothing else.
    """
    taken = tuple(spans)
    words = tokens(text)
    beside = {
        near
        for at, token in enumerate(words)
        if any(span.start < token.end and token.start < span.end for span in taken)
        for near in (at - 1, at + 1)
    }
    appositions = {
        words[at].start
        for at in beside
        if 0 <= at < len(words) and _is_label(words[at].text, labels)
    }
    return [
        token
        for token in content_words(text, taken)
        if token.start not in appositions and not in_word_list(token.text, "continuation_words")
    ]


def _is_label(word: str, labels: frozenset[str]) -> bool:
    return lemma(word) in labels and not is_plural(word)
