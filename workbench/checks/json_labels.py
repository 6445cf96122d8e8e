"""Which strings of a JSON answer state something; the others are labels: codes, states, dates."""

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
"""Fields of the built-in schemas: whatever stands there answers, in however few words."""

_CODE = re.compile(r"[^\W\d]\S*")
_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}\S*)?")
_STOPS = (".", "!", "?", "…")
_FEW_TERMS, _ENOUGH_TERMS = 2, 3


def is_assertion(text: str, field: str) -> bool:
    """True when a string of JSON says what its sources can bear out or deny.

    Args:
        text: the string.
        field: the name of the field that holds it, or the list that it is in.
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
    """Every string of JSON data that states something, in order."""
    if isinstance(data, str) and is_assertion(data, field):
        yield data
    elif isinstance(data, list):
        for member in data:
            yield from assertions(member, field)
    elif isinstance(data, dict):
        for name, member in data.items():
            yield from assertions(member, name)
