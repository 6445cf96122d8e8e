"""One spelling for names in any script: «Алор Брокером» and "ALOR-broker" fold alike."""

import re
from functools import lru_cache

from anyascii import anyascii

from workbench.nlp.morphology import lemma
from workbench.nlp.tokens import tokens

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
_DOUBLED = re.compile(r"(.)\1+")


@lru_cache(maxsize=200_000)
def fold_word(word: str) -> str:
    """Lemma, then ASCII, then one spelling for sounds that are written in several ways."""
    folded = anyascii(lemma(word)).lower()
    for written, sound in _SPELLINGS:
        folded = folded.replace(written, sound)
    return _DOUBLED.sub(r"\1", folded)


def fold(text: str) -> str:
    """The folded words of a text, hyphens and dots inside names taken as spaces."""
    parts = re.sub(r"[.\-/’'&]", " ", text)
    return " ".join(fold_word(token.text) for token in tokens(parts))
