"""Select the statements that best answer a question, or best support a sentence."""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from workbench.extractive.answering_heading import with_answering_heading
from workbench.extractive.asked_section import asked_section
from workbench.extractive.attached_statements import BRIEF, Surroundings
from workbench.extractive.compared_statements import Comparison
from workbench.extractive.first_list import with_list_first
from workbench.extractive.first_statement import with_number_first, with_value_first
from workbench.extractive.listed_headings import count_of, kind_asked_for, listed_headings
from workbench.extractive.listed_sentences import listed_sentences
from workbench.extractive.question_likeness import (
    SAME_QUESTION,
    heading_of,
    question_above,
    question_similarity,
    same_section,
)
from workbench.extractive.sentence_scoring import score_statement
from workbench.extractive.sources import Source, SourceSet
from workbench.extractive.statement_traits import (
    gives_what_is_asked,
    names_subject,
)
from workbench.extractive.supporting_statements import (
    SupportingStatement,
    limits,
    repeats,
    shown_text,
)
from workbench.nlp.amounts import amounts
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.terms import Term, Weights, content_terms, term_set
from workbench.nlp.terms import coverage as term_coverage
from workbench.nlp.tokens import count_words, tokens
from workbench.text.statements import Statement, statements

__all__ = [
    "MAX_PASSAGES",
    "MOST_WORDS",
    "Source",
    "SupportingStatement",
    "best_statements",
    "best_support",
    "rank_statements",
]

MAX_PASSAGES = 3
_BRIEF_WORDS = 35
"""Most words of a brief answer."""
_POINTED_WORDS, _WORDS, MOST_WORDS = 45, 48, 72
"""Most words of an answer: where a number, a date or a name is asked for, in general, and for an
explanation. Longer ones hold more of the truth and are read less."""
_VALUE_WITHIN = 4
"""How many statements after the best one are searched for the value asked for."""
_OVERRUN = 10
"""Words by which the last statement may exceed the limit."""
_POOL = 15
"""How many statements are considered, best first."""
_GAIN = 2.0
"""Weight of newly covered words of the question, relative to the share of the best score."""
_MIN_WORTH = 0.7
"""Least worth of a further statement."""
_COMPLETE = 0.9
"""Likeness of the question that a statement answers, or share of the question's words in it."""
_NEARLY_BEST, _LEAST_ADDED = 0.75, 0.05
"""A statement has nearly the best score, or covers at least so much more of the question."""
_REMEMBERED = 32
"""Rankings of passages that are kept: the stages of a run ask for the same few."""
_LIMITATION_WORDS = 35
_LIMITATION_COVERAGE = 0.45
"""Least coverage of a statement that says "only" or "not", as a share of the best statement's."""


def best_statements(
    question: str,
    sources: Sequence[Source],
    *,
    brief: bool = False,
    passages: int = MAX_PASSAGES,
) -> tuple[SupportingStatement, ...]:
    """Return the answering part of the best passage and additions from others, in reading order."""
    return _best_statements(question, tuple(sources), passages, brief=brief)


@lru_cache(maxsize=_REMEMBERED)
def _best_statements(
    question: str, sources: tuple[Source, ...], passages: int, *, brief: bool
) -> tuple[SupportingStatement, ...]:
    asked, (library, scored) = read_question(question), _ranked(question, sources)
    ranked = with_value_first(asked, with_number_first(asked, list(scored)))
    if not ranked:
        return ()
    ranked = with_list_first(asked, library, ranked)
    for listed in (asked_section, listed_headings, listed_sentences):
        if found := listed(asked, library, ranked[0]):
            return tuple(found)
    selection = _Selection(asked, library, ranked, passages, brief=brief)
    selection.fill()
    return tuple(with_answering_heading(asked, library, list(selection.in_reading_order())))


def _in_context(chosen: Sequence[SupportingStatement], library: SourceSet) -> str:
    """Return the text of statements with their lead-ins and the headings of their passages."""
    parts = (
        (one.text, one.statement.asked, one.statement.lead, *library.sources[one.source].headings)
        for one in chosen
    )
    return " ".join(word for part in parts for word in part)


def rank_statements(question: str, sources: Sequence[Source]) -> tuple[SupportingStatement, ...]:
    """Return every statement related to the question, best first."""
    return _ranked(question, tuple(sources))[1]


def best_support(sentence: str, passage: str) -> Statement | None:
    """Return the statement of a passage most likely to support a sentence; None if it is empty."""
    terms = content_terms(sentence)
    candidates = statements(passage)
    weights = Weights([one.text for one in candidates])
    return max(
        candidates, key=lambda one: _support_score(terms, sentence, one, weights), default=None
    )


def _support_score(terms: Sequence[Term], sentence: str, one: Statement, weights: Weights) -> float:
    found = term_coverage(terms, term_set(f"{one.lead} {one.text}"), weights)
    values = {amount.value for amount in amounts(sentence)}
    shared = sum(amount.value in values for amount in amounts(one.text))
    return found + 0.1 * min(shared, 3) - 0.001 * len(tokens(one.text))


@lru_cache(maxsize=_REMEMBERED)
def _ranked(
    question: str, sources: tuple[Source, ...]
) -> tuple[SourceSet, tuple[SupportingStatement, ...]]:
    """Return the sources with the weights of words, and their statements, best first."""
    asked, library = read_question(question), SourceSet(sources)
    scored = [
        SupportingStatement(index, one, score, shown_text(one, asked))
        for index, source in enumerate(library.sources)
        for place, one in enumerate(statements(source.text))
        if (score := score_statement(asked, library, source, place)) > 0
    ]
    return library, tuple(sorted(scored, key=lambda one: -one.score))


class _Selection:
    """The statements selected so far; grows until the words are used up."""

    def __init__(
        self,
        asked: QuestionType,
        library: SourceSet,
        ranked: Sequence[SupportingStatement],
        passages: int,
        *,
        brief: bool,
    ) -> None:
        self._asked = asked
        self._library = library
        self._around = Surroundings(asked, library, ranked, brief=brief)
        self._comparison = Comparison(asked, library, ranked)
        self._ranked = ranked[:_POOL]
        self._pool = list(self._ranked)
        self._brief = brief
        self._passages = passages
        self._best = self._comparison.first(ranked[0])
        self._budget = _words(asked, brief=brief)
        self._chosen: list[SupportingStatement] = []

    def fill(self) -> None:
        """Add the best statement with its list or table, then those that add to the answer."""
        self._pool = [one for one in self._pool if one != self._best]
        self._add(self._best)
        self._add_value()
        self._chosen += self._comparison.to_add(self._chosen)
        while self._pool and self._room > 0 and not (self._is_full or self._is_complete):
            best = max(self._pool, key=self._worth)
            self._pool.remove(best)
            if self._is_worth_adding(best):
                self._add(best)
        if not (self._is_full or self._is_complete):
            self._add_limitation()

    def _add_value(self) -> None:
        """Add the next statement below with the value asked for, if none was selected.

        "Boats to the island leave at 9:15. A trip lasts an hour. The skipper is Ann Reed."
        """
        if any(gives_what_is_asked(self._asked, one.statement) for one in self._chosen):
            return
        below = statements(self._source(self._best).text)
        at = below.index(self._best.statement)
        for one in below[at + 1 : at + 1 + _VALUE_WITHIN]:
            value = self._around.supporting(self._best.source, one)
            if not same_section(one, self._best.statement):
                return
            if gives_what_is_asked(self._asked, one) and self._fits(value):
                self._chosen.append(value)
                return

    @cached_property
    def _is_complete(self) -> bool:
        """Whether the best statement answers this very question, or has all of its words.

        Of two things, each has its statement; a list below "two types of lock" is whole.
        """
        kind = kind_asked_for(self._asked) if self._asked.wants_list else None
        if kind and count_of(self._best.statement.lead, kind) > 1:
            return True
        if self._comparison.is_complete(self._chosen):
            return True
        source = self._library.sources[self._best.source]
        if question_similarity(self._asked, self._best.statement, source) >= _COMPLETE:
            return True
        return self._asked.is_pointed and self._own_coverage(self._best) >= _COMPLETE

    @property
    def _is_full(self) -> bool:
        """Whether a brief answer has its statements."""
        return self._brief and len(self._chosen) >= BRIEF

    def in_reading_order(self) -> Iterator[SupportingStatement]:
        """Yield the selection: passages as selected, statements of a passage in text order."""
        order = list(dict.fromkeys(one.source for one in self._chosen))
        return iter(
            sorted(
                dict.fromkeys(self._chosen),
                key=lambda one: (order.index(one.source), one.statement.start),
            )
        )

    @property
    def _room(self) -> int:
        return self._budget - sum(count_words(one.text) for one in self._chosen)

    def _worth(self, candidate: SupportingStatement) -> float:
        """Return the share of the best score, plus what the candidate adds to the words covered."""
        added = self._coverage([*self._chosen, candidate]) - self._coverage(self._chosen)
        return candidate.score / self._best.score + _GAIN * max(added, 0.0)

    def _is_worth_adding(self, candidate: SupportingStatement) -> bool:
        """Return True if the candidate fits, is on the subject and scores well enough."""
        if not self._fits(candidate) or not self._is_related(candidate):
            return False
        if self._answers_another(candidate) or self._is_about_another(candidate):
            return False
        share, worth = candidate.score / self._best.score, self._worth(candidate)
        adds = share >= _NEARLY_BEST or worth - share >= _GAIN * _LEAST_ADDED
        return adds and worth >= _MIN_WORTH

    def _fits(self, candidate: SupportingStatement) -> bool:
        """Return True if a statement fits and repeats none of those selected."""
        if candidate in self._chosen or count_words(candidate.text) > self._room + _OVERRUN:
            return False
        used = {one.source for one in self._chosen} | {candidate.source}
        is_told = any(repeats(candidate.text, one.text) for one in self._chosen)
        return len(used) <= self._passages and not is_told

    def _is_related(self, candidate: SupportingStatement) -> bool:
        """Whether a statement has a word of the question; of another passage, or its heading.

        It need not where the best one has none either: only the title names what is asked about.
        """
        if any(one.source == candidate.source for one in self._chosen):
            one = candidate.statement
            text = f"{candidate.text} {one.asked} {one.lead}"
            return self._library.share(self._asked, text) > 0
        return self._own_coverage(candidate) > 0 or not self._own_coverage(self._best)

    def _is_about_another(self, one: SupportingStatement) -> bool:
        """Whether a row has another subject than the row that the question names."""
        if not one.statement.cells or not self._best.statement.cells:
            return False
        named, other = self._best.statement.cells[0][1], one.statement.cells[0][1]
        return names_subject(self._asked, named) and not names_subject(self._asked, other)

    def _answers_another(self, one: SupportingStatement) -> bool:
        """Whether a statement answers another question of an FAQ."""
        source = self._library.sources[one.source]
        answered = question_above(one.statement, source)
        likeness = question_similarity(self._asked, one.statement, source)
        return bool(answered) and likeness < SAME_QUESTION

    def _add(self, best: SupportingStatement) -> None:
        attached = self._around.attached(best, self._room)
        self._pool = [one for one in self._pool if one not in attached.left_out]
        self._chosen += [one for one in attached.shown if one not in self._chosen]

    def _source(self, one: SupportingStatement) -> Source:
        return self._library.sources[one.source]

    def _add_limitation(self) -> None:
        """Add one statement that says "only" or "not", if none was selected: it may decide."""
        if any(limits(one.text) for one in self._chosen):
            return
        own = self._own_coverage(self._best)
        for one in self._ranked:
            if count_words(one.text) > _LIMITATION_WORDS or not limits(one.text):
                continue
            if self._own_coverage(one) >= _LIMITATION_COVERAGE * own:
                self._chosen.append(one)
                return

    def _own_coverage(self, one: SupportingStatement) -> float:
        """Return the share of the question's terms in a statement, its lead-in and its heading."""
        heading = heading_of(one.statement, self._library.sources[one.source])
        text = f"{one.text} {one.statement.asked} {one.statement.lead} {heading}"
        return self._library.share(self._asked, text)

    def _coverage(self, chosen: Sequence[SupportingStatement]) -> float:
        return self._library.share(self._asked, _in_context(chosen, self._library))


def _words(asked: QuestionType, *, brief: bool) -> int:
    """Return the number of words of an answer."""
    if brief:
        return _BRIEF_WORDS
    if asked.is_pointed:
        return _POINTED_WORDS
    return MOST_WORDS if asked.wants_reason or asked.wants_steps else _WORDS
