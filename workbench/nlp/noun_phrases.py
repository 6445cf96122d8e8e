"""Read the clauses and noun phrases of a question: where they end, and the word they are about."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from workbench.nlp.grammar import in_word_list, is_function_word, is_plural, marks_of, readings
from workbench.nlp.query_words import word_keys
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list

_POSSESSIVES = ("'s", "’s")
"""Ends of an English word for the one that has what follows: "Ann's salary"."""
_GERUND = "ing"


def is_any(word: Token, name: str) -> bool:
    """Return True if a word list has a word."""
    return in_word_list(word.text, name)


def is_general(word: str) -> bool:
    """Return True for a word too general to be what an answer must be about: "happen", "type"."""
    return in_word_list(word, "general_verbs") or bool(word_keys(word) & _general_keys())


@lru_cache(maxsize=1)
def _general_keys() -> frozenset[str]:
    return frozenset(key for word in word_list("general_verbs", "en") for key in word_keys(word))


def clause(words: Sequence[Token]) -> list[Token]:
    """Return the words up to the first preposition or comma-like break."""
    return list(takewhile(lambda word: not ends_clause(word), words))


def ends_clause(word: Token) -> bool:
    """Return True for a preposition, and for a word that opens another clause."""
    return any(in_word_list(word.text, name) for name in ("swap_prepositions", "clause_ends"))


def last_of(words: Sequence[Token]) -> str:
    """Return the last word of a clause that is not a name, with the particle after it."""
    for place in range(len(words) - 1, -1, -1):
        word = words[place]
        if is_any(word, "verb_particles") or is_function_word(word.text):
            continue
        if word.text[0].isupper() or word.text[0].isdigit():
            continue
        return with_particle(words[place : place + 2])
    return ""


def with_particle(words: Sequence[Token]) -> str:
    """Return a verb with the particle after it: "step down"; "" for one that is too general."""
    verb, after = words[0].text, words[1:]
    if is_general(verb) or is_function_word(verb):
        return ""
    return f"{verb} {after[0].text}" if after and is_any(after[0], "verb_particles") else verb


def is_of_known_thing(words: Sequence[Token]) -> bool:
    """Return True for "the price", "its price" and "Ann's price", not for "a price" and "it"."""
    return is_any(words[0], "the_words") or any(map(is_possessive, clause(words)[:-1]))


def is_possessive(word: Token) -> bool:
    """Return True for "Ann's"."""
    return word.text.endswith(_POSSESSIVES)


def noun_of(words: Sequence[Token]) -> str:
    """Return the noun that an English noun phrase is about: "salary" of "the salary of the chair".

    Where that says little, it is the noun before it ("blood" of "the blood type") or the one that
    it is of: "dog" of "the name of Ann's dog".
    """
    near = clause(words)
    head = next((at for at in range(len(near) - 1, -1, -1) if is_any(near[at], "vague_heads")), -1)
    if head != len(near) - 1 or not near:
        return last_of(near)
    before = near[head - 1 : head]
    if before and _tells(before[0]):
        return before[0].text
    return _noun_after_of(words[len(near) :])


def heads_phrase(phrase: str, noun: str) -> bool:
    """Return True if a noun is what a heading is about: "tools" of "Shared tools for all".

    "Tool requests", "Rules for tools", "Using tools" and «Правила аренды» are about others.
    """
    words = tokens(phrase)
    if any(readings(word.text) for word in words):
        return next((word.text for word in words if is_noun(word.text)), "") == noun
    near = list(takewhile(lambda word: not is_function_word(word.text), words))
    is_action = len(near) > 1 and near[0].text.lower().endswith(_GERUND)
    return bool(near) and near[-1].text == noun and not is_action


def _noun_after_of(words: Sequence[Token]) -> str:
    """Return "dog" of "of Ann's dog" and "rooms" of "of rooms"; "" of "of the company"."""
    owned = clause(words[1:])
    is_of = words[:1] and words[0].text.lower() == "of"
    is_asked = any(map(is_possessive, owned[:-1])) or any(is_plural(one.text) for one in owned[-1:])
    return noun_of(words[1:]) if is_of and is_asked else ""


def _tells(word: Token) -> bool:
    is_thing = word.text.islower() and not is_any(word, "the_words")
    is_light = is_function_word(word.text) or is_general(word.text) or is_any(word, "common")
    is_degree = is_any(word, "superlatives") or is_any(word, "measured_nouns")
    return is_thing and not (is_light or is_possessive(word) or is_degree)


def russian_noun_of(words: Sequence[Token]) -> str:
    """Return the first Russian noun; after one that says little, the one that it is of.

    «Глубина» of «глубина колодца», and «крови» of «группа крови».
    """
    nouns = [word for word in words if is_noun(word.text)]
    if len(nouns) > 1 and is_any(nouns[0], "vague_heads") and "gent" in marks_of(nouns[1].text):
        return nouns[1].text
    return nouns[0].text if nouns else ""


def is_noun(word: str) -> bool:
    """Return True for a Russian noun."""
    return bool(readings(word)) and "NOUN" in readings(word)[0].marks
