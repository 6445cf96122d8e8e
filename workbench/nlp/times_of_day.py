"""Read times of the day in one form: "9:30 pm", "21:30", «9 вечера», "noon"."""

import re
from collections import defaultdict
from functools import cache, lru_cache

from workbench.nlp.amounts import CLOCK, Amount
from workbench.nlp.word_lists import word_list

_HOURS = 12
_TIME = r"(?<![\w.:,])(?P<hour>[01]?\d|2[0-4])(?:[:.](?P<minute>[0-5]\d))?(?!\d|:\d)"
# "9:00", not the score of "won 3:2".
_WITH_MINUTES = re.compile(r"(?<![\d:])([01]?\d|2[0-4]):([0-5]\d)(?!\d|:\d)")


@lru_cache(maxsize=20_000)
def times_of_day(text: str) -> tuple[Amount, ...]:
    """Return the times of the day in a text in order, in hours from midnight: "9:30 pm" is 21.5.

    A bare number is none: "at 9" may be any of two times.
    """
    found = {
        one.start(): Amount(_hours(one, one.lastgroup or ""), CLOCK, one.start(), one.end())
        for one in _in_halves().finditer(text)
    }
    spans = [(one.start, one.end) for one in found.values()]
    for match in _WITH_MINUTES.finditer(text):
        if not any(start <= match.start() < end for start, end in spans):
            hours = int(match[1]) + int(match[2]) / 60
            found[match.start()] = Amount(hours, CLOCK, match.start(), match.end())
    for match in _named().finditer(text):
        found[match.start()] = Amount(
            _hour_of_name(match.group()), CLOCK, match.start(), match.end()
        )
    return tuple(found[at] for at in sorted(found))


def _hours(match: "re.Match[str]", half: str) -> float:
    """Return the hours from midnight of a time with the half of the day that it is in."""
    hour = int(match["hour"]) + int(match["minute"] or 0) / 60
    if half == "second":
        return hour if hour >= _HOURS else hour + _HOURS
    return hour - _HOURS if _HOURS <= hour < _HOURS + 1 else hour


@cache
def _in_halves() -> "re.Pattern[str]":
    """Return a pattern for a time before "am" or "pm"; the name of its last group is the half."""
    words: dict[str, list[str]] = defaultdict(list)
    for entry in word_list("halves_of_the_day"):
        half, _, listed = entry.partition(": ")
        words[half] += map(_flexible, listed.split(" | "))
    halves = (rf"(?P<{half}>{'|'.join(listed)})" for half, listed in words.items())
    return re.compile(rf"{_TIME}[\s\u00a0]?(?:{'|'.join(halves)})(?!\w)", re.IGNORECASE)


def _flexible(words: str) -> str:
    return re.escape(words).replace(r"\ ", r"[\s\u00a0]")


@cache
def _named() -> "re.Pattern[str]":
    return re.compile(rf"(?<!\w)(?:{'|'.join(_names())})(?!\w)", re.IGNORECASE)


@cache
def _names() -> dict[str, float]:
    entries = (entry.split(": ") for entry in word_list("named_times"))
    return {word: float(hour) for hour, words in entries for word in words.split(" | ")}


def _hour_of_name(name: str) -> float:
    return _names()[name.lower()]
