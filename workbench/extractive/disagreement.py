"""Find two documents that give different values for what a question asks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.extractive.sentence_scoring import Source, SourceSet, match_credit
from workbench.extractive.sentence_selection import SupportingStatement, rank_statements
from workbench.nlp.amounts import CALENDAR, Amount, amounts, same_value
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.spelling import LETTERS
from workbench.nlp.terms import content_terms, stem_key
from workbench.nlp.tokens import tokens

_POOL = 15
"""Statements that are compared with those of the answer, best first."""
_AS_CLOSE = 0.75
"""Least coverage of the question by the other statement, as a share of the answer's."""
_LEAST_COVERAGE = 0.5
"""Least share of the question's words that both statements have, with their headings."""
_SAME_CLAIM = 0.45
"""Least share of the words of the shorter statement in the other, values left out: below it they
may speak of different things, such as a flight home and a hospital abroad."""
_OF_LONGER = 0.4
"""The same for the longer one: "Within 30 days of your return" is in most deadlines."""


# What stands behind a number: «%», " days".
_UNIT = re.compile(rf"\s?%|\s{LETTERS}")


@dataclass(frozen=True)
class Disagreement:
    """A statement of the answer, one of another document, and their different values as written."""

    shown: SupportingStatement
    other: SupportingStatement
    values: tuple[str, str]

    def with_other(self, chosen: Sequence[SupportingStatement]) -> list[SupportingStatement]:
        """Return the statements of an answer with the one that differs after them."""
        return [*chosen, *([] if self.other in chosen else [self.other])]


def disagreement(
    question: str,
    shown: Sequence[SupportingStatement],
    sources: Sequence[Source],
) -> Disagreement | None:
    """Return the first statement of another document with another value; None if there is none.

    "Within 7 days of buying it" and "Within 14 days of purchase" differ. Only a value that is alone
    of its unit in both statements is compared: a row with one amount a plan has several.

    Args:
        question: the question, a follow-up in its rewritten form.
        shown: the statements of the answer.
        sources: the passages, each with its document.
    """
    if not any(_only_ones(one.text) for one in shown):
        return None
    asked, library = read_question(question), SourceSet(sources)
    ranked = rank_statements(question, sources)
    close = [
        (one, covered)
        for one in ranked[:_POOL]
        if (covered := _covered(asked, library, one)) >= _LEAST_COVERAGE
    ]
    for one in shown:
        least = max(_LEAST_COVERAGE, _AS_CLOSE * _covered(asked, library, one))
        for other, covered in close:
            if covered < least or not _is_of_same_subject(asked, library, one, other):
                continue
            if values := next(_different_values(question, one, other), None):
                return Disagreement(one, other, values)
    return None


def _is_of_same_subject(
    asked: QuestionType, library: SourceSet, one: SupportingStatement, other: SupportingStatement
) -> bool:
    """Whether another document has all words of the question that the first one has in its titles.

    "Health" in a question about health claims is in "Health Insurance Terms", not in "Travel FAQ".
    """
    mine, theirs = library.sources[one.source], library.sources[other.source]
    if mine.document == theirs.document:
        return False
    titles, text = " ".join(mine.headings), _context(library, other)
    named = [term for term in asked.terms if match_credit(term, titles)]
    return all(match_credit(term, text) for term in named)


def _covered(asked: QuestionType, library: SourceSet, one: SupportingStatement) -> float:
    """Return the share of the question's words in a statement and the headings above it."""
    return library.share(asked, _context(library, one))


def _context(library: SourceSet, one: SupportingStatement) -> str:
    headings = library.sources[one.source].headings
    return " ".join((one.text, one.statement.asked, one.statement.lead, *headings))


def _different_values(
    question: str, one: SupportingStatement, other: SupportingStatement
) -> Iterator[tuple[str, str]]:
    """Yield the values of one unit that two statements of the same thing give differently."""
    if not _speak_alike(one, other):
        return
    known = amounts(question)
    mine, theirs = _only_ones(one.text), _only_ones(other.text)
    for unit in mine.keys() & theirs.keys():
        values = mine[unit], theirs[unit]
        is_asked = any(same_value(amount, value) for amount in known for value in values)
        if not is_asked and not same_value(*values):
            yield _written(one.text, values[0]), _written(other.text, values[1])


def _only_ones(text: str) -> dict[str, Amount]:
    """Return the amounts that are alone of their unit, or of the word after them: "8 working"."""
    found: dict[str, list[Amount]] = {}
    for amount in amounts(text):
        behind = next((one for one in tokens(text) if one.start >= amount.end), None)
        if unit := amount.unit or (stem_key(behind.text) if behind else ""):
            found.setdefault(unit, []).append(amount)
    return {unit: same[0] for unit, same in found.items() if unit != CALENDAR and len(same) == 1}


def _written(text: str, amount: Amount) -> str:
    """Return an amount as it is written, with the sign or the word after it."""
    behind = _UNIT.match(text, amount.end)
    return text[amount.start : behind.end() if behind else amount.end]


def _speak_alike(one: SupportingStatement, other: SupportingStatement) -> bool:
    """Whether two statements have about the same words besides their values."""
    mine, theirs = _words(one.text), _words(other.text)
    shared = len(mine & theirs)
    fewer, more = sorted((len(mine), len(theirs)))
    return shared > max(1, _SAME_CLAIM * fewer, _OF_LONGER * more)


def _words(text: str) -> frozenset[str]:
    """Return the content words of a text without its values."""
    return frozenset(
        term.key for term in content_terms(text) if not any(map(str.isdigit, term.text))
    )
