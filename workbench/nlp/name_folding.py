"""Fold names to one spelling across scripts: «Алор Брокером» and "ALOR-broker" fold alike."""

import re
from functools import lru_cache

from anyascii import anyascii

from workbench.nlp.morphology import lemma
from workbench.nlp.tokens import tokens

# Letters that transliterations write in several ways: «Макс» is "maks", "Max" too.
_SPELLINGS = (
    ("x", "ks"),
    ("ck", "k"),
    ("ph", "f"),
    ("w", "v"),
    ("yu", "u"),
    ("ya", "a"),
    ("yo", "e"),
    ("'", ""),
)
# "Anna" and "Ana", "Russo" and "Ruso".
_DOUBLED = re.compile(r"(.)\1+")


@lru_cache(maxsize=200_000)
def fold_word(word: str) -> str:
    """Return the lemma of a word in ASCII, with variant spellings of a sound unified."""
    return fold_spelling(lemma(word))


def fold_spelling(word: str) -> str:
    """Return a word as it is in ASCII, with variant spellings of a sound unified."""
    folded = anyascii(word).lower()
    for written, sound in _SPELLINGS:
        folded = folded.replace(written, sound)
    return _DOUBLED.sub(r"\1", folded)


def fold(text: str) -> str:
    """Return the folded words of a text; hyphens and dots inside names become spaces."""
    parts = re.sub(r"[.\-/’'&]", " ", text)
    return " ".join(fold_word(token.text) for token in tokens(parts))
