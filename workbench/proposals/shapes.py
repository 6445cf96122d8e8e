"""Tell names and noun phrases from everyday words by their form."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from workbench.nlp.grammar import in_word_list, is_function_word, readings, word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.terms import stem_key

_ACRONYM = re.compile(r"(?=.*[A-ZА-ЯЁ])(?:[A-ZА-ЯЁ0-9]{2,8}|[A-ZА-ЯЁ][A-ZА-ЯЁ0-9&.+-]{1,8})s?")
"""An abbreviation in capitals, with a plural "s" at most: FMLA, 2FA, ВМ, SLAs, R&D."""
_MIXED = re.compile(
    r"[a-z]*[A-ZА-ЯЁ]?[a-zа-яё]+[A-ZА-ЯЁ]\w*|[A-Z]{2,}[a-z]{2,}\w*|[^\W\d_]+\d+[^\W\d_]+|[A-Z]\w*\d"
)
"""A name with a capital or digit inside: GitHub, iPhone, PDFlib, a11y, MP4; but not "arg1"."""
_IDENTIFIER = re.compile(r"[a-z]+(?:[A-Z][a-z]+){2,}")
"""A name in a program: isFileOlder."""
_CAPITAL = re.compile(r"[A-ZА-ЯЁ][\w.+#&’'-]*")
_ROMAN = re.compile(r"(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_NUMBERED = re.compile(r"\w*\d+[.,]\d+\w*|\d+\w{0,2}")
"""A number with its unit: 10, 3.5, 24h, 1st."""
_EVERYDAY = ("common", "short_words", "stop_words", "question_words", "imperatives")
_EXCLUDED = ("not_names", "months")
_NOMINATIVE, _GENITIVE, _NOUN = "nomn", "gent", "NOUN"
_ADJECTIVES = frozenset({"ADJF", "PRTF"})
_VERBS = frozenset({"VERB", "INFN"})
"""Grammemes of OpenCorpora."""
_POSSESSIVE = re.compile(r"[’']s$|s[’']$")
_SUFFIXED = re.compile(r"[A-Z0-9]+-[a-z]+")
"""An English adjective made of a name: TTS-wide, GSA-issued."""
MOST_WORDS = 5
"""Words of a name or a term."""


def is_acronym(word: str) -> bool:
    """Whether a word is an abbreviation in capitals, but no Roman numeral."""
    return bool(_ACRONYM.fullmatch(word)) and not _ROMAN.fullmatch(word)


@lru_cache(maxsize=100_000)
def is_distinct(word: str) -> bool:
    """Whether the form of a word alone makes it a name: FMLA, GitHub, a11y."""
    if is_excluded(word) or _NUMBERED.fullmatch(word):
        return False
    if is_function_word(word) or is_possessive(word):
        return False
    if _SUFFIXED.fullmatch(word) or _IDENTIFIER.fullmatch(word):
        return False
    return is_acronym(word) or bool(_MIXED.fullmatch(word))


@lru_cache(maxsize=100_000)
def is_capitalised(word: str) -> bool:
    """Whether a word begins with a capital."""
    return bool(_CAPITAL.fullmatch(word)) and not _SUFFIXED.fullmatch(word)


@cache
def _keys(*lists: str) -> frozenset[str]:
    return frozenset(stem_key(word) for name in lists for word in word_set(name))


@lru_cache(maxsize=100_000)
def is_excluded(word: str) -> bool:
    """Whether a word in capitals names nothing of its own: Mondays, March, PDF."""
    return word.lower() in word_set("not_names") or stem_key(word.lower()) in _keys(*_EXCLUDED)


@lru_cache(maxsize=100_000)
def is_everyday(word: str) -> bool:
    """Whether a word in lower case is an everyday word, a number or a function word."""
    if is_function_word(word) or is_excluded(word) or not word[0].isalpha():
        return True
    return stem_key(word.lower()) in _keys(*_EVERYDAY)


def is_noun_phrase(words: Sequence[str]) -> bool:
    """Whether words may name a thing: «группа серверов», "paid parental leave".

    Russian phrases are read with the dictionary. English ones neither begin with a verb or a word
    in -ing nor have function words other than those inside names ("office of ethics").
    """
    if not 1 <= len(words) <= MOST_WORDS or not any(map(str.isalpha, "".join(words))):
        return False
    if is_cyrillic("".join(words)):
        return _is_russian_phrase(words)
    ends = (words[0], words[-1])
    if any(is_function_word(word) for word in ends) or in_word_list(words[0], "imperatives"):
        return False
    # "Requesting leave" names an action; "Training" alone may name a thing.
    if len(words) > 1 and words[0].lower().endswith("ing"):
        return False
    return all(
        not is_function_word(word) or in_word_list(word, "name_connectors") for word in words[1:-1]
    )


def _is_russian_phrase(words: Sequence[str]) -> bool:
    """Adjectives, a noun, and its dependents in the genitive; words in Latin letters may follow."""
    has_noun = False
    for word in words:
        forms = readings(word)
        if not forms:
            has_noun = True  # «сервис Kubernetes»
            continue
        if is_function_word(word):
            return False
        if any(form.marks & _ADJECTIVES for form in forms[:2]):
            continue
        nouns = [form for form in forms if _NOUN in form.marks]
        if _NOUN not in forms[0].marks or (has_noun and not _is_dependent(nouns)):
            return False
        has_noun = True
    return has_noun


def _is_dependent(nouns: Sequence[object]) -> bool:
    return any(_GENITIVE in getattr(noun, "marks", ()) for noun in nouns)


def is_possessive(word: str) -> bool:
    """Whether an English word is a possessive: "GSA's"."""
    return bool(_POSSESSIVE.search(word))


def is_verb(word: str) -> bool:
    """Whether a word is likely a verb form or an instruction: «выберите», "select"."""
    forms = readings(word)
    if forms:
        return bool(forms[0].marks & _VERBS)
    return in_word_list(word, "imperatives")


def is_nominative_noun(words: Sequence[object]) -> bool:
    """Whether Russian words begin with a noun in the nominative, after any adjectives."""
    for word in words[:3]:
        forms = readings(str(getattr(word, "text", word)))
        if not forms or not forms[0].marks & (_ADJECTIVES | {_NOUN}):
            return False
        if _NOUN in forms[0].marks:
            return any({_NOUN, _NOMINATIVE} <= form.marks for form in forms)
    return False


def is_nominative(words: Sequence[str]) -> bool:
    """Whether a phrase is in the nominative up to its first noun; True for other scripts."""
    for word in words:
        forms = readings(word)
        if forms and not any(_NOMINATIVE in form.marks for form in forms):
            return False
        if forms and _NOUN in forms[0].marks:
            return True
    return True
