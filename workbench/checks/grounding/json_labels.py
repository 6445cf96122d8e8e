"""Tell assertions from labels (codes, states, dates) among the strings of a JSON answer."""

import re
from collections.abc import Iterator
from typing import Any

from workbench.nlp.assertions import has_verb, names_amount
from workbench.nlp.terms import content_terms

PROSE = frozenset(
    {
        "answer",
        "key_facts",
        "limitations",
        "similarities",
        "differences",
        "contradictions",
        "conclusion",
    }
)
"""Fields of the built-in schemas whose strings are always assertions, however short."""

_CODE = re.compile(r"[^\W\d]\S*")
"""One word without spaces that begins with a letter: ``covered``, ``EUR``, ``plan-B``."""
_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}\S*)?")
"""ISO 8601: ``2024-05``, ``2024-05-01``, ``2024-05-01T10:00Z``."""
_STOPS = (".", "!", "?", "…")
_FEW_TERMS, _ENOUGH_TERMS = 2, 3
"""Content terms that make a string an assertion: in a sentence, and in any other string."""


def is_assertion(text: str, field: str) -> bool:
    """Return True for a string that the sources can support or contradict.

    Args:
        text: the string.
        field: the name of its field, or of the field with its list.
    """
    bare = text.strip()
    if field in PROSE:
        return True
    if _CODE.fullmatch(bare) or _DATE.fullmatch(bare):
        return False
    terms = len(content_terms(bare))
    is_sentence = terms >= _FEW_TERMS and (bare.endswith(_STOPS) or has_verb(bare))
    return is_sentence or terms >= _ENOUGH_TERMS or names_amount(bare)


def assertions(data: Any, field: str = "") -> Iterator[str]:
    """Yield every assertion among the strings of JSON data, in order."""
    if isinstance(data, str) and is_assertion(data, field):
        yield data
    elif isinstance(data, list):
        for member in data:
            yield from assertions(member, field)
    elif isinstance(data, dict):
        for name, member in data.items():
            yield from assertions(member, name)
