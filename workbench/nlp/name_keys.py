"""Compute index keys of names that do not depend on script, inflection and punctuation."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from anyascii import anyascii
from rapidfuzz.distance import OSA

from workbench.nlp.grammar import readings
from workbench.nlp.morphology import is_cyrillic, stem
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
_READINGS = (
    ("chr", "hr"), ("igh", "ai"), ("wh", "v"), ("ow", "ou"), ("ew", "yu"), ("aw", "o"),
    ("tion", "shn"),
)  # fmt: skip
"""English spellings that are read otherwise than letter by letter: "Light", "Airflow"."""
_SILENT_E = re.compile(r"(?<=\w\w[^aeiou])e$")
"""An "e" at the end of a word that is not read: "Google", "Langfuse"."""
_VOWELS = "aeiou"
_SYLLABLE = re.compile(f"[{_VOWELS}]+")
_UNSURE = re.compile(f"[{_VOWELS}h]")
"""Letters that transliterations choose differently: "Airflow" and «Эйрфлоу», "Kube", «Кьюб»."""
_ALTERNATIVES = 3
"""Further dictionary readings of a Russian word: «стали» is a form of «сталь» and of «стать»."""
CONSONANTS = 3
"""Consonants of the shortest word recognised in another script though its vowels differ."""
SILENT_VOWEL = 5
"""Consonants from which on a vowel may be silent: "TypeScript" and «Тайпскрипт»."""
STEM = "~"
"""Prefix of a stem's key, which matches only stems of the same script."""


class Part(NamedTuple):
    """A word of a phrase with its offsets; hyphens and dots separate words."""

    text: str
    start: int
    end: int


@lru_cache(maxsize=20_000)
def parts(text: str) -> tuple[Part, ...]:
    """Split a phrase into words; "Alor-Broker" has two."""
    found = _PART.finditer(text)
    return tuple(Part(normalize_spelling(m.group()), m.start(), m.end()) for m in found)


def distinct_words(texts: Iterable[str]) -> set[str]:
    """Return the words of texts, as ``parts`` splits them, in small letters."""
    return {normalize_spelling(word).lower() for word in {*_PART.findall("\n".join(texts))}}


def _latin(word: str) -> str:
    """Return the small Latin letters of a word; anyascii goes through it letter by letter."""
    return (word if word.isascii() else anyascii(word)).lower()


@lru_cache(maxsize=200_000)
def sound(word: str) -> str:
    """Return a phonetic key that is equal for the Latin and Cyrillic spellings of a word."""
    folded = _SOFT_C.sub("s", _latin(word))
    for letters, replacement in _SOUNDS:
        folded = folded.replace(letters, replacement)
    return _DOUBLED.sub(r"\1", folded.replace("c", "k"))


@lru_cache(maxsize=200_000)
def read_aloud(word: str) -> str:
    """Return the sound of a word, after the rules of English reading for a Latin one."""
    folded = _latin(word)
    if not is_cyrillic(word):
        folded = _SILENT_E.sub("", folded)
        for letters, replacement in _READINGS:
            folded = folded.replace(letters, replacement)
    return sound(folded)


@lru_cache(maxsize=200_000)
def consonants(word: str) -> str:
    """Return the consonants of a word as heard: "klks" for "ClickHouse" and «Кликхаус»."""
    return _DOUBLED.sub(r"\1", _UNSURE.sub("", read_aloud(word)).replace("z", "s"))


@lru_cache(maxsize=50_000)
def is_transcribed(one: str, other: str) -> bool:
    """True when one word is the other in another script, written by ear: «Кликхаус»."""
    if is_cyrillic(one) == is_cyrillic(other) or not consonants(one) == consonants(other) != "":
        return False
    ours, theirs = read_aloud(one), read_aloud(other)
    if (ours[-1] in _VOWELS) != (theirs[-1] in _VOWELS):
        return False
    known = len(consonants(one))
    silent = abs(len(_SYLLABLE.findall(ours)) - len(_SYLLABLE.findall(theirs)))
    if silent > (known >= SILENT_VOWEL):
        return False
    edits = min(len(ours), len(theirs)) // 3 if known >= CONSONANTS else 0
    return OSA.distance(ours, theirs) <= edits


def spelling(phrase: str) -> str:
    """Return the Latin letters of a phrase without separators and doubled letters."""
    return _DOUBLED.sub(r"\1", "".join(_latin(part.text) for part in parts(phrase)))


def stems(phrase: str) -> tuple[str, ...]:
    """Return the stems of a phrase's words."""
    return tuple(stem(part.text) for part in parts(phrase))


@lru_cache(maxsize=200_000)
def _forms(word: str) -> tuple[str, ...]:
    """The word's sound keys by mode: as written, lemma, stem, further dictionary readings."""
    stemmed = f"{STEM}{'ru' if is_cyrillic(word) else 'en'}:{sound(stem(word))}"
    if not is_cyrillic(word):
        written = sound(word)
        return (written, written, stemmed)
    alternatives = dict.fromkeys(reading.normal for reading in readings(word)[:6])
    others = [sound(form) for form in alternatives][:_ALTERNATIVES]
    return (sound(word), others[0], stemmed, *others)


def keys(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return every key of a phrase, the one closest to its spelling first."""
    if len(words) == 1:
        return tuple(dict.fromkeys(filter(None, _forms(words[0]))))
    forms = [_forms(word) for word in words]
    modes = max((len(form) for form in forms), default=0)
    joined = (
        _joined(form[mode] if mode < len(form) else form[1] for form in forms)
        for mode in range(modes)
    )
    return tuple(dict.fromkeys(key for key in joined if key))


def _joined(forms: Iterable[str]) -> str:
    """Join the forms of words; "Lang Graph" gets one "g" as "LangGraph" has, «Дмитрий и» two."""
    key = ""
    for form in forms:
        key += form[1:] if len(form) > 1 and key[-1:] == form[:1] else form
    return key
