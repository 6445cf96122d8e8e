"""Measure how far statements answer a question: the words they cover, and what they lack."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from workbench.extractive.compared_values import comparative
from workbench.extractive.mentioned_attribute import mentioned_attribute
from workbench.extractive.missing_thing import missing_thing
from workbench.extractive.other_document import name_of_other_document
from workbench.extractive.relation_check import missing_relation, states_relation
from workbench.extractive.shown_context import headings_of, passage_of, refers_back, text_before
from workbench.extractive.sources import Source, SourceSet
from workbench.extractive.unmet_bound import unmet_bound
from workbench.extractive.word_credit import SYNONYM_CREDIT, match_credit
from workbench.nlp.answer_type import (
    KINDS,
    NAMES,
    ValueKind,
    answer_type,
    informative_terms,
    subject_terms,
)
from workbench.nlp.asked_event import asked_event
from workbench.nlp.asked_relation import read_relation
from workbench.nlp.compared_sides import compared_sides
from workbench.nlp.grammar import in_word_list
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.noun_phrases import is_general
from workbench.nlp.phrases import find_phrases, has_phrase
from workbench.nlp.question_type import (
    QuestionType,
    asking_part,
    asks_for_reason,
    read_question,
)
from workbench.nlp.reasons import gives_reason, has_past_perfect
from workbench.nlp.terms import Term
from workbench.nlp.value_detection import has_value_of_kind
from workbench.nlp.word_lists import word_list

LEAST_COVERAGE = 0.4
"""Least share of the question's words in an answer. Below it, on two foreign sets of documents, two
of three answers were wrong: they are given as the nearest that the documents say."""
_HEAVY = 0.6
"""A missing word is named if it has at least this share of the heaviest word's weight."""
_MOST_NAMED = 3
"""Most missing words that are named."""
_MISSING_CREDIT = 0.5
"""A word of the same root counts as found."""
_ON_SUBJECT = 0.3
"""Least share of the question's words in a statement whose reason may be the one asked for."""
_OF_SUBJECT: frozenset[ValueKind] = frozenset(KINDS) - NAMES - {"time", "age", "reason"}
"""Kinds of value that count only beside the subject of the question; of the others, the relation
is looked for beside it."""


@dataclass(frozen=True)
class Answerability:
    """How far an answer covers its question."""

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
    missing_relation: str = ""
    """The word for the relation or event that the question asks about, if no statement of the
    answer tells it of the question's subject: "resign" in "Why did Ann Reed resign?"; or for the
    kind of thing asked for, if none names such a thing: "bank" in "Which bank issues the cards?";
    or the name that only other documents have; or the bound that none meets: "before 2020".
    """

    @property
    def lacks_what_is_asked(self) -> bool:
        """Whether the answer has no value of the kind asked for, or states another relation."""
        return self.absent_value is not None or bool(self.missing_relation)

    @property
    def covers_question(self) -> bool:
        """Whether the answer has enough of the question's words."""
        return self.coverage >= LEAST_COVERAGE

    @property
    def is_outright(self) -> bool:
        """Whether the answer has what is asked about, and the kind of value asked for."""
        return self.covers_question and not self.lacks_what_is_asked


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
    asked, library = _without_comparative(read_question(question)), SourceSet(sources)
    asked = _without_event(asked, headings)
    everything = " ".join(" ".join((one.text, *one.headings)) for one in sources)
    coverage = library.share(asked, " ".join((*shown, headings))) if asked.terms else 1.0
    missing = _named(asked, library, everything)
    return Answerability(
        coverage=coverage,
        best_coverage=max((library.share(asked, one) for one in shown), default=0.0),
        missing=missing,
        absent_value=_absent_value(
            asked, library, shown, is_related=not missing or coverage >= LEAST_COVERAGE
        ),
        missing_relation=name_of_other_document(question, library, shown)
        or missing_relation(question, library, shown, headings)
        or _missing_thing(question, library, shown)
        or mentioned_attribute(question, library, shown)
        or unmet_bound(question, shown, headings),
    )


def _without_comparative(asked: QuestionType) -> QuestionType:
    """Drop the comparative of a question about two things: two prices answer "cheaper"."""
    found = comparative(asked.text) if compared_sides(asked.text) is not None else None
    if found is None:
        return asked
    kept = tuple(term for term in asked.terms if term.text not in found[1])
    return replace(asked, terms=kept)


def _without_event(asked: QuestionType, headings: str) -> QuestionType:
    """Drop the event of a question about a numbered section: all of 4.2 is what "changed"."""
    event = asked_event(asked.text)
    numbers = [term for term in asked.terms if term.text[0].isdigit()]
    if not event or not numbers or not all(match_credit(one, headings) == 1.0 for one in numbers):
        return asked
    return replace(asked, terms=tuple(term for term in asked.terms if term.text != event))


def _missing_thing(question: str, library: SourceSet, shown: Sequence[str]) -> str:
    """Return the word for the thing asked for that no statement names.

    A relation is checked elsewhere: for a red door, no statement need have the word "colour".
    """
    thing = missing_thing(question, library, shown)
    return "" if thing == read_relation(question).word else thing


def shares_informative_word(question: str, shown: Sequence[str]) -> bool:
    """Return False if the only words that statements share with the question are general: "type".

    A question of such words alone is taken to be about any of them. Words of one relation tell too
    little: "get" is not a word for a salary. One of the words that tell little is enough beside the
    value asked for: "A class has between five and eleven learners".
    """
    asked = read_question(question)
    vague = [term for term in asked.terms if in_word_list(term.text, "vague_heads")]
    telling = [term for term in asked.terms if not is_general(term.text) and term not in vague]
    kind = answer_type(asked)
    valued = [one for one in shown if kind and has_value_of_kind(asked, kind, [one])]
    return not telling or any(
        match_credit(term, one) > SYNONYM_CREDIT
        for terms, texts in ((telling, shown), (vague, valued))
        for term in terms
        for one in texts
    )


def _absent_value(
    asked: QuestionType, library: SourceSet, shown: Sequence[str], *, is_related: bool
) -> ValueKind | None:
    """Return the kind of value that a question asks for if no statement has one.

    Args:
        asked: the question.
        library: tells how rare its words are.
        shown: the statements of the answer.
        is_related: whether the sources have the words that relate people to the question.
    """
    if has_phrase(asking_part(asked.text), word_list("reason_questions")):
        return None if _gives_reason(asked, library, shown) else "reason"
    kind = answer_type(asked)
    if kind is None:
        return None
    holding = [one for one in shown if has_value_of_kind(asked, kind, [one])]
    if kind in _OF_SUBJECT:
        subject = subject_terms(asked)
        return None if any(_is_about(asked, subject, library, one) for one in holding) else kind
    if kind != "who":
        return None if holding else kind
    is_told = is_related and any(states_relation(asked, library, one) for one in holding)
    return None if is_told else kind


def _is_about(asked: QuestionType, subject: Sequence[Term], library: SourceSet, one: str) -> bool:
    """Return True if the subject is in a statement with a value, above it or before it.

    "A late book costs 20p" gives no price of a textbook. What a graph or a table has was looked up
    for the subject. In another language, few words are known: any of the question will do.
    """
    is_translated = is_cyrillic(passage_of(one, library)) != is_cyrillic(asked.text)
    subject = informative_terms(asked.text) if is_translated else subject
    subject = subject if library.sources else []
    before = text_before(one, library) if refers_back(one) else ""
    context = f"{one} {before} {headings_of(one, library)}"
    telling = [term for term in subject if not in_word_list(term.text, "common")] or subject
    telling = _without_counted(asked, telling)
    return not subject or any(match_credit(term, context) for term in telling)


def _without_counted(asked: QuestionType, subject: Sequence[Term]) -> Sequence[Term]:
    """Return the terms after what is counted, which tell whose number is asked for; else all.

    "A cover has 5 words" gives no number of "How many words does the title page have?". In "How
    many free sessions do I get?" no term stands after the sessions.
    """
    relation = read_relation(asked.text)
    counted = next((term for term in subject if term.text == relation.word), None)
    if counted is None or not relation.is_counted:
        return subject
    return [term for term in subject if term.start > counted.start] or subject


def _gives_reason(asked: QuestionType, library: SourceSet, shown: Sequence[str]) -> bool:
    """Return True if a statement on the subject, or the one after it, gives a reason."""
    least = min(_ON_SUBJECT, max((library.share(asked, one) for one in shown), default=0.0))
    for last, one in pairwise(["", *shown]):
        follows = refers_back(one) or (last and last.strip() in text_before(one, library))
        titles = headings_of(one, library)
        texts = (one, last) if follows else (one,)
        about = max(library.share(asked, f"{text} {titles}") for text in texts)
        gives = gives_reason(one) or asks_for_reason(one) or (follows and has_past_perfect(one))
        if 0.0 < least <= about and gives:
            return True
    return False


def _named(asked: QuestionType, library: SourceSet, text: str) -> tuple[str, ...]:
    """Return the heavy words that a text lacks, without those that only ask: "how long".

    Nor need it have those of the question before a follow-up.
    """
    asking = list(find_phrases(asked.text, _asking()))
    heaviest = max((library.weight(term) for term in asked.terms), default=0.0)
    missing = [
        term.text
        for term in asked.terms
        if library.weight(term) >= _HEAVY * heaviest
        and term.key not in asked.carried
        and not is_general(term.text)
        and match_credit(term, text) < _MISSING_CREDIT
        and not any(phrase.start <= term.start < phrase.end for phrase in asking)
    ]
    return tuple(missing[:_MOST_NAMED])


def _asking() -> tuple[str, ...]:
    lists = ("time_questions", "amount_questions", "reason_questions", "cause_questions")
    return tuple(phrase for name in lists for phrase in word_list(name))
