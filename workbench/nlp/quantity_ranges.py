"""Tell whether a number of a question lies in the range that the label of a row or item names."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf

from workbench.nlp.amounts import CALENDAR, amounts
from workbench.nlp.number_roles import AGE, BARE, implied_unit
from workbench.nlp.quantities import Quantity, are_pair, quantities

_LOW, _HIGH = ("least", "start"), ("most", "end")


@lru_cache(maxsize=20_000)
def is_in_range(question: str, label: str) -> bool:
    """Return True for "after 3 years" and "2 to 5 years", "900 pounds" and "over £500".

    A number without a unit is compared with the label's numbers whatever they count.
    """
    stated = [one for one in quantities(label) if not one.is_implied]
    asked = [one for one in quantities(question) if not one.is_implied]
    if not stated or not asked:
        return False
    dimension = stated[0].dimension
    low, high, is_strict = _range(stated, label, [one.value for one in stated])
    if any(_lies(one.value, low, high, is_strict) for one in asked if one.dimension == dimension):
        return True
    bare = [one.value for one in asked if not one.dimension]
    written = [one.value for one in amounts(label)]
    if not dimension or not bare or len(written) != len(stated):
        return False
    low, high, is_strict = _range(stated, label, written)
    return any(_lies(value, low, high, is_strict) for value in bare)


def lies_in_stated_range(value: float, unit: str, text: str) -> bool:
    """Return True if a text states a range or a bound that a number meets: "under 25" of age 20.

    Args:
        value: the number.
        unit: what it measures or counts.
        text: a statement; a number that measures nothing in it may be an age.
    """
    units = (unit, BARE) if unit == AGE else (unit,)
    months = [one.start for one in amounts(text) if one.unit == CALENDAR]
    written = {
        one.start: one
        for one in amounts(text)
        if implied_unit(one, text) in units and one.end + 1 not in months
    }
    stated = [
        one._replace(value=written[one.start].value)
        for one in quantities(text)
        if one.start in written
    ]
    pairs = [[one, other] for one, other in pairwise(stated) if are_pair(one, other, text)]
    return any(
        _lies(value, *_range(some, text, [one.value for one in some]))
        for some in (*pairs, *([one] for one in stated if one.bound))
    )


def _range(
    stated: Sequence[Quantity], label: str, values: Sequence[float]
) -> tuple[float, float, bool]:
    """Return the ends of the range, and whether they lie outside; an empty one without a bound."""
    if len(stated) > 1 and stated[0].dimension == stated[1].dimension:
        is_pair = are_pair(stated[0], stated[1], label) or stated[0].bound == "start"
        return (values[0], values[1], False) if is_pair else (inf, -inf, False)
    if stated[0].bound in _LOW:
        return values[0], inf, stated[0].is_strict
    return (
        (-inf, values[0], stated[0].is_strict) if stated[0].bound in _HIGH else (inf, -inf, False)
    )


def _lies(value: float, low: float, high: float, is_strict: bool) -> bool:
    return low < value < high if is_strict else low <= value <= high
