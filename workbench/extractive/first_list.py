"""Choose the list that answers a question where the best statement is in none, or in another."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.extractive.listed_headings import count_of, enumerates, kind_asked_for
from workbench.extractive.question_likeness import heading_of
from workbench.extractive.sources import SourceSet
from workbench.extractive.statement_traits import label_share
from workbench.extractive.supporting_statements import SupportingStatement
from workbench.extractive.word_credit import RELATED_CREDIT, match_credit
from workbench.nlp.grammar import in_word_list
from workbench.nlp.question_type import QuestionType
from workbench.nlp.terms import Term, content_terms
from workbench.nlp.tokens import tokens
from workbench.text.statements import Statement, statements

_AS_LIST = 0.6
"""Least share of the best score of an item that goes first where several things are asked for."""
_WHOLE = 0.9
"""Share of the other words of a question in a sentence that lists what it asks for."""
_POOL = 15
"""How many statements are considered, best first."""


def with_list_first(
    asked: QuestionType, library: SourceSet, ranked: list[SupportingStatement]
) -> list[SupportingStatement]:
    """Put a list first where the best statement does not have the things to be listed.

    "Which objects can I take home?" is answered by the items below "Things to take home", and where
    no source has the word, by those of a list that has the rest of the question.
    """
    first = _below_repeated(asked, library, ranked)
    kind = kind_asked_for(asked) if asked.wants_list else None
    if first is None and kind is not None:
        first = (
            _listing_sentence(asked, kind, library, ranked)
            or _announced(asked, kind, library, ranked)
            or _in_near_list(asked, kind, library, ranked)
        )
    return ranked if first is None else [first, *(one for one in ranked if one is not first)]


def _in_near_list(
    asked: QuestionType, kind: Term, library: SourceSet, ranked: Sequence[SupportingStatement]
) -> SupportingStatement | None:
    """Return an item of a list of the kind, or of any where no source has the word for it."""
    best = ranked[0]
    if _is_in_list(best, library) or match_credit(kind, f"{best.text} {_above(best, library)}"):
        return None
    least = _AS_LIST * best.score
    near = [one for one in ranked if one.score >= least and _is_in_list(one, library)]
    if library.has(kind):
        fields = [one for one in near if _is_field_asked_for(asked, one.statement)]
        near = fields or [one for one in near if match_credit(kind, _above(one, library))]
    return next(iter(near), None)


def _below_repeated(
    asked: QuestionType, library: SourceSet, ranked: Sequence[SupportingStatement]
) -> SupportingStatement | None:
    """Return an item below a lead-in that the question repeats: «Что указать в заявке?».

    All words of the lead-in «Укажите в заявке:» are in the question, and the headings have as much
    of the rest as those of the best statement; or the lead-in and the headings have all words of
    the question: «В окне укажите:» below «Создание заявки».
    """
    if asked.is_pointed or asked.wants_verdict or asked.wants_reason:
        return None
    least = _share_with_headings(asked, library, ranked[0])
    for one in ranked[:_POOL]:
        if not one.statement.lead or not _is_in_list(one, library):
            continue
        if _is_repeated(asked, one) and _share_with_headings(asked, library, one) >= least:
            return one
        if _is_asked_in_section(asked, library, one) and not _is_of_another_kind(asked, one):
            return one
    return None


def _is_repeated(asked: QuestionType, one: SupportingStatement) -> bool:
    lead = content_terms(one.statement.lead)
    return len(lead) > 1 and all(match_credit(x, asked.text) >= RELATED_CREDIT for x in lead)


def _is_asked_in_section(asked: QuestionType, library: SourceSet, one: SupportingStatement) -> bool:
    """Whether a lead-in has one of the question's words, and the headings have the others."""
    lead, titles = one.statement.lead, " ".join(_headings(library, one))
    in_lead = [x for x in asked.terms if match_credit(x, lead) >= RELATED_CREDIT]
    others = [x for x in asked.terms if x not in in_lead]
    return bool(in_lead and others) and all(
        match_credit(x, titles) >= RELATED_CREDIT for x in others
    )


def _is_of_another_kind(asked: QuestionType, one: SupportingStatement) -> bool:
    """Whether kinds of a thing are asked for, and the lead-in announces no kinds: "two modes"."""
    lead = tokens(one.statement.lead)
    return asked.wants_list and not any(in_word_list(word.text, "kind_words") for word in lead)


def _headings(library: SourceSet, one: SupportingStatement) -> tuple[str, ...]:
    return (*library.sources[one.source].headings, *one.statement.headings)


def _share_with_headings(
    asked: QuestionType, library: SourceSet, one: SupportingStatement
) -> float:
    """Return the share of the question's words in a statement and all that stands above it."""
    said = (one.text, one.statement.lead, one.statement.asked)
    return library.share(asked, " ".join((*said, *_headings(library, one))))


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
