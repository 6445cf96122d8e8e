"""Compute index keys of names that do not depend on script, inflection and punctuation."""

import re
from functools import lru_cache
from typing import NamedTuple

from anyascii import anyascii

from workbench.nlp.grammar import readings
from workbench.nlp.morphology import is_cyrillic, lemma, stem
from workbench.nlp.name_folding import fold
from workbench.nlp.spelling import ALPHANUMERICS, normalize_spelling

_PART = re.compile(rf"(?<![’']){ALPHANUMERICS}[+#]*|(?<=[’'])(?!s\b){ALPHANUMERICS}[+#]*")
"""A word with any "+" or "#" at its end ("C++", "C#"), without a possessive "s" ("Kafka's")."""
_SOUNDS = (
    ("shch", "sh"), ("dzh", "j"), ("dj", "j"), ("zh", "j"), ("kh", "h"), ("ph", "f"), ("th", "t"),
    ("ck", "k"), ("ks", "x"), ("qu", "kv"), ("q", "k"), ("w", "v"), ("ea", "i"), ("ee", "i"),
    ("oo", "u"), ("yu", "u"), ("iu", "u"), ("ya", "a"), ("yo", "e"), ("y", "i"), ("'", ""),
)  # fmt: skip
"""Spellings of one sound, in the order of their replacement: "shch" and "sh", "ph" and "f"."""
_SOFT_C = re.compile(r"c(?=[eiy])")
"""A "c" that sounds as "s": "Cisco", "cyber"."""
_DOUBLED = re.compile(r"(.)\1+")
"""A repeated letter, reduced to one: "Alffa" -> "Alfa"."""
_ALTERNATIVES = 3
"""Further dictionary readings of a Russian word: «стали» is a form of «сталь» and of «стать»."""
STEM = "~"
"""Prefix of a stem's key, which matches only stems of the same script."""


class Part(NamedTuple):
    """A word of a phrase with its offsets; hyphens and dots separate words."""

    text: str
    start: int
    end: int


def parts(text: str) -> list[Part]:
    """Split a phrase into words; "Alor-Broker" has two."""
    return [Part(normalize_spelling(m.group()), m.start(), m.end()) for m in _PART.finditer(text)]


@lru_cache(maxsize=200_000)
def sound(word: str) -> str:
    """Return a phonetic key that is equal for the Latin and Cyrillic spellings of a word."""
    folded = _SOFT_C.sub("s", anyascii(word).lower())
    for letters, replacement in _SOUNDS:
        folded = folded.replace(letters, replacement)
    return _DOUBLED.sub(r"\1", folded.replace("c", "k"))


def spelling(phrase: str) -> str:
    """Return the Latin letters of a phrase without separators and doubled letters."""
    return _DOUBLED.sub(r"\1", "".join(anyascii(part.text).lower() for part in parts(phrase)))


def stems(phrase: str) -> tuple[str, ...]:
    """Return the stems of a phrase's words."""
    return tuple(stem(part.text) for part in parts(phrase))


@lru_cache(maxsize=200_000)
def _forms(word: str) -> tuple[str, ...]:
    """The word's sound keys by mode: as written, lemma, stem, further dictionary readings."""
    stemmed = f"{STEM}{'ru' if is_cyrillic(word) else 'en'}:{sound(stem(word))}"
    if not is_cyrillic(word):
        return (sound(word), sound(word), stemmed)
    alternatives = dict.fromkeys(reading.normal for reading in readings(word)[:6])
    others = [sound(fold(form)) for form in alternatives][:_ALTERNATIVES]
    return (sound(word), sound(fold(lemma(word))), stemmed, *others)


def keys(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return every key of a phrase, the one closest to its spelling first."""
    forms = [_forms(word) for word in words]
    modes = max((len(form) for form in forms), default=0)
    joined = (
        "".join(form[mode] if mode < len(form) else form[1] for form in forms)
        for mode in range(modes)
    )
    return tuple(dict.fromkeys(key for key in joined if key))
