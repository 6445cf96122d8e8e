"""Read the numbers of a column, in the one way of writing them that fits all its cells."""

import re
from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import NamedTuple

from workbench.nlp.amounts import unit_and_factor

MOST_DIGITS = 15
"""Digits of a number; longer ones are numbers of accounts and the like, which are names."""
EXACT_DIGITS = 18
"""Digits that the exact types of the database hold."""
_SIGNS = "-+\u2212\u2013"
# «-1 234,56 ₽», «$1,000.50», «12 %», «(500)»: sign, currency, digits and a unit.
_NUMBER = re.compile(
    rf"(?P<open>\()?\s*(?P<sign>[{_SIGNS}])?\s*(?P<before>[$€£₽])?\s*(?P<inner>[{_SIGNS}])?"
    r"(?P<digits>\d[\d.,'’\s]*?)(?P<exponent>[eE][-+]?\d{1,2})?"
    r"\s*(?P<after>[$€£₽%°]|[^\W\d_]{1,14}\.?(?:\s?(?:[$€£₽]|[^\W\d_]{1,14}\.?))?)?\s*(?P<close>\))?"
)
# «1 234 567», «1'234»: groups of three divided by a space or an apostrophe.
_SPACED = re.compile(r"\d{1,3}(?:[\s'’]\d{3})+(?=[.,]|$)")
_GROUPED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*")
# «٣» is a digit too; a database reads only those of ASCII.
_DIGIT = re.compile(r"(?![0-9])\d")
# «007» is a code, «0.5» and «0» are numbers.
_CODE = re.compile(r"0\d")


class Numbers(NamedTuple):
    """The numbers of a column by cell, as plain decimals: ``1234.5``."""

    values: Mapping[str, str]
    unit: str
    decimals: int
    digits: int
    """The most digits before the decimal point."""
    with_factor: frozenset[str] = frozenset()
    """Cells that name their factor themselves: «5 млн»."""

    def scaled(self, factor: int) -> "Numbers | None":
        """Return the numbers, those of cells without a factor multiplied by a whole number.

        They are None if one becomes too long for an exact type.
        """
        if factor == 1:
            return self
        values = {
            cell: one if cell in self.with_factor else _text(Decimal(one) * factor)
            for cell, one in self.values.items()
        }
        scaled = _measured(values, self.unit)
        return scaled if scaled.digits <= EXACT_DIGITS else None


class _Parts(NamedTuple):
    sign: str
    digits: str
    exponent: str
    unit: str
    factor: int


def read_numbers(cells: Collection[str]) -> Numbers | None:
    """Return the numbers of distinct cells; None if one is not a number, or they disagree.

    They agree in their decimal mark and in their unit: «1,5» makes the comma of «1,234» a decimal
    mark. Where every comma stands before three digits, it divides thousands. A zero needs no unit.
    """
    parts: dict[str, _Parts] = {}
    for cell in cells:
        found = _parts(cell)
        if found is None:
            return None
        parts[cell] = found
    units = {one.unit for one in parts.values() if one.digits.strip("0.,")}
    mark = _decimal_mark([one.digits for one in parts.values()])
    if len(units) > 1 or mark is None:
        return None
    values = {cell: _plain(one, mark) for cell, one in parts.items()}
    numbers = _measured(values, next(iter(units), ""))
    with_factor = frozenset(cell for cell, one in parts.items() if one.factor > 1)
    return numbers._replace(with_factor=with_factor) if numbers.digits <= MOST_DIGITS else None


def _measured(values: Mapping[str, str], unit: str) -> Numbers:
    written = [value.lstrip("-").partition(".") for value in values.values()]
    longest = max((len(whole) for whole, _, _ in written), default=1)
    decimals = max((len(fraction) for _, _, fraction in written), default=0)
    return Numbers(values, unit, decimals, longest)


def _text(value: Decimal) -> str:
    """Return a number without an exponent and without zeros that a factor has left behind."""
    whole, mark, fraction = format(value, "f").partition(".")
    fraction = fraction.rstrip("0")
    return f"{whole}{mark}{fraction}" if fraction else whole


def _parts(cell: str) -> _Parts | None:
    found = _NUMBER.fullmatch(cell.strip())
    if found is None or bool(found["open"]) != bool(found["close"]):
        return None
    word = f"{found['before'] or ''} {found['after'] or ''}".strip()
    unit, factor = unit_and_factor(word)
    digits = found["digits"].strip()
    is_named_twice = found["before"] and found["after"] and factor == 1
    if (word and not unit and factor == 1) or is_named_twice or _CODE.match(digits):
        return None
    if re.search(r"[\s'’]", digits):
        if not (spaced := _SPACED.match(digits)) or re.search(r"[\s'’]", digits[spaced.end() :]):
            return None
        digits = re.sub(r"[\s'’]", "", digits)
    if digits[-1] in ".,":
        return None
    sign = (found["sign"] or "") + (found["inner"] or "")
    is_negative = bool(found["open"]) or (bool(sign) and sign != "+")
    return _Parts("-" if is_negative else "", digits, found["exponent"] or "", unit, factor)


def _decimal_mark(numbers: Collection[str]) -> str | None:
    """Return the decimal mark that all numbers allow, "." if none is needed; None for conflict."""
    needed: set[str] = set()
    grouping: set[str] = set()
    for digits in numbers:
        marks = [character for character in digits if character in ".,"]
        if not marks:
            continue
        if len(set(marks)) == 2:  # 1.234,5: the last is the decimal mark
            needed.add(marks[-1])
            grouping.add(marks[0])
            if marks.count(marks[-1]) > 1 or not _GROUPED.fullmatch(
                digits.rpartition(marks[-1])[0]
            ):
                return None
        elif len(marks) > 1:  # 1,234,567
            grouping.add(marks[0])
            if not _GROUPED.fullmatch(digits):
                return None
        elif marks[0] == "." or not _GROUPED.fullmatch(digits) or digits.startswith("0"):
            needed.add(marks[0])
    if "." in needed and "." in grouping and "," not in needed:
        needed = _only_grouped(numbers, needed)
    if len(needed) > 1 or needed & grouping:
        return None
    return next(iter(needed), "," if "." in grouping else ".")


def _only_grouped(numbers: Collection[str], needed: set[str]) -> set[str]:
    """Drop the point as a decimal mark where 1.234.567 shows that it divides thousands."""
    single = [digits for digits in numbers if digits.count(".") == 1]
    return set() if all(_GROUPED.fullmatch(digits) for digits in single) else needed


def _plain(parts: _Parts, mark: str) -> str:
    digits = parts.digits.replace("," if mark == "." else ".", "").replace(mark, ".")
    if parts.exponent:
        digits = format(Decimal(digits + parts.exponent), "f")
    plain = parts.sign + _DIGIT.sub(lambda digit: str(int(digit[0])), digits)
    return plain if parts.factor == 1 else _text(Decimal(plain) * parts.factor)
