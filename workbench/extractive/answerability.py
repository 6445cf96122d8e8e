"""Measure whether statements answer a question: what they cover of it, and what they lack."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.extractive.sentence_scoring import Source, SourceSet, match_credit
from workbench.nlp.asked_value import ValueKind, asked_value, holds_value
from workbench.nlp.phrases import find_phrases
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.word_lists import word_list

LEAST_COVERAGE = 0.4
"""Least share of the question's words in an answer. Below it, on two foreign sets of documents, two
of three answers were wrong: they are given as the nearest that the documents say."""
_HEAVY = 0.6
"""Share of the heaviest word's weight from which a word of the question is worth naming."""
_MOST_NAMED = 3
"""Missing words that are named, at most."""
_MISSING_CREDIT = 0.5
"""A word of the same root counts as found."""


@dataclass(frozen=True)
class Answerability:
    """What an answer has of its question."""

    coverage: float
    """Share of the question's words, by weight, in the answer and the headings above it."""
    best_coverage: float
    """The largest such share in one statement, without headings."""
    missing: tuple[str, ...]
    """Words that matter in the question and that no source has, as written there."""
    absent_value: ValueKind | None
    """The kind of value that the question asks for, if the answer has none.

    A person is none where no source has the word that relates people to the question: "founded".
    """

    @property
    def is_outright(self) -> bool:
        """Whether the answer has what is asked about, and the kind of value asked for."""
        return self.coverage >= LEAST_COVERAGE and self.absent_value is None


def assess_answer(
    question: str, sources: Sequence[Source], shown: Sequence[str], headings: str
) -> Answerability:
    """Compare an answer with its question.

    Args:
        question: the question, a follow-up in its rewritten form.
        sources: the passages that the answer was written from; they tell how rare a word is.
        shown: the statements of the answer, with their lead-ins.
        headings: the titles and headings of the cited passages.
    """
    asked, library = read_question(question), SourceSet(sources)
    everything = " ".join(" ".join((one.text, *one.headings)) for one in sources)
    coverage = library.share(asked, " ".join((*shown, headings))) if asked.terms else 1.0
    missing = _named(asked, library, everything)
    kind = asked_value(asked)
    is_unrelated = kind == "who" and bool(missing) and coverage < LEAST_COVERAGE
    return Answerability(
        coverage=coverage,
        best_coverage=max((library.share(asked, one) for one in shown), default=0.0),
        missing=missing,
        absent_value=kind
        if kind and (is_unrelated or not holds_value(asked, kind, shown))
        else None,
    )


def _named(asked: QuestionType, library: SourceSet, text: str) -> tuple[str, ...]:
    """Return the heavy words that a text lacks, without those that only ask: "how long"."""
    asking = list(find_phrases(asked.text, _asking()))
    heaviest = max((library.weight(term) for term in asked.terms), default=0.0)
    missing = [
        term.text
        for term in asked.terms
        if library.weight(term) >= _HEAVY * heaviest
        and match_credit(term, text) < _MISSING_CREDIT
        and not any(phrase.start <= term.start < phrase.end for phrase in asking)
    ]
    return tuple(missing[:_MOST_NAMED])


def _asking() -> tuple[str, ...]:
    return word_list("time_questions") + word_list("amount_questions")
