"""Find the section that a question asks for the content of: "What changed in 4.2?"."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from workbench.extractive.question_likeness import heading_of, same_section
from workbench.extractive.sources import SourceSet
from workbench.extractive.supporting_statements import SupportingStatement
from workbench.extractive.word_credit import match_credit
from workbench.nlp.asked_event import asked_event
from workbench.nlp.noun_phrases import is_general
from workbench.nlp.question_type import QuestionType
from workbench.nlp.terms import Term
from workbench.nlp.tokens import count_words
from workbench.text.statements import Statement, statements

_WORDS = 120
"""Most words of the section."""


def asked_section(
    asked: QuestionType, library: SourceSet, best: SupportingStatement
) -> list[SupportingStatement]:
    """Return the statements of the section whose number a question names, or none.

    The titles have all other words of the question, so that nothing selects among its items.

    Args:
        asked: the question.
        library: its sources.
        best: the statement that answers it best.
    """
    event = asked_event(asked.text)
    numbers = [term for term in asked.terms if term.text[0].isdigit()]
    if not (event and numbers):
        return []
    own = (best.source, best.statement)
    for index, one in (own, *_openings(library)):
        heading = heading_of(one, library.sources[index])
        if all(match_credit(term, heading) == 1.0 for term in numbers):
            return _whole(asked, event, library, index, one)
    return []


def _openings(library: SourceSet) -> Iterator[tuple[int, Statement]]:
    """Yield the first statement of each section, with the index of its source."""
    for index, source in enumerate(library.sources):
        for _, section in groupby(statements(source.text), key=attrgetter("headings")):
            yield index, next(section)


def _whole(
    asked: QuestionType, event: str, library: SourceSet, index: int, first: Statement
) -> list[SupportingStatement]:
    """Return the statements of a section, unless a word of the question selects among them."""
    source = library.sources[index]
    titles = " ".join((*source.headings, *first.headings))
    near = [one for one in statements(source.text) if same_section(one, first)]
    text = " ".join(one.text for one in near)
    is_chosen = any(
        match_credit(one, text) if one.text == event else not match_credit(one, titles)
        for one in asked.terms
        if not (_is_numbered(one, asked) or is_general(one.text))
    )
    if is_chosen or sum(count_words(one.text) for one in near) > _WORDS:
        return []
    return [SupportingStatement(index, one, 0.0, one.text) for one in near]


def _is_numbered(term: Term, asked: QuestionType) -> bool:
    """Return True for a number, and for "version" before it."""
    if term.text[0].isdigit():
        return True
    after = next((one for one in asked.terms if one.start > term.start), None)
    if after is None or not after.text[0].isdigit():
        return False
    return asked.text[term.start + len(term.text) : after.start].isspace()
