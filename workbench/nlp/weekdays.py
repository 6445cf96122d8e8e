"""Read days of the week, abbreviations and ranges: «пн-пт», "Mon, Wed", "Monday to Friday"."""

from functools import lru_cache
from itertools import pairwise

from workbench.domain.local_text import LANGUAGES
from workbench.nlp.grammar import in_word_list
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.terms import stem_key
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_DASHES = ("-", "–", "—")
DAYS = 7


@lru_cache(maxsize=8192)
def weekdays(text: str) -> frozenset[int]:
    """Return the days that a text names, Monday as 0; a range has all of its days."""
    named = [
        (token.start, token.end, day)
        for token in tokens(text.replace("-", " ").replace("–", " "))
        if (day := _day(token.text)) is not None
    ]
    days = {day for _, _, day in named}
    for (_, end, first), (start, _, last) in pairwise(named):
        joint = text[end:start].strip()
        if joint in _DASHES or in_word_list(joint, "day_range_joints"):
            days.update((first + step) % DAYS for step in range((last - first) % DAYS + 1))
    return frozenset(days)


@lru_cache(maxsize=4096)
def _day(word: str) -> int | None:
    """Return the number of a day; an English abbreviation has a capital: "Sat", not "sat"."""
    for language in LANGUAGES:
        names, short = word_list("day_names", language), word_list("day_abbreviations", language)
        for number, (name, forms) in enumerate(zip(names, short, strict=True)):
            is_short = word.lower() in forms.split() and (language == "ru" or word[0].isupper())
            same_script = is_cyrillic(word) is is_cyrillic(name)
            if is_short or (same_script and stem_key(word.lower()) == stem_key(name)):
                return number
    return None
