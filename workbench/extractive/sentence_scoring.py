"""Score how well a statement answers a question, with its headings, neighbours and passage."""

from collections.abc import Sequence

from workbench.extractive.question_likeness import (
    SAME_QUESTION,
    heading_of,
    question_above,
    question_similarity,
    same_section,
)
from workbench.extractive.sources import Source, SourceSet
from workbench.extractive.stated_permission import states_permission
from workbench.extractive.statement_traits import (
    defines,
    defines_exactly,
    first_column,
    is_fragment,
    is_one_listed,
    label_of,
    label_share,
    names_number,
    opens_with,
    pairs_kept,
)
from workbench.extractive.word_credit import match_credit
from workbench.nlp.answer_type import ADDRESSES, answer_type
from workbench.nlp.asked_subject import acting_subject, subject_defined
from workbench.nlp.grammar import in_word_list
from workbench.nlp.lead_times import has_lead_time, lead_time_words
from workbench.nlp.opposites import negated_keys
from workbench.nlp.phrases import has_phrase
from workbench.nlp.question_type import (
    QuestionType,
    asks_for_reason,
    has_new_name,
    has_new_number,
    has_time,
    opens_with_yes_or_no,
)
from workbench.nlp.terms import Term, term_set
from workbench.nlp.value_detection import has_value_of_kind
from workbench.nlp.word_lists import word_list
from workbench.text.statements import Statement, statements

_LABELLED = 0.3
"""Bonus for a field whose label is in the question."""
_ON_SUBJECT = 0.3
"""Bonus for a statement that opens with what is asked about, and tells what it is or does."""
_PERMISSION = 0.2
"""Bonus for a statement that says whether what is asked about may be done."""
_MAIL_FIELD = 0.5
"""Factor for a header line of a message that is not asked for."""
_FRAGMENT = 0.1
"""Penalty for a fragment."""

# Credit for a question word outside the statement: in its FAQ question or list lead-in, nearest
# heading, other headings, neighbouring statements, anywhere in the passage.
_IN_ASKED, _IN_HEADING, _IN_TITLE, _NEARBY, _IN_PASSAGE = 0.8, 0.8, 0.7, 0.4, 0.3
_NEGATED = 0.9
"""Credit for the opposite of a word that yes or no is asked about."""


def score_statement(asked: QuestionType, library: SourceSet, source: Source, place: int) -> float:
    """Return a score for the statement at index ``place`` of a source; 0 if it is unrelated.

    The statement itself counts most, then its FAQ question, headings and neighbours, then the
    passage.
    """
    one = statements(source.text)[place]
    score = _term_score(asked, library, source, place)
    titled = question_similarity(asked, one, source)
    if titled >= SAME_QUESTION:
        score += max(0.6 * titled - 0.05 * one.place, 0.0)
    if not score:
        return 0.0
    field = label_share(asked, one)
    score = score + _shape_bonus(asked, one) + (_LABELLED * field or -_FRAGMENT * is_fragment(one))
    score *= _mail_field_factor(asked, one)
    if asked.wants_reason and asks_for_reason(f"{one.asked} {heading_of(one, source)}"):
        score += 0.15
    return score * _other_question_factor(asked, one, source) * (0.5 + 0.5 * source.relevance)


def _term_score(asked: QuestionType, library: SourceSet, source: Source, place: int) -> float:
    layers = _layers(source, place)
    weights = [library.weight_in(asked, term) for term in asked.terms]
    total = sum(weights)
    found = sum(
        weight * max(_best_credit(term, layers), _NEGATED * _denies(asked, term, layers[0][0]))
        for term, weight in zip(asked.terms, weights, strict=True)
    )
    return found / total if total else 0.0


def _best_credit(term: Term, layers: Sequence[tuple[str, float]]) -> float:
    """Return the best credit of a word; layers that can give no more are not read."""
    best = 0.0
    for text, credit in layers:
        if credit <= best:
            break
        best = max(best, credit * match_credit(term, text))
    return best


def _denies(asked: QuestionType, term: Term, text: str) -> bool:
    """Return True if a text answers yes or no by the opposite: "unpaid leave" for "Is it paid?"."""
    return asked.wants_verdict and not negated_keys(term.key).isdisjoint(term_set(text))


def _layers(source: Source, place: int) -> list[tuple[str, float]]:
    """Return the statement and the texts around it, with the credit for a word found there.

    Those of the most credit come first.
    """
    found = statements(source.text)
    one = found[place]
    nearby = " ".join(
        other.text for other in found[max(0, place - 1) : place + 2] if same_section(other, one)
    )
    titles = " ".join((*source.headings, *one.headings))
    return [
        (one.text, 1.0),
        (f"{one.asked} {one.lead} {first_column(one)}", _IN_ASKED),
        (heading_of(one, source), _IN_HEADING),
        (titles, _IN_TITLE),
        (nearby, _NEARBY),
        (source.text, _IN_PASSAGE),
    ]


def _other_question_factor(asked: QuestionType, one: Statement, source: Source) -> float:
    """Return less than 1 for the answer to another FAQ question, lowest for its «yes» or «no»."""
    answered = question_above(one, source)
    if not answered or question_similarity(asked, one, source) >= SAME_QUESTION:
        return 1.0
    if opens_with_yes_or_no(one.text):
        return 0.5
    return 0.7 if asked.wants_reason and not asks_for_reason(answered) else 0.85


def _shape_bonus(asked: QuestionType, one: Statement) -> float:
    """Return a bonus for the asked kind of answer (amount, name, reason …) and for word order."""
    bonus = 0.2 * pairs_kept(asked.terms, one.text)
    kind = answer_type(asked)
    if kind in ADDRESSES:
        bonus += 0.4 * has_value_of_kind(asked, kind, [one.text])
    elif kind == "clock":
        bonus += 0.15 * has_value_of_kind(asked, kind, [one.text])
    elif asked.wants_time:
        bonus += 0.15 * has_time(one.text)
    elif asked.wants_amount:
        bonus += 0.15 * has_new_number(asked, one.text)
    if lead_time_words(asked.text):
        bonus += 0.15 * has_lead_time(one.text)
    if asked.wants_name:
        bonus += 0.1 * has_new_name(asked, one.text)
    bonus += _PERMISSION * states_permission(asked, one.text)
    if asked.wants_definition and defines(asked.terms, one):
        bonus += 0.3
    bonus += _ON_SUBJECT * defines_exactly(subject_defined(asked.text), one)
    acting = acting_subject(asked.text)
    bonus += _ON_SUBJECT * (opens_with(acting, one) or defines_exactly(acting, one))
    if asked.wants_reason:
        bonus += 0.1 * has_phrase(one.text, word_list("reasons"))
        bonus -= 0.2 * (one.kind == "row")
    subject = label_of(one)
    bonus += 0.3 * names_number(asked.text, subject)
    if asked.listed:
        bonus += 0.2 * is_one_listed(asked, one)
    return bonus


def _mail_field_factor(asked: QuestionType, one: Statement) -> float:
    """Return less than 1 for "To: All members", unless a person or a time is asked for."""
    is_field = one.kind == "item" and in_word_list(label_of(one), "mail_fields")
    asks_for_one = asked.wants_name or asked.wants_time or answer_type(asked) == "email"
    return _MAIL_FIELD if is_field and not asks_for_one else 1.0
