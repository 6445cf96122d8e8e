"""Expand contractions, or strip their endings: "who's" to "who is" or "who"."""

import re
from collections.abc import Mapping
from functools import cache

from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_APOSTROPHES = ("'", "\u2019")
_NEGATED = "n", "t"
"""What stands before and behind the apostrophe of "isn't"."""

# "PDFs", "LLMs", "S3s"; no "CSS" and no "Os".
_PLURAL_ABBREVIATION = re.compile(r"([A-Z][A-Z0-9]+)s")


def without_contractions(text: str) -> str:
    """Return a text with its contractions expanded, so that each word can be looked up.

    "What's the fee?" becomes "What is the fee?", and "dont" becomes "don't".
    """
    for word in reversed(tokens(text)):
        full = _contractions().get(word.text.lower().replace(_APOSTROPHES[1], "'"))
        if full is not None:
            first = full[0].upper() if word.text[0].isupper() else full[0]
            text = f"{text[: word.start]}{first}{full[1:]}{text[word.end :]}"
    return text


def without_ending(word: str) -> str:
    """Return "they" of "they've", "Ann" of "Ann's" and "PDF" of "PDFs".

    Nothing is returned of "isn't", which only denies. A stemmer leaves the plural of an
    abbreviation without vowels as it is.
    """
    if plural := _PLURAL_ABBREVIATION.fullmatch(word):
        return plural[1]
    at = max(map(word.rfind, _APOSTROPHES))
    before, ending = word[:at].lower(), word[at + 1 :].lower()
    if at < 1 or ending not in word_list("contraction_endings"):
        return word
    return "" if ending == _NEGATED[1] and before.endswith(_NEGATED[0]) else word[:at]


@cache
def _contractions() -> Mapping[str, str]:
    return dict(entry.split(": ") for entry in word_list("contractions"))
