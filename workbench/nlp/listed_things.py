"""Find what a question asks to list: "forms" in "which forms", "card" in "what kinds of card"."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from workbench.nlp.amounts import unit_of
from workbench.nlp.grammar import in_word_list, is_genitive, is_plural, marks_of, readings
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.noun_phrases import ends_clause, is_general
from workbench.nlp.tokens import Token, tokens

_NOUN_WITHIN = 4
"""How many words after "which" may hold its noun: "which of the new forms"."""


class Listed(NamedTuple):
    """The kind of things to list, and the words of the question that only ask for a list."""

    kind: str = ""
    """The noun with the words before it: "Linux distributions"; empty if none is named."""
    asking: frozenset[int] = frozenset()
    """Offsets of words that do not describe the answers: "kinds" in "kinds of card"."""

    @property
    def noun(self) -> str:
        """The noun that the others describe: "distributions", «виды» of «виды диска»."""
        words = [word.text for word in tokens(self.kind)]
        nouns = (one for one in words if "NOUN" in marks_of(one) and "ADJF" not in marks_of(one))
        return next(nouns, words[-1] if words else "")


def read_listed(text: str) -> Listed:
    """Return what a question asks to list; empty where a verb comes before the noun.

    "What does it need?" and "What happens if …" ask for no list, "Who are the officers?" does.
    """
    words = tokens(text)
    introduced = _introduced(words) or _requested(words)
    found = introduced or _asked(words)
    opening = [one for one in words[:1] if in_word_list(one.text, "listing_openings")]
    left_out = {one.start for one in (*opening, *filter(_is_existence, found))}
    if not found:
        return Listed(asking=frozenset(left_out))
    inner: Sequence[Token] = ()
    if is_kind_word(found[-1]) and (inner := _of_kind(words, words.index(found[-1]), found)):
        left_out.add(found[-1].start)
    shown = [one for one in inner or found if one.start not in left_out]
    return Listed(text[shown[0].start : shown[-1].end] if shown else "", frozenset(left_out))


def is_kind_word(word: Token) -> bool:
    """Return True for words such as "kinds" and "types"."""
    return in_word_list(word.text, "kind_words")


def is_of_one(word: Token) -> bool:
    """Return True for «какого», which asks for one thing: «числа» after it is not a plural."""
    forms = readings(word.text)
    return any("ADJF" in one.marks for one in forms) and not any(
        "plur" in one.marks for one in forms
    )


def kinds_of(heading: str) -> str:
    """Return a heading without the words for kinds that it opens with: "Types of schedules"."""
    words = tokens(heading)
    if len(words) < 2 or not is_kind_word(words[0]):
        return heading
    after = words[1:]
    if in_word_list(after[0].text, "possessive_prepositions"):
        after = after[1:]
    return heading[after[0].start :] if after else heading


def _asked(words: Sequence[Token]) -> Sequence[Token]:
    """Return the words after "which" up to a plural noun: "Linux distributions"."""
    for place, word in enumerate(words):
        if not in_word_list(word.text, "plural_interrogatives") or is_of_one(word):
            continue
        near = words[place + 1 : place + 1 + _NOUN_WITHIN]
        nouns = list(takewhile(lambda one: not _is_auxiliary(one.text), near))
        last = next((at for at, one in enumerate(nouns) if is_plural(one.text)), None)
        if last is None:
            return ()
        is_plain = in_word_list(word.text, "plain_interrogatives")
        if is_plain and not last and _is_verb(words[place + 1 :]):
            return ()
        return nouns[: last + 1]
    return ()


def _of_kind(words: Sequence[Token], at: int, found: Sequence[Token]) -> Sequence[Token]:
    """Return "library card" of "kinds of library card", "schedule" of "schedule types".

    And «хлеба» of «виды ржаного хлеба» with its adjective.
    """
    after = words[at + 1 :]
    if readings(words[at].text):
        near = list(takewhile(lambda one: is_genitive(one.text) or _is_adjective(one), after))
        nouns = [place for place, one in enumerate(near) if not _is_adjective(one)]
        return near[: nouns[0] + 1] if nouns else ()
    if after and in_word_list(after[0].text, "possessive_prepositions"):
        near = list(takewhile(lambda one: not _ends_noun(one), after[1:]))
        return near[:_NOUN_WITHIN]
    return found[:-1]


def _ends_noun(word: Token) -> bool:
    return _is_auxiliary(word.text) or ends_clause(word)


def _is_adjective(word: Token) -> bool:
    return any(not one.marks.isdisjoint({"ADJF", "PRTF"}) for one in readings(word.text))


def _is_existence(word: Token) -> bool:
    """Return True for a verb of existence: «бывают» in «какие бывают смены»."""
    first = next(iter(readings(word.text)), None)
    is_verb = first is not None and "VERB" in first.marks
    return is_verb and in_word_list(word.text, "existence_verbs")


def _requested(words: Sequence[Token]) -> Sequence[Token]:
    """Return "rooms" of "List the rooms that can be hired" and «машины» of «Перечислите машины»."""
    if not words or not in_word_list(words[0].text, "listing_openings"):
        return ()
    rest = list(words[1:])
    while rest and in_word_list(rest[0].text, "the_words"):
        rest = rest[1:]
    near = list(takewhile(lambda one: not _ends_noun(one), rest))[:_NOUN_WITHIN]
    last = next((at for at, one in enumerate(near) if is_plural(one.text)), None)
    return near[: last + 1] if last is not None else ()


def _introduced(words: Sequence[Token]) -> Sequence[Token]:
    """Return "board members" of "Who are the board members of …"; none for hours and days."""
    opening = [("person_questions", "plain_interrogatives"), ("forms_of_be",), ("the_words",)]
    if len(words) <= len(opening) or not all(
        any(in_word_list(word.text, name) for name in names)
        for word, names in zip(words, opening, strict=False)
    ):
        return ()
    near = list(takewhile(lambda one: not ends_clause(one), words[len(opening) :]))
    is_list = bool(near) and is_plural(near[-1].text) and not unit_of(near[-1].text)
    return near if is_list and len(near) <= _NOUN_WITHIN else ()


def _is_verb(words: Sequence[Token]) -> bool:
    """Return True for "happens" of "happens if", and "goes" of "goes to": no nouns of things."""
    after = words[1:2]  # "kinds of leave"
    is_noun = any(in_word_list(word.text, "possessive_prepositions") for word in after)
    is_noun = is_noun or is_cyrillic(words[0].text)
    return not is_noun and is_general(words[0].text) and all(map(ends_clause, after))


def _is_auxiliary(word: str) -> bool:
    return in_word_list(word, "auxiliaries") and not is_cyrillic(word)
