"""Classify a question by the kind of answer it asks for: amount, time, name, definition, reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from workbench.nlp.amounts import CALENDAR, Amount, amounts, unit_of
from workbench.nlp.grammar import in_word_list, is_plural
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.noun_phrases import ends_clause, is_general
from workbench.nlp.number_roles import unit_meant
from workbench.nlp.phrases import find_phrases, has_phrase
from workbench.nlp.terms import Term, content_terms, term_set
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list

_LISTING = ("whole_list", "listing_openings")
_NOUN_WITHIN = 4
"""Words after "which" among which its noun is looked for: "which of the new forms"."""
_DEFINED_WORDS = 3
"""A longer «What is …» asks for a detail («What is the price of the basic plan»)."""
# A number without a unit in this range is taken for a year.
_YEARS = range(1000, 2200)
TIME_UNITS = frozenset({"day", "week", "month", "year", "hour", "minute"})
"""Units of a period of time."""


@dataclass(frozen=True)
class QuestionType:
    """The content words of a question, once each in order, and the kinds of answer it asks for."""

    text: str
    terms: tuple[Term, ...]
    wants_amount: bool
    wants_time: bool
    wants_name: bool
    wants_definition: bool
    wants_reason: bool
    wants_verdict: bool = False
    """True for a question that yes or no answers."""
    wants_list: bool = False
    """True for a question that several things answer."""
    listed: str = ""
    """The plural noun after "which" or «какие»: what the answers are."""
    listed_kind: str = ""
    """The same with the words between: "Linux distributions"."""
    wants_steps: bool = False
    """True for a question that asks how something is done."""

    @property
    def is_pointed(self) -> bool:
        """True if a single number, date or name answers the question."""
        pointed = self.wants_amount or self.wants_time or self.wants_name
        return pointed and not self.wants_reason


@lru_cache(maxsize=1024)
def read_question(text: str) -> QuestionType:
    """Classify a question."""
    unique = {term.key: term for term in reversed(content_terms(text))}
    terms = tuple(_with_unit(one, text) for one in sorted(unique.values(), key=_start))
    defining = has_phrase(text, word_list("definition_questions"))
    wants_value = has_phrase(text, word_list("amount_questions") + word_list("time_questions"))
    return QuestionType(
        text=text,
        terms=terms,
        wants_amount=has_phrase(text, word_list("amount_questions")),
        wants_time=has_phrase(text, word_list("time_questions")),
        wants_name=has_phrase(text, word_list("name_questions")),
        wants_definition=defining and len(terms) <= _DEFINED_WORDS,
        wants_reason=asks_for_reason(text),
        wants_verdict=_asks_for_verdict(text),
        wants_list=_asks_for_several(text),
        listed=_listed_noun(text),
        listed_kind=_listed_kind(text),
        wants_steps=not wants_value and has_phrase(text, word_list("procedure_questions")),
    )


def _start(term: Term) -> int:
    return term.start


def _with_unit(term: Term, text: str) -> Term:
    """Return a term, that of a number with its unit: "year" of the 20 of "aged 20"."""
    same = (one for one in amounts(text) if one.start <= term.start and one.end == term.end)
    number = next(same, None)
    is_number = number is not None and term.text.isdecimal()
    return term._replace(unit=unit_meant(number, text)) if number and is_number else term


def _asks_for_verdict(text: str) -> bool:
    """Return True for "may I …" and «можно ли …», not for «сколько можно …» and "when may I …"."""
    words = tokens(text)
    if words and words[0].text.lower() in word_list("verdict_openings"):
        return True
    phrases = list(find_phrases(text, word_list("verdict_questions")))
    inside = [range(one.start, one.end) for one in phrases]
    others = (
        word.start
        for word in words
        if in_word_list(word.text, "question_words") and not any(word.start in it for it in inside)
    )
    other = next(others, len(text))
    return any(one.start < other for one in phrases)


def _asks_for_several(text: str) -> bool:
    """Return True for "which forms", «какие есть документы», "list the forms"."""
    words = [token.text for token in tokens(text)]
    listing = any(in_word_list(word, name) for word in words[:2] for name in _LISTING)
    return listing or bool(_listed_noun(text))


def _listed_noun(text: str) -> str:
    """Return the first plural noun after "which": "channels" of "By which channels …"; else ""."""
    words = tokens(_listed_kind(text))
    return words[-1].text if words else ""


def _listed_kind(text: str) -> str:
    """Return the words after "which" up to a plural noun; "" where a verb comes before it.

    "What does it need?" and "What happens if …" ask for no list, "Who are the officers?" does.
    """
    words = tokens(text)
    if introduced := _introduced(words):
        return text[introduced[0].start : introduced[-1].end]
    for place, word in enumerate(words):
        if not in_word_list(word.text, "plural_interrogatives"):
            continue
        near = words[place + 1 : place + 1 + _NOUN_WITHIN]
        nouns = list(takewhile(lambda one: not _is_auxiliary(one.text), near))
        last = next((one for one in nouns if is_plural(one.text)), None)
        is_plain = in_word_list(word.text, "plain_interrogatives")
        if is_plain and last is not None and last is near[0] and _is_verb(words[place + 1 :]):
            return ""
        return text[nouns[0].start : last.end] if last is not None else ""
    return ""


def _introduced(words: Sequence[Token]) -> Sequence[Token]:
    """Return "board members" of "Who are the board members of …"; none for hours and days."""
    opening = [("person_questions", "plain_interrogatives"), ("forms_of_be",), ("the_words",)]
    if len(words) <= len(opening) or not all(
        any(in_word_list(word.text, name) for name in names)
        for word, names in zip(words, opening, strict=False)
    ):
        return ()
    near = list(takewhile(lambda one: not ends_clause(one), words[len(opening) :]))
    is_list = bool(near) and is_plural(near[-1].text) and not unit_of(near[-1].text)
    return near if is_list and len(near) <= _NOUN_WITHIN else ()


def _is_verb(words: Sequence[Token]) -> bool:
    """Return True for "happens" of "happens if", and "goes" of "goes to": no nouns of things."""
    after = words[1:2]  # "kinds of leave"
    is_noun = any(in_word_list(word.text, "possessive_prepositions") for word in after)
    is_noun = is_noun or is_cyrillic(words[0].text)
    return not is_noun and is_general(words[0].text) and all(map(ends_clause, after))


def _is_auxiliary(word: str) -> bool:
    return in_word_list(word, "auxiliaries") and not is_cyrillic(word)


def asks_for_reason(text: str) -> bool:
    """Return True if a question or a heading asks why, in any wording."""
    return has_phrase(text, word_list("reason_questions") + word_list("cause_questions"))


def holds_time(text: str) -> bool:
    """Return True if a text has a date, a year or a period."""
    return any(_is_date(amount) or amount.unit in TIME_UNITS for amount in amounts(text))


def _is_date(amount: Amount) -> bool:
    return amount.unit == CALENDAR or (not amount.unit and amount.value in _YEARS)


def holds_new_number(asked: QuestionType, text: str) -> bool:
    """Return True if a text has a number, other than a date, that the question does not have."""
    known = {amount.value for amount in amounts(asked.text)}
    return any(found.value not in known and not _is_date(found) for found in amounts(text))


def holds_new_name(asked: QuestionType, text: str) -> bool:
    """Return True if a text has a capitalised word after its first that the question lacks."""
    known = term_set(asked.text)
    inside = tokens(text)[1:]
    return any(
        word.text[0].isupper() and term_set(word.text) and term_set(word.text).isdisjoint(known)
        for word in inside
    )


def opens_with_yes_or_no(text: str) -> bool:
    """Return True for «Yes.» and «No, …»: the text answers a question that is not part of it."""
    first = next(iter(tokens(text)), None)
    return first is not None and first.text.lower() in word_list("verdicts")
