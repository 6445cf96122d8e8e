"""Select the plural form of a noun for a number."""

from collections.abc import Sequence


def plural(number: int, forms: Sequence[str]) -> str:
    """Return one of (one, many) by the English rule, or of (one, few, many) by the Russian rule.

    >>> plural(21, ("факт", "факта", "фактов"))
    'факт'
    """
    number = abs(number)
    if len(forms) == 2:
        return forms[0] if number == 1 else forms[1]
    one, few, many = forms
    if number % 10 == 1 and number % 100 != 11:
        return one
    return few if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else many
