"""Keys under which a name is found again: whatever its script, inflection and punctuation."""

import re
from functools import lru_cache
from typing import NamedTuple

from anyascii import anyascii

from workbench.nlp.grammar import readings
from workbench.nlp.morphology import is_cyrillic, lemma, stem
from workbench.nlp.name_folding import fold
from workbench.nlp.spelling import ALPHANUMERICS, normal_spelling

_PART = re.compile(rf"(?<![’']){ALPHANUMERICS}[+#]*|(?<=[’'])(?!s\b){ALPHANUMERICS}[+#]*")
_SOUNDS = (
    ("shch", "sh"), ("dzh", "j"), ("dj", "j"), ("zh", "j"), ("kh", "h"), ("ph", "f"), ("th", "t"),
    ("ck", "k"), ("ks", "x"), ("qu", "kv"), ("q", "k"), ("w", "v"), ("ea", "i"), ("ee", "i"),
    ("oo", "u"), ("yu", "u"), ("iu", "u"), ("ya", "a"), ("yo", "e"), ("y", "i"), ("'", ""),
)  # fmt: skip
_SOFT_C = re.compile(r"c(?=[eiy])")
_DOUBLED = re.compile(r"(.)\1+")
_ALTERNATIVES = 3
STEM = "~"
"""Marks a stem, which agrees only with stems of its own script."""


class Part(NamedTuple):
    """A word of a phrase, hyphens and dots taken as borders, with its place."""

    text: str
    start: int
    end: int


def parts(text: str) -> list[Part]:
    """The words of a phrase; "Alor-Broker" has two."""
    return [Part(normal_spelling(m.group()), m.start(), m.end()) for m in _PART.finditer(text)]


@lru_cache(maxsize=200_000)
def sound(word: str) -> str:
    """One spelling for the ways a word is written in Latin and Cyrillic letters."""
    folded = _SOFT_C.sub("s", anyascii(word).lower())
    for written, said in _SOUNDS:
        folded = folded.replace(written, said)
    return _DOUBLED.sub(r"\1", folded.replace("c", "k"))


def spelling(phrase: str) -> str:
    """The letters of a phrase, without marks between words and without doubling."""
    return _DOUBLED.sub(r"\1", "".join(anyascii(part.text).lower() for part in parts(phrase)))


def stems(phrase: str) -> tuple[str, ...]:
    """The stems of a phrase's words."""
    return tuple(stem(part.text) for part in parts(phrase))


@lru_cache(maxsize=200_000)
def _forms(word: str) -> tuple[str, ...]:
    """The word by mode: as written, lemma, stem, and further dictionary readings."""
    stemmed = f"{STEM}{'ru' if is_cyrillic(word) else 'en'}:{sound(stem(word))}"
    if not is_cyrillic(word):
        return (sound(word), sound(word), stemmed)
    alternatives = dict.fromkeys(reading.normal for reading in readings(word)[:6])
    others = [sound(fold(form)) for form in alternatives][:_ALTERNATIVES]
    return (sound(word), sound(fold(lemma(word))), stemmed, *others)


def keys(words: tuple[str, ...]) -> tuple[str, ...]:
    """Every key of a phrase, the one written most alike first."""
    forms = [_forms(word) for word in words]
    modes = max((len(form) for form in forms), default=0)
    joined = (
        "".join(form[mode] if mode < len(form) else form[1] for form in forms)
        for mode in range(modes)
    )
    return tuple(dict.fromkeys(key for key in joined if key))
