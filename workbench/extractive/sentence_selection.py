"""Which statements of the passages answer a question best, or support a sentence best."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.extractive.sentence_scoring import (
    SAME_QUESTION,
    Library,
    Source,
    fitness,
    heading_of,
    likeness,
    same_section,
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
    "Support",
    "best_statements",
    "best_support",
    "rank_statements",
]

MAX_STATEMENTS = 5
MAX_PASSAGES = 3
MAX_CHARACTERS = 700
_ACCOUNT = 600
"""How long an account of a why or a how may be, in characters."""
_POINTED = 350
"""How long the answer to who, when or how many may be."""
_ASIDE = 250
"""How long what a further passage adds may be."""
_NEAR_BEST = 0.6
_WORTH_ADDING = 0.7
_ADDS_ENOUGH = 0.25
_SAID_ALREADY = 0.6
_WIDE_TABLE = 3


@dataclass(frozen=True)
class Support:
    """A statement chosen from the source with this index; ``text`` is what the reader sees."""

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
) -> tuple[Support, ...]:
    """The stretch of the best passage that answers, then what others add, in reading order."""
    asked = read_question(question)
    library = Library(sources)
    ranked = _ranked(asked, library)
    if not ranked:
        return ()
    chooser = _Chooser(asked, library, ranked, limit)
    chooser.take(ranked[0], _POINTED if asked.is_pointed else _ACCOUNT)
    for candidate in ranked[1:]:
        if candidate.score < _NEAR_BEST * ranked[0].score:
            break
        if chooser.has_room(candidate, passages) and chooser.adds(candidate):
            chooser.take(candidate, _ASIDE)
    return tuple(chooser.in_reading_order())


def rank_statements(question: str, sources: Sequence[Source]) -> tuple[Support, ...]:
    """Every statement that has to do with the question, best first."""
    return tuple(_ranked(read_question(question), Library(sources)))


def best_support(sentence: str, passage: str) -> Statement | None:
    """The statement of one passage that a sentence was most likely taken from."""
    terms = content_terms(sentence)
    candidates = statements(passage)
    weights = Weights([one.text for one in candidates])
    return max(candidates, key=lambda one: _closeness(terms, sentence, one, weights), default=None)


def _closeness(terms: Sequence[Term], sentence: str, one: Statement, weights: Weights) -> float:
    found = coverage(terms, term_set(f"{one.lead} {one.text}"), weights)
    values = {amount.value for amount in amounts(sentence)}
    shared = sum(amount.value in values for amount in amounts(one.text))
    return found + 0.1 * min(shared, 3) - 0.001 * len(tokens(one.text))


def _ranked(asked: QuestionType, library: Library) -> list[Support]:
    scored = [
        Support(index, one, score, _shown(one, asked))
        for index, source in enumerate(library.sources)
        for place, one in enumerate(statements(source.text))
        if (score := fitness(asked, library, source, place)) > 0
    ]
    return sorted(scored, key=lambda one: -one.score)


class _Chooser:
    """Collects stretches of passages until there is nothing to add or no room."""

    def __init__(
        self, asked: QuestionType, library: Library, ranked: Sequence[Support], limit: int
    ) -> None:
        self._asked = asked
        self._library = library
        self._found = {(one.source, one.statement): one for one in ranked}
        self._limit = limit
        self._best = ranked[0]
        self._chosen: list[Support] = []

    def take(self, best: Support, characters: int) -> None:
        """The best statement, and of its neighbours those that belong to the answer."""
        room = self._limit - len(self._chosen)
        characters = min(characters, MAX_CHARACTERS - sum(len(one.text) for one in self._chosen))
        self._chosen += self._stretch(best, characters, room)

    def has_room(self, candidate: Support, passages: int) -> bool:
        """True when neither statements, nor characters, nor passages run out with it."""
        used = {one.source for one in self._chosen}
        length = sum(len(one.text) for one in self._chosen) + len(candidate.text)
        return (
            len(self._chosen) < self._limit
            and length <= MAX_CHARACTERS
            and len(used | {candidate.source}) <= passages
        )

    def adds(self, candidate: Support) -> bool:
        """True when it says more of what was asked or nearly as much, and is no repetition."""
        if any(_repeats(candidate.text, one.text) for one in self._chosen):
            return False
        if any(one.source == candidate.source for one in self._chosen):
            return self._same_kind(candidate) and candidate.score >= _NEAR_BEST * self._best.score
        if candidate.score < _WORTH_ADDING * self._best.score:
            return False
        if self._covered([*self._chosen, candidate]) - self._covered(self._chosen) >= _ADDS_ENOUGH:
            return True
        return self._says(candidate) >= _WORTH_ADDING * self._says(self._best)

    def _says(self, one: Support) -> float:
        """The share of the question that a statement and its heading speak of themselves."""
        heading = heading_of(one.statement, self._library.sources[one.source])
        told = f"{one.text} {one.statement.asked} {one.statement.lead} {heading}"
        return self._library.share(self._asked, told)

    def _same_kind(self, candidate: Support) -> bool:
        """Rows of one table or items of one list stand side by side."""
        kind = candidate.statement.kind
        return kind != "sentence" and any(
            one.source == candidate.source and one.statement.kind == kind for one in self._chosen
        )

    def _covered(self, chosen: Sequence[Support]) -> float:
        said = " ".join(
            f"{one.text} {one.statement.asked} {one.statement.lead} {self._titles(one)}"
            for one in chosen
        )
        return self._library.share(self._asked, said)

    def _titles(self, one: Support) -> str:
        return " ".join(self._library.sources[one.source].headings)

    def _stretch(self, best: Support, characters: int, room: int) -> list[Support]:
        """The run of neighbours around the best statement that answers most and fits."""
        if best.statement.kind == "row":
            return [best]
        if self._asked.is_pointed:
            return self._picked(best, characters, room)
        section = [
            self._support(best.source, one)
            for one in statements(self._library.sources[best.source].text)
            if _runs_on(one, best.statement)
        ]
        at = section.index(best)
        runs = [
            section[first:last]
            for first in range(at + 1)
            for last in range(at + 1, len(section) + 1)
            if last - first <= room and sum(len(s.text) for s in section[first:last]) <= characters
        ]
        return max(runs, key=lambda run: self._worth(run, section, best), default=[best])

    def _picked(self, best: Support, characters: int, room: int) -> list[Support]:
        """The statements of the passage that answer nearly as well as the best one, if they fit."""
        picked = [best]
        for one in self._found.values():
            if len(picked) >= room or one.score < _NEAR_BEST * best.score:
                break
            if one.source != best.source or one in picked or _repeats(one.text, best.text):
                continue
            if sum(len(other.text) for other in [*picked, one]) <= characters:
                picked.append(one)
        return picked

    def _worth(
        self, run: Sequence[Support], section: Sequence[Support], best: Support
    ) -> tuple[float, int]:
        source = self._library.sources[best.source]
        titled = likeness(self._asked, best.statement, source) >= SAME_QUESTION
        opening = titled and run[0] is section[0]
        leaning = _leans(run[0].text) and run[0] is not section[0]
        return (sum(one.score for one in run) + opening * best.score - 0.5 * leaning, len(run))

    def _support(self, source: int, one: Statement) -> Support:
        return self._found.get((source, one)) or Support(source, one, 0.0, one.text)

    def in_reading_order(self) -> Iterator[Support]:
        """Passages as they were chosen, statements as they stand."""
        order = list(dict.fromkeys(one.source for one in self._chosen))
        return iter(
            sorted(
                dict.fromkeys(self._chosen),
                key=lambda one: (order.index(one.source), one.statement.start),
            )
        )


def _runs_on(one: Statement, best: Statement) -> bool:
    """True for what may stand beside the best statement: a list goes on with its own items."""
    if one.kind == "row" or not same_section(one, best):
        return False
    return best.kind != "item" or (one.kind, one.lead) == (best.kind, best.lead)


def _repeats(one: str, other: str) -> bool:
    a, b = term_set(one), term_set(other)
    return bool(a and b) and len(a & b) / len(a | b) >= _SAID_ALREADY


def _leans(text: str) -> bool:
    """True for a sentence that opens with «it» or «this»."""
    opening = " ".join(token.text.lower() for token in tokens(text)[:3])
    return any(f"{opening} ".startswith(f"{word} ") for word in word_list("anaphora"))


def _shown(one: Statement, asked: QuestionType) -> str:
    """What the reader sees: of a wide table row, the columns that the question names."""
    if len(one.cells) > _WIDE_TABLE:
        subject, *rest = one.cells
        named = [cell for cell in rest if any(contains(t, term_set(cell[0])) for t in asked.terms)]
        if named:
            return row_text([subject, *named])
    return one.text
