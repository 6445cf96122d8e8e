"""Fold names to one spelling across scripts: «Алор Брокером» and "ALOR-broker" fold alike."""

import re
from collections.abc import Sequence
from functools import lru_cache

from anyascii import anyascii

from workbench.nlp.dictionary import look_up
from workbench.nlp.morphology import is_cyrillic, is_proper_name, lemma
from workbench.nlp.tokens import tokens

# Letters that transliterations write in several ways: «Макс» is "maks", "Max" too.
_SPELLINGS = (("x", "ks"), ("ck", "k"), ("ph", "f"), ("w", "v"))
# Soft sounds, which only transliterations leave out: «Яна» is "Yana" and "Ana".
_SOFT_SPELLINGS = (("yu", "u"), ("ya", "a"), ("yo", "e"), ("'", ""))
# "Anna" and "Ana", "Russo" and "Ruso"; 100 is not 10.
_DOUBLED = re.compile(r"(\D)\1+")


@lru_cache(maxsize=200_000)
def fold_word(word: str) -> str:
    """Return the lemma of a word in ASCII, with variant spellings of a sound unified."""
    return fold_spelling(lemma(word))


@lru_cache(maxsize=200_000)
def fold_term(word: str) -> str:
    """Return the lemma of a word as `fold_word` does; of a dictionary word with its soft sounds.

    «Девять» is not «девать», and «люк» is not «лук»; a name has no one spelling.
    """
    if is_cyrillic(word) and look_up(word.lower()).is_known and not is_proper_name(word):
        return _unified(lemma(word), _SPELLINGS)
    return fold_word(word)


def fold_spelling(word: str) -> str:
    """Return a word as it is in ASCII, with variant spellings of a sound unified."""
    return _unified(word, (*_SPELLINGS, *_SOFT_SPELLINGS))


def _unified(word: str, spellings: Sequence[tuple[str, str]]) -> str:
    folded = anyascii(word).lower()
    for written, sound in spellings:
        folded = folded.replace(written, sound)
    return _DOUBLED.sub(r"\1", folded)


def fold(text: str) -> str:
    """Return the folded words of a text; hyphens and dots inside names become spaces."""
    parts = re.sub(r"[.\-/’'&]", " ", text)
    return " ".join(fold_word(token.text) for token in tokens(parts))
