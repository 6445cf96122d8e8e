"""Parse numbers and their units: «$1,000», «1 тыс. долларов», "one hundred days"."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from workbench.domain.local_text import LANGUAGES
from workbench.nlp.by_script import ByScript
from workbench.nlp.grammar import is_function_word, is_plural
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.number_words import NumberWords, number_words, scales
from workbench.nlp.spelling import LETTERS
from workbench.nlp.terms import stem_key
from workbench.nlp.word_lists import list_pattern, word_list
from workbench.nlp.years import BARE_YEARS

_CURRENCY = {"$": "usd", "€": "eur", "£": "gbp", "₽": "rub"}
MONEY = frozenset(_CURRENCY.values())
"""Units of money."""
TIME_UNITS = frozenset({"day", "week", "month", "year", "hour", "minute"})
"""Units of a period of time."""
# «1,000,000.5» and «1 000» with thousands separators, or plain «12» and «3,14».
_DIGITS = r"\d{1,3}(?:[,\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
_ORDINAL_END = list_pattern("ordinal_endings")
# «$5», «5%», «5 km», «5-дневный», «1,5 млн руб.», «5-й день», but no metres in «в 5-м подъезде»: a
# number with up to two words or signs after it.
# In "2 nights $400" the sign is that of 400.
_NUMBER = re.compile(
    rf"(?P<currency>[$€£₽])?\s?(?<![\w.,])(?P<digits>{_DIGITS})(?:{_ORDINAL_END}(?![^\W_]))?"
    rf"(?P<glued>{LETTERS})?"
    rf"(?P<rest>[\s\u00a0-]{{0,2}}(?:%|°|[$€£₽](?!\d)|(?:{LETTERS})\.?)"
    rf"(?:\s(?:[$€£₽](?!\d)|{LETTERS}))?|%|°)?"
)
# "2026-07-28" and «28.07.2026», not the "10.10.2010" of an address or a version.
_ISO_DATE = re.compile(
    r"(?<![\w.-])(?P<year>[12]\d{3})-(?P<month>\d\d)-(?P<day>\d\d)(?![\w-]|\.\d)"
)
_DOTTED_DATE = re.compile(
    r"(?<![\w.-])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>[12]\d{3})(?![\w-]|\.\d)"
)
_DAYS, _MONTHS = range(1, 32), range(1, 13)
# A number in words, or a month: «five», «мая».
_WORD = re.compile(LETTERS)
# One unit after a number: «%», «per cent», «km», «руб».
_UNIT_WORD = re.compile(rf"[$€£₽%°]|per cent|{LETTERS}")
# «°C», «°F»: the letter says which degrees, all in one column are the same.
_DEGREES = re.compile(r"°\s?[CFСcfс](?![^\W\d_])")
# After a number: " business days", "-person hours", « рабочих дней».
_KIND_AND_UNIT = re.compile(rf"[\s\u00a0-]({LETTERS})[\s\u00a0-]({LETTERS})")
# The end of the text before a month, or the start of the text after it: «12th », «, 2023».
_BESIDE_NUMBER = re.compile(rf"(?:\d{_ORDINAL_END}?,? ?$)|(?:^,? ?\d)")
_SHORTEST_MONTH = 3
"""Fewest letters of an abbreviated month: «мар», "Mar"."""
CLOCK = "clock"
"""The unit of a time of the day, whose value is in hours."""
CALENDAR = "calendar"
"""The unit of a month of a date: «12 May 2023» and «12.05.2023» have 12, 5 and 2023."""


class Amount(NamedTuple):
    """A number with its unit (empty if it has none) and its offsets in the text, end exclusive."""

    value: float
    unit: str
    start: int
    end: int


def amounts_agree(one: Amount, other: Amount) -> bool:
    """Return True for equal values with the same unit, or with a unit missing on either side."""
    return same_value(one, other) and (one.unit == other.unit or not one.unit or not other.unit)


def same_value(one: Amount, other: Amount) -> bool:
    """Return True if the values are equal within floating-point error."""
    return abs(one.value - other.value) <= 1e-9 * max(1.0, abs(one.value), abs(other.value))


@lru_cache(maxsize=20_000)
def amounts(text: str) -> tuple[Amount, ...]:
    """Return the numbers of a text in order, including those written as words."""
    found = _from_dates(text)
    taken = [(amount.start, amount.end) for amount in found]
    found += [
        amount
        for match in _NUMBER.finditer(text)
        if (amount := _from_digits(match)) and not _overlaps(amount, taken)
    ]
    taken = [(amount.start, amount.end) for amount in found]
    found += (_from_words(text, number) for number in number_words(text))
    for match in _WORD.finditer(text):
        if not any(a <= match.start() < b for a, b in taken):
            found += [amount] if (amount := _from_month(text, match)) else []
    return tuple(sorted(found, key=lambda amount: amount.start))


def _from_dates(text: str) -> list[Amount]:
    """Return the days, months and years of dates in figures."""
    dates = (date for form in (_ISO_DATE, _DOTTED_DATE) for date in form.finditer(text))
    return [
        Amount(float(date[part]), CALENDAR if part == "month" else "", *date.span(part))
        for date in dates
        if int(date["day"]) in _DAYS and int(date["month"]) in _MONTHS
        for part in ("day", "month", "year")
    ]


def _overlaps(amount: Amount, taken: Sequence[tuple[int, int]]) -> bool:
    return any(amount.start < end and start < amount.end for start, end in taken)


def _from_digits(match: "re.Match[str]") -> Amount | None:
    value = _value(match["digits"])
    if value is None:
        return None
    unit = _CURRENCY.get(match["currency"] or "", "")
    for word in _UNIT_WORD.findall(f"{match['glued'] or ''} {match['rest'] or ''}"):
        if (factor := scales().get(stem_key(word))) is not None:
            value *= factor
        elif not unit:
            unit = _units().get(word) or _units().get(stem_key(word)) or ""
            break
    unit = unit or _unit_after_kind(match.string, match.end("digits"), value)
    start = match.start("currency") if match["currency"] else match.start("digits")
    return Amount(value, unit, start, match.end("digits"))


def _from_words(text: str, number: NumberWords) -> Amount:
    following = _WORD.match(text, number.end + 1)
    unit = (_units().get(stem_key(following.group())) or "") if following else ""
    unit = unit or _unit_after_kind(text, number.end, number.value)
    return Amount(number.value, unit, number.start, number.end)


def _unit_after_kind(text: str, end: int, value: float) -> str:
    """Return the unit of time after one word that tells its kind: "business days", «рабочих дней».

    "In 2024 opening hours changed" has no hours, nor has "Lot 12 summer day ticket".
    """
    found = _KIND_AND_UNIT.match(text, end)
    if found is None or value in BARE_YEARS:
        return ""
    kind, word = found.groups()
    unit = unit_of(word)
    is_kind = not (is_function_word(kind) or unit_of(kind) or stem_key(kind) in scales())
    is_counted = value == 1 or is_cyrillic(word) or is_plural(word)
    return unit if unit in TIME_UNITS and is_kind and is_counted else ""


def _from_month(text: str, match: "re.Match[str]") -> Amount | None:
    month = _months().get(stem_key(match.group()))
    around = (text[max(0, match.start() - 6) : match.start()], text[match.end() : match.end() + 3])
    if month is None or not any(_BESIDE_NUMBER.search(side) for side in around):
        return None
    return Amount(month, CALENDAR, match.start(), match.end())


def _value(digits: str) -> float | None:
    plain = re.sub(r"[\u00a0\u202f ]", "", digits)
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        plain = plain.replace(",", "")
    plain = plain.replace(",", ".", 1)
    try:
        return float(plain)
    except ValueError:
        return None


def unit_of(word: str) -> str:
    """Return the canonical unit of a sign or word: "percent" of «%»; empty if it is none."""
    return _units().get(word.lower()) or _units().get(stem_key(word)) or ""


def unit_and_factor(words: str) -> tuple[str, int]:
    """Return the canonical unit of a few words and what multiplies it: «млн ₽» is ("rub", 10**6).

    They are ("", 1) if one of them is neither a unit nor a factor. A letter is a factor only beside
    a currency: the K of "300 K" is a kelvin.
    """
    unit, factor = "", 1
    has_letter = False
    for word in _UNIT_WORD.findall(_DEGREES.sub("°", words)):
        scale = scales().get(stem_key(word))
        if scale is not None:
            factor *= int(scale)
            has_letter = has_letter or len(word) == 1
        elif not unit and (found := unit_of(word)):
            unit = found
        elif word.lower() not in word_list("unit_prepositions"):
            return "", 1
    return ("", 1) if has_letter and unit not in MONEY else (unit, factor)


def unit_words(unit: str) -> tuple[str, ...]:
    """Return the signs and words of a canonical unit in all languages: "day", «день», «сутки»."""
    named = (entry.partition(": ") for entry in word_list("units"))
    return tuple(word for name, _, words in named if name == unit for word in words.split())


def month_of(word: str) -> int | None:
    """Return the number of a month by its name, inflected or cut to three letters or more."""
    name = word.lower().rstrip(".")
    known = _months().get(stem_key(name))
    if known is not None or len(name) < _SHORTEST_MONTH:
        return None if known is None else int(known)
    months = (enumerate(word_list("months", language), start=1) for language in LANGUAGES)
    return next((number for all_of in months for number, m in all_of if m.startswith(name)), None)


@cache
def _months() -> ByScript[float]:
    entries = (
        (word, float(number))
        for language in LANGUAGES
        for number, word in enumerate(word_list("months", language), start=1)
    )
    return ByScript(entries, lambda word: (stem_key(word),))


@cache
def _units() -> ByScript[str]:
    """Map each sign, word and word stem to its canonical unit: «%» and «процент» to "percent"."""
    signs = {"%": "percent", "per cent": "percent", "°": "degree"} | _CURRENCY
    words = (
        (form, canonical)
        for canonical, _, forms in (entry.partition(":") for entry in word_list("units"))
        for form in forms.split()
    )
    return ByScript([*signs.items(), *words], _unit_forms)


def _unit_forms(form: str) -> tuple[str, ...]:
    """Return a unit and its stem; a letter has none: the dictionary takes «т» for «так»."""
    return (form,) if len(form) == 1 else (form, stem_key(form))
