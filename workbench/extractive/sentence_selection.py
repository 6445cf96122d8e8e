"""Select the statements that best answer a question, or best support a sentence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.extractive.sentence_scoring import (
    SAME_QUESTION,
    Source,
    SourceSet,
    heading_of,
    question_similarity,
    same_section,
    score_statement,
)
from workbench.nlp.amounts import amounts
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.terms import Term, Weights, contains, content_terms, coverage, term_set
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list
from workbench.text.statements import Statement, row_text, statements

__all__ = [
    "MAX_PASSAGES",
    "MAX_STATEMENTS",
    "Source",
    "SupportingStatement",
    "best_statements",
    "best_support",
    "rank_statements",
]

# An extractive answer is at most this long: about a paragraph, from few enough sources to check.
MAX_STATEMENTS = 5
MAX_PASSAGES = 3
MAX_CHARACTERS = 700
_EXPLANATION_CHARACTERS = 600
"""Limit on the first passage's share of an answer to a why or how question."""
_POINTED_CHARACTERS = 350
"""The same for who, when and how many."""
_ADDED_CHARACTERS = 250
"""Limit on what each further passage adds."""
_MIN_SCORE_SHARE = 0.6
"""Share of the best score below which statements are ignored."""
_MIN_ADDED_SHARE = 0.7
"""The same for statements of further passages."""
_MIN_ADDED_COVERAGE = 0.25
"""Share of the question's terms that a weaker candidate has to add."""
_MIN_REPEATED = 0.6
"""Jaccard similarity of terms from which one statement repeats another."""
_WIDE_TABLE = 3
"""Rows with more cells are shortened to the columns that the question names."""


@dataclass(frozen=True)
class SupportingStatement:
    """A selected statement, the index of its source, its score, and the text to show."""

    source: int
    statement: Statement
    score: float
    text: str


def best_statements(
    question: str,
    sources: Sequence[Source],
    *,
    limit: int = MAX_STATEMENTS,
    passages: int = MAX_PASSAGES,
) -> tuple[SupportingStatement, ...]:
    """Return the answering part of the best passage and additions from others, in reading order."""
    asked = read_question(question)
    library = SourceSet(sources)
    ranked = _ranked(asked, library)
    if not ranked:
        return ()
    selection = _Selection(asked, library, ranked, limit)
    selection.add(ranked[0], _POINTED_CHARACTERS if asked.is_pointed else _EXPLANATION_CHARACTERS)
    for candidate in ranked[1:]:
        if candidate.score < _MIN_SCORE_SHARE * ranked[0].score:
            break
        if selection.has_room(candidate, passages) and selection.is_worth_adding(candidate):
            selection.add(candidate, _ADDED_CHARACTERS)
    return tuple(selection.in_reading_order())


def rank_statements(question: str, sources: Sequence[Source]) -> tuple[SupportingStatement, ...]:
    """Return every statement related to the question, best first."""
    return tuple(_ranked(read_question(question), SourceSet(sources)))


def best_support(sentence: str, passage: str) -> Statement | None:
    """Return the statement of a passage most likely to support a sentence; None if it is empty."""
    terms = content_terms(sentence)
    candidates = statements(passage)
    weights = Weights([one.text for one in candidates])
    return max(
        candidates, key=lambda one: _support_score(terms, sentence, one, weights), default=None
    )


def _support_score(terms: Sequence[Term], sentence: str, one: Statement, weights: Weights) -> float:
    found = coverage(terms, term_set(f"{one.lead} {one.text}"), weights)
    values = {amount.value for amount in amounts(sentence)}
    shared = sum(amount.value in values for amount in amounts(one.text))
    return found + 0.1 * min(shared, 3) - 0.001 * len(tokens(one.text))


def _ranked(asked: QuestionType, library: SourceSet) -> list[SupportingStatement]:
    scored = [
        SupportingStatement(index, one, score, _shown(one, asked))
        for index, source in enumerate(library.sources)
        for place, one in enumerate(statements(source.text))
        if (score := score_statement(asked, library, source, place)) > 0
    ]
    return sorted(scored, key=lambda one: -one.score)


class _Selection:
    """The statements selected so far; grows until the limits are reached."""

    def __init__(
        self,
        asked: QuestionType,
        library: SourceSet,
        ranked: Sequence[SupportingStatement],
        limit: int,
    ) -> None:
        self._asked = asked
        self._library = library
        self._found = {(one.source, one.statement): one for one in ranked}
        self._limit = limit
        self._best = ranked[0]
        self._chosen: list[SupportingStatement] = []

    def add(self, best: SupportingStatement, characters: int) -> None:
        """Add a statement, and the neighbours that belong to the answer, within the limits."""
        room = self._limit - len(self._chosen)
        characters = min(characters, MAX_CHARACTERS - sum(len(one.text) for one in self._chosen))
        self._chosen += self._stretch(best, characters, room)

    def has_room(self, candidate: SupportingStatement, passages: int) -> bool:
        """Return True if the candidate fits the limits on statements, characters and passages."""
        used = {one.source for one in self._chosen}
        length = sum(len(one.text) for one in self._chosen) + len(candidate.text)
        return (
            len(self._chosen) < self._limit
            and length <= MAX_CHARACTERS
            and len(used | {candidate.source}) <= passages
        )

    def is_worth_adding(self, candidate: SupportingStatement) -> bool:
        """Return True if the candidate covers new question terms, or nearly as many as the best.

        Repetitions of a selected statement are never worth adding.
        """
        if any(_repeats(candidate.text, one.text) for one in self._chosen):
            return False
        if any(one.source == candidate.source for one in self._chosen):
            return self._same_kind(candidate) and (
                candidate.score >= _MIN_SCORE_SHARE * self._best.score
            )
        if candidate.score < _MIN_ADDED_SHARE * self._best.score:
            return False
        added = self._coverage([*self._chosen, candidate]) - self._coverage(self._chosen)
        if added >= _MIN_ADDED_COVERAGE:
            return True
        return self._own_coverage(candidate) >= _MIN_ADDED_SHARE * self._own_coverage(self._best)

    def _own_coverage(self, one: SupportingStatement) -> float:
        """Return the share of the question's terms in a statement, its lead-in and its heading."""
        heading = heading_of(one.statement, self._library.sources[one.source])
        text = f"{one.text} {one.statement.asked} {one.statement.lead} {heading}"
        return self._library.share(self._asked, text)

    def _same_kind(self, candidate: SupportingStatement) -> bool:
        """Return True for a table row or list item if one of the same source is selected."""
        kind = candidate.statement.kind
        return kind != "sentence" and any(
            one.source == candidate.source and one.statement.kind == kind for one in self._chosen
        )

    def _coverage(self, chosen: Sequence[SupportingStatement]) -> float:
        text = " ".join(
            f"{one.text} {one.statement.asked} {one.statement.lead} {self._titles(one)}"
            for one in chosen
        )
        return self._library.share(self._asked, text)

    def _titles(self, one: SupportingStatement) -> str:
        return " ".join(self._library.sources[one.source].headings)

    def _stretch(
        self, best: SupportingStatement, characters: int, room: int
    ) -> list[SupportingStatement]:
        """Return the highest-scoring run of neighbours around the best statement that fits."""
        if best.statement.kind == "row":
            return [best]
        if self._asked.is_pointed:
            return self._near_best(best, characters, room)
        section = [
            self._support(best.source, one)
            for one in statements(self._library.sources[best.source].text)
            if _continues(one, best.statement)
        ]
        at = section.index(best)
        runs = [
            section[first:last]
            for first in range(at + 1)
            for last in range(at + 1, len(section) + 1)
            if last - first <= room and sum(len(s.text) for s in section[first:last]) <= characters
        ]
        return max(runs, key=lambda run: self._worth(run, section, best), default=[best])

    def _near_best(
        self, best: SupportingStatement, characters: int, room: int
    ) -> list[SupportingStatement]:
        """Return the statements of the passage with nearly the best score, as far as they fit."""
        picked = [best]
        for one in self._found.values():
            if len(picked) >= room or one.score < _MIN_SCORE_SHARE * best.score:
                break
            if one.source != best.source or one in picked or _repeats(one.text, best.text):
                continue
            if sum(len(other.text) for other in [*picked, one]) <= characters:
                picked.append(one)
        return picked

    def _worth(
        self,
        run: Sequence[SupportingStatement],
        section: Sequence[SupportingStatement],
        best: SupportingStatement,
    ) -> tuple[float, int]:
        source = self._library.sources[best.source]
        titled = question_similarity(self._asked, best.statement, source) >= SAME_QUESTION
        opening = titled and run[0] is section[0]
        dangling = _starts_with_pronoun(run[0].text) and run[0] is not section[0]
        return (sum(one.score for one in run) + opening * best.score - 0.5 * dangling, len(run))

    def _support(self, source: int, one: Statement) -> SupportingStatement:
        return self._found.get((source, one)) or SupportingStatement(source, one, 0.0, one.text)

    def in_reading_order(self) -> Iterator[SupportingStatement]:
        """Yield the selection: passages as selected, statements of a passage in text order."""
        order = list(dict.fromkeys(one.source for one in self._chosen))
        return iter(
            sorted(
                dict.fromkeys(self._chosen),
                key=lambda one: (order.index(one.source), one.statement.start),
            )
        )


def _continues(one: Statement, best: Statement) -> bool:
    """Return True if a statement can be shown with the best one; list items need the same list."""
    if one.kind == "row" or not same_section(one, best):
        return False
    return best.kind != "item" or (one.kind, one.lead) == (best.kind, best.lead)


def _repeats(one: str, other: str) -> bool:
    a, b = term_set(one), term_set(other)
    return bool(a and b) and len(a & b) / len(a | b) >= _MIN_REPEATED


def _starts_with_pronoun(text: str) -> bool:
    """Return True for a sentence that starts with «it», «this» or «such a»."""
    opening = " ".join(token.text.lower() for token in tokens(text)[:3])
    return any(f"{opening} ".startswith(f"{word} ") for word in word_list("anaphoric_openings"))


def _shown(one: Statement, asked: QuestionType) -> str:
    """Return the text to show: of a wide table row, the columns that the question names."""
    if len(one.cells) > _WIDE_TABLE:
        subject, *rest = one.cells
        named = [cell for cell in rest if any(contains(t, term_set(cell[0])) for t in asked.terms)]
        if named:
            return row_text([subject, *named])
    return one.text
