"""Read a question as words with their dictionary forms, for looking up names and operators."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from math import inf, isfinite
from typing import NamedTuple
from unicodedata import normalize

from workbench.nlp.by_script import ByScript, list_by_script
from workbench.nlp.grammar import readings, word_set
from workbench.nlp.morphology import is_cyrillic, stem
from workbench.nlp.word_lists import word_list

# "2,000,000.5" and «2 000 000,5»; "12.5"; "-5" and «−5», not "10-5";
# "don't", "C++", «км2», ".is"; "%" and "$".
_SIGN = r"(?:(?<![^\s(\[])[-−+])?"
_GROUPED = rf"{_SIGN}\d{{1,3}}(?:[,\s\u00a0\u202f]\d{{3}})+(?!\d)(?:[.,]\d{{1,2}}(?![^\W_]))?"
_PLAIN = rf"{_SIGN}\d+(?:[.,]\d+)?"
_WORD = re.compile(
    rf"{_GROUPED}|{_PLAIN}(?![^\W_])"
    r"|(?<![^\s(\[«\"“'])\.[^\W\d_]{2,}"
    r"|[^\W_]+(?:['’][^\W\d_]+)?[+#]*|[%$€£₽]"
)
_NUMBER = re.compile(rf"{_GROUPED}|{_PLAIN}")
_THOUSANDS = re.compile(r"(?<=\d)[,\s\u00a0\u202f](?=\d{3}(?!\d))")
# "Macau's" is looked up as "Macau".
_POSSESSIVE = re.compile(r"['’]s$")
_CAMEL = re.compile(r"(?<=[a-zа-яё])(?=[A-ZА-ЯЁ])|_")
_PARSES = 3
"""Dictionary parses of a Russian word that count: «стали» is of «стать» and of «сталь»."""


class Word(NamedTuple):
    """A word of a question with its offsets, end exclusive, and the forms to look it up by."""

    text: str
    start: int
    end: int
    keys: frozenset[str]


def plain(text: str) -> str:
    """Return a text in lower case, with «ё» as «е» and straight apostrophes."""
    return text.casefold().replace("ё", "е").replace("’", "'")


def fold_value(text: str) -> str:
    """Return a value as it is compared: in composed letters and lower case, with «ё» as «е»."""
    return plain(normalize("NFC", text))


@lru_cache(maxsize=200_000)
def word_keys(word: str) -> frozenset[str]:
    """Return a word as written, with its dictionary forms if Russian, or else its stems."""
    low = plain(word)
    if len(low) == 1:  # the dictionary reads a letter as an abbreviation: «ш» as «широта»
        return frozenset({low})
    if is_cyrillic(low):
        return frozenset({low, *(plain(reading.normal) for reading in readings(low)[:_PARSES])})
    return frozenset({low, stem(low), stem(_irregular_forms().get(low, low))})


def query_words(text: str) -> list[Word]:
    """Return the words and numbers of a question; "2,000,000" is read as "2000000"."""
    return [_word(match) for match in _WORD.finditer(text)]


def written_words(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a question as written, in plain letters."""
    return tuple(plain(_written(match)) for match in _WORD.finditer(text))


def divided(name: str) -> str:
    """Return a name such as ``orderDate`` or ``order_date`` as words."""
    return _CAMEL.sub(" ", name)


def first_number(text: str) -> float | None:
    """Return the first number of a text, such as 2019 of "since 2019-04"; None without one."""
    found = _NUMBER.search(text)
    value = float(_joined(found.group()).replace(",", ".")) if found else inf
    return value if isfinite(value) else None


def _joined(number: str) -> str:
    """Return a number without spaces and commas between thousands, with an ASCII minus."""
    return _THOUSANDS.sub("", number).replace("−", "-")


def is_filler(word: Word) -> bool:
    """Return True for a word that adds nothing to what a question asks of data."""
    return bool(word.keys & word_set("query_fillers"))


def carries_little(text: str) -> bool:
    """Return True for words without which a question asks nearly the same: "take", "date"."""
    return all(
        is_filler(word) or has_listed_form(word, "light_words", "date_words")
        for word in query_words(text)
    )


def asks_yes_or_no(words: Sequence[Word], question: str) -> bool:
    """Whether a question asks for yes or no: by its first word, «ли», or no word that asks."""
    if not words:
        return False
    if plain(words[0].text) in word_set("opening_auxiliaries") or any(
        map(_is_yes_no_particle, words)
    ):
        return True
    asks = any(word.keys & word_set("asking_words") for word in words)
    return question.rstrip().endswith("?") and not asks


def _is_yes_no_particle(word: Word) -> bool:
    return plain(word.text) in word_set("yes_no_particles")


def is_irregular_form(word: str) -> bool:
    """Return True for an English form such as "taught", in lower case."""
    return word in _irregular_forms()


@lru_cache(maxsize=20_000)
def irregular_forms(word: str) -> frozenset[str]:
    """Return the other forms of an English word that no stem tells: "kept" of "keep" and back."""
    low = plain(word)
    base = _irregular_forms().get(low, low)
    return frozenset({base, *_forms_by_base().get(base, ())} - {low})


def is_past_form(word: str) -> bool:
    """Return True for an English past form in lower case: "opened", "taught", and not "bed".

    Nor is the plural of a noun one, though it is an irregular form too: "people", "countries".
    """
    is_regular = word.endswith("ed") and word not in word_set("not_past_forms")
    is_noun = word.endswith("ies") or word in _plurals()
    return is_regular or (is_irregular_form(word) and not is_noun)


@cache
def keys_of_list(name: str) -> frozenset[str]:
    """Return the forms of all words of a list, to look inflected words up in."""
    return frozenset(key for word in word_set(name) for key in word_keys(word))


def has_listed_form(word: Word, *names: str) -> bool:
    """Return True if one of the lists has the word in any form, without reading other scripts."""
    return any(key in _forms_of_list(name) for name in names for key in word.keys)


@cache
def _forms_of_list(name: str) -> ByScript[str]:
    return list_by_script(name, word_keys)


def _word(match: "re.Match[str]") -> Word:
    text = _written(match)
    return Word(text, match.start(), match.end(), word_keys(text))


def _written(match: "re.Match[str]") -> str:
    return _joined(_POSSESSIVE.sub("", match.group()))


@cache
def _plurals() -> frozenset[str]:
    """Return the irregular plurals of English nouns: "people"."""
    return frozenset(entry.split()[1] for entry in word_list("irregular_plurals"))


@cache
def _irregular_forms() -> dict[str, str]:
    return dict(entry.split() for entry in word_list("irregular_forms"))


@cache
def _forms_by_base() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for form, base in _irregular_forms().items():
        found.setdefault(base, set()).add(form)
    return found
