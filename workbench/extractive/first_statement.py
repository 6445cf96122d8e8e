"""Choose the first statement of an answer where the best one lacks what is asked for."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from workbench.extractive.listed_headings import count_of, enumerates, kind_asked_for
from workbench.extractive.question_likeness import heading_of
from workbench.extractive.sources import SourceSet
from workbench.extractive.statement_traits import counts, label_share
from workbench.extractive.supporting_statements import SupportingStatement
from workbench.extractive.word_credit import RELATED_CREDIT, match_credit
from workbench.nlp.asked_relation import read_relation
from workbench.nlp.counted_units import (
    asks_for_most,
    counted_unit,
    counts_kind,
    has_number_in,
    has_number_of,
    kind_of_unit,
)
from workbench.nlp.number_roles import BARE, has_number, identifying_numbers
from workbench.nlp.quantities import quantities
from workbench.nlp.question_type import QuestionType
from workbench.nlp.terms import Term, content_terms
from workbench.text.statements import Statement, statements

_WITH_NUMBER = 0.5
"""Least share of the best score of a statement that goes first for a number of the unit, or of the
things, asked for."""
_AS_GOOD = 0.75
"""The same of one with the unit asked for, where the best one has a unit about as long."""
_AS_LIST = 0.6
"""Least share of the best score of an item that goes first where several things are asked for."""
_WHOLE = 0.9
"""Share of the other words of a question in a sentence that lists what it asks for."""
_HIGH = ("most", "end")
"""Bounds of the most that is allowed: "at most 3", "up to 24"."""
_POOL = 15
"""How many statements are considered, best first."""


def with_number_first(
    asked: QuestionType, ranked: list[SupportingStatement]
) -> list[SupportingStatement]:
    """Put a statement with the number asked for first: for "how many days", one with days.

    "How many flats are there?" is answered by "12 floors and 126 flats", and a question about
    release 3.1 by a statement that has 3.1.
    """
    for number in identifying_numbers(asked.text):
        ranked = _with_first(ranked, partial(has_number, number.value, BARE))
    unit, kind = counted_unit(asked.text), kind_of_unit(asked.text)
    relation = read_relation(asked.text)
    if unit:
        ranked = _with_first(ranked, lambda text: has_number_of(unit, text))
        ranked = _with_first(ranked, lambda text: has_number_in(unit, text), _AS_GOOD)
    if kind:
        ranked = _with_first(ranked, lambda text: counts_kind(kind, text))
    if unit and asks_for_most(asked.text):
        ranked = _with_first(ranked, lambda text: _has_most(unit, kind, text))
    if relation.is_counted:
        counted = content_terms(relation.word)
        ranked = _with_first(ranked, lambda text: counts(counted, text))
    return ranked


def _has_most(unit: str, kind: str, text: str) -> bool:
    """Return True if a text says the most of a unit, of one kind if that is asked for."""
    is_of_kind = not kind or counts_kind(kind, text)
    return is_of_kind and any(
        one.bound in _HIGH and one.unit == unit and not one.is_implied for one in quantities(text)
    )


def _with_first(
    ranked: list[SupportingStatement],
    answers: Callable[[str], bool],
    share: float = _WITH_NUMBER,
) -> list[SupportingStatement]:
    """Put the best statement that answers first, if its score is high enough."""
    if not ranked or answers(ranked[0].text):
        return ranked
    near = (one for one in ranked[:_POOL] if one.score >= share * ranked[0].score)
    first = next((one for one in near if answers(one.text)), ranked[0])
    return [first, *(one for one in ranked if one is not first)]


def with_list_first(
    asked: QuestionType, library: SourceSet, ranked: list[SupportingStatement]
) -> list[SupportingStatement]:
    """Put a list first where the best statement does not have the things to be listed.

    "Which objects can I take home?" is answered by the items below "Things to take home", and where
    no source has the word, by those of a list that has the rest of the question.
    """
    if below := _below_repeated(asked, library, ranked):
        return [below, *(one for one in ranked if one is not below)]
    kind = kind_asked_for(asked) if asked.wants_list else None
    if kind is None:
        return ranked
    if sentence := _listing_sentence(asked, kind, library, ranked):
        return [sentence, *(one for one in ranked if one is not sentence)]
    if announced := _announced(asked, kind, library, ranked):
        return [announced, *(one for one in ranked if one is not announced)]
    if _is_in_list(ranked[0], library):
        return ranked
    if match_credit(kind, f"{ranked[0].text} {_above(ranked[0], library)}"):
        return ranked
    least = _AS_LIST * ranked[0].score
    near = [one for one in ranked if one.score >= least and _is_in_list(one, library)]
    if library.has(kind):
        fields = [one for one in near if _is_field_asked_for(asked, one.statement)]
        near = fields or [one for one in near if match_credit(kind, _above(one, library))]
    return [*near[:1], *(one for one in ranked if one not in near[:1])]


def _below_repeated(
    asked: QuestionType, library: SourceSet, ranked: Sequence[SupportingStatement]
) -> SupportingStatement | None:
    """Return an item below a lead-in that the question repeats: «Что указать в заявке?».

    All words of the lead-in «Укажите в заявке:» are in the question, and the headings have as much
    of the rest as those of the best statement.
    """
    if asked.is_pointed or asked.wants_verdict or asked.wants_reason:
        return None
    least = _share_with_headings(asked, library, ranked[0])
    for one in ranked[:_POOL]:
        lead = content_terms(one.statement.lead)
        is_repeated = len(lead) > 1 and all(
            match_credit(term, asked.text) >= RELATED_CREDIT for term in lead
        )
        if is_repeated and _is_in_list(one, library):
            return one if _share_with_headings(asked, library, one) >= least else None
    return None


def _share_with_headings(
    asked: QuestionType, library: SourceSet, one: SupportingStatement
) -> float:
    """Return the share of the question's words in a statement and all that stands above it."""
    above = (*library.sources[one.source].headings, *one.statement.headings)
    said = (one.text, one.statement.lead, one.statement.asked)
    return library.share(asked, " ".join((*said, *above)))


def _listing_sentence(
    asked: QuestionType, kind: Term, library: SourceSet, ranked: Sequence[SupportingStatement]
) -> SupportingStatement | None:
    """Return a sentence that lists and counts the things, or has all other words of the question.

    "There are three rooms: the Wren, the Mill and the Reed." for "Which rooms are there?", and
    "Files are compared by name, size and date." for "By which features are files compared?".
    """
    rest = replace(asked, terms=tuple(term for term in asked.terms if term != kind))
    least = _AS_LIST * ranked[0].score
    for one in ranked:
        if one.statement.kind != "sentence" or one.score < least:
            continue
        is_whole = bool(rest.terms) and library.share(rest, one.text) >= _WHOLE
        is_told = count_of(one.statement.text, kind) > 1 or (one is ranked[0] and is_whole)
        if is_told and enumerates(one.statement, ()):
            return one
    return None


def _announced(
    asked: QuestionType, kind: Term, library: SourceSet, ranked: Sequence[SupportingStatement]
) -> SupportingStatement | None:
    """Return an item below a sentence that ends in the kind asked for and covers the question.

    "SQLite uses nine types of temporary files:" for "What kinds of temporary files …?". Where the
    best statement is in another list, one that counts them goes before it: "two types of lock".
    """
    is_listed = _is_in_list(ranked[0], library)
    least = library.share(asked, ranked[0].statement.lead if is_listed else ranked[0].text)
    for one in ranked[:_POOL]:
        lead = one.statement.lead
        last = content_terms(lead)[-1:]
        ends_so = any(match_credit(kind, term.text) == 1.0 for term in last) and not is_listed
        counts_them = count_of(lead, kind) > 1
        if not (ends_so or counts_them) or not _is_in_list(one, library):
            continue
        if library.share(asked, lead) >= (_AS_LIST * least if counts_them else least):
            return one
    return None


def _is_field_asked_for(asked: QuestionType, one: Statement) -> bool:
    """Return True if the question asks for the label of a form field."""
    return bool(one.label) and label_share(asked, one) == 1.0


def _above(one: SupportingStatement, library: SourceSet) -> str:
    """Return the lead-in of a statement, its nearest heading and the label of its column."""
    source, statement = library.sources[one.source], one.statement
    labels = " ".join(label for label, _ in statement.cells[:1])
    return f"{statement.lead} {heading_of(statement, source)} {labels}"


def _is_in_list(one: SupportingStatement, library: SourceSet) -> bool:
    near = statements(library.sources[one.source].text)
    return one.statement.kind != "sentence" and enumerates(one.statement, near)
