"""Measure whether statements answer a question: what they cover of it, and what they lack."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.extractive.sentence_scoring import Source, SourceSet, match_credit
from workbench.nlp.asked_relation import can_tell, relation_of, subject_names, tells_of
from workbench.nlp.asked_value import ValueKind, asked_value, holds_value
from workbench.nlp.grammar import in_word_list
from workbench.nlp.phrases import find_phrases
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import tokens
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
    absent_relation: str = ""
    """The word for the relation or event that the question asks about, if no statement of the
    answer tells it of the question's subject: "resign" in "Why did Ann Reed resign?"."""

    @property
    def lacks_what_is_asked(self) -> bool:
        """Whether the answer has no value of the kind asked for, or tells of another relation."""
        return self.absent_value is not None or bool(self.absent_relation)

    @property
    def is_outright(self) -> bool:
        """Whether the answer has what is asked about, and the kind of value asked for."""
        return self.coverage >= LEAST_COVERAGE and not self.lacks_what_is_asked


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
        absent_relation=_absent_relation(question, shown, headings),
    )


def _absent_relation(question: str, shown: Sequence[str], headings: str) -> str:
    relation = relation_of(question)
    if not relation or not can_tell(relation, " ".join(shown)):
        return ""
    names = content_terms(" ".join(subject_names(question, relation)))
    for place, one in enumerate(shown):
        text = f"{_with_antecedent(shown, place)} {headings}"
        is_of_subject = not names or any(match_credit(name, text) for name in names)
        if is_of_subject and _tells(relation, f"{one} {headings}"):
            return ""
    return relation


def _tells(relation: str, text: str) -> bool:
    """Whether a text has the relation, or a word of the same root: "executed", "execution"."""
    return tells_of(relation, text) or any(match_credit(x, text) for x in content_terms(relation))


def _with_antecedent(shown: Sequence[str], place: int) -> str:
    """Return a statement, after the one before it if it opens with a pronoun: "She left in May"."""
    first = next(iter(tokens(shown[place])), None)
    refers = place and first is not None and in_word_list(first.text, "personal_pronouns")
    return " ".join(shown[place - 1 : place + 1]) if refers else shown[place]


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
