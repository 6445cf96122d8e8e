"""Detect telephone numbers, e-mail addresses and addresses of sites in a text."""

import re

_FEWEST_DIGITS = 5
"""Digits of a telephone number."""
# A telephone number: "+7 (495) 555-01-27", "01632 960 417".
_PHONE = re.compile(r"\+?\d[\d\s()\u00a0-]{3,}\d")
# Two years that look like one: "2019-2023".
_YEARS = re.compile(r"(?:1[89]|20)\d\d\s?-\s?(?:1[89]|20)\d\d")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
# An address of a site: "https://…", "museum.example/visits", «музей.рф».
_LINK = re.compile(
    r"(?:https?://|www\.)\S+|(?<![@\w])[\w-]+(?:\.[\w-]+)*\.(?:[a-z]{2,}|\u0440\u0444)\b(?:/\S*)?"
)


def has_phone(text: str) -> bool:
    """Return True for a telephone number, False for two years: "2019-2023"."""
    return any(
        sum(map(str.isdigit, found.group())) >= _FEWEST_DIGITS
        and not _YEARS.fullmatch(found.group())
        for found in _PHONE.finditer(text)
    )


def has_email(text: str) -> bool:
    """Return True for an e-mail address."""
    return _EMAIL.search(text) is not None


def has_link(text: str) -> bool:
    """Return True for the address of a site or a page, which that of an e-mail is not."""
    return _LINK.search(_EMAIL.sub("", text)) is not None
