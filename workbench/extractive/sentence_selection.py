"""Select the statements that best answer a question, or best support a sentence."""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial

from workbench.extractive.sentence_scoring import (
    SAME_QUESTION,
    Source,
    SourceSet,
    gives_what_is_asked,
    heading_of,
    match_credit,
    names_subject,
    question_above,
    question_similarity,
    same_section,
    score_statement,
)
from workbench.extractive.supporting_statements import (
    SupportingStatement,
    besides_subject,
    block_of,
    follows,
    is_on,
    limits,
    repeats,
    shown_text,
    with_subject,
)
from workbench.nlp.amounts import amounts
from workbench.nlp.compared_sides import compared_sides
from workbench.nlp.phrases import has_phrase
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.terms import Term, Weights, content_terms, term_set
from workbench.nlp.terms import coverage as term_coverage
from workbench.nlp.tokens import count_words, tokens
from workbench.nlp.word_lists import word_list
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
_BRIEF, _BRIEF_WORDS = 2, 35
"""Statements of a brief answer, lists not counted, and its words."""
_POINTED_WORDS, _WORDS, MOST_WORDS = 45, 48, 72
"""Words of an answer: where a number, a date or a name is asked for, in general, and for an
explanation. Longer ones hold more of the truth and are read less."""
_LIST_WORDS = 110
"""Words of a list or a table that is shown whole because several things are asked for."""
_LIST_WITHIN = 2
"""Statements after a sentence among which the list that it announces begins."""
_VALUE_WITHIN = 4
"""Statements after the best one among which the value asked for is looked for."""
_OVERRUN = 10
"""Words by which the last statement may exceed the limit."""
_POOL = 15
"""Statements that are looked at, best first."""
_GAIN = 2.0
"""Worth of newly covered words of the question, against the share of the best score."""
_MIN_WORTH = 0.7
"""Least worth of a further statement."""
_COMPLETE = 0.9
"""Likeness of the question that a statement answers, or share of the question's words in it."""
_FEWEST_ITEMS = 2
"""Items of a list that meet a condition, for the others to be left out."""
_NEARLY_BEST, _LEAST_ADDED = 0.75, 0.05
"""A statement has nearly the best score, or covers at least so much more of the question."""
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
    asked = read_question(question)
    library = SourceSet(sources)
    ranked = _ranked(asked, library)
    if not ranked:
        return ()
    selection = _Selection(asked, library, ranked, passages, brief=brief)
    selection.fill()
    return tuple(selection.in_reading_order())


def _in_context(chosen: Sequence[SupportingStatement], library: SourceSet) -> str:
    """Return the text of statements with their lead-ins and the headings of their passages."""
    parts = (
        (one.text, one.statement.asked, one.statement.lead, *library.sources[one.source].headings)
        for one in chosen
    )
    return " ".join(word for part in parts for word in part)


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
    found = term_coverage(terms, term_set(f"{one.lead} {one.text}"), weights)
    values = {amount.value for amount in amounts(sentence)}
    shared = sum(amount.value in values for amount in amounts(one.text))
    return found + 0.1 * min(shared, 3) - 0.001 * len(tokens(one.text))


def _ranked(asked: QuestionType, library: SourceSet) -> list[SupportingStatement]:
    scored = [
        SupportingStatement(index, one, score, shown_text(one, asked))
        for index, source in enumerate(library.sources)
        for place, one in enumerate(statements(source.text))
        if (score := score_statement(asked, library, source, place)) > 0
    ]
    return sorted(scored, key=lambda one: -one.score)


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
        self._found = {(one.source, one.statement): one for one in ranked}
        self._ranked = ranked[:_POOL]
        self._pool = list(self._ranked)
        self._brief = brief
        self._passages = passages
        self._best = ranked[0]
        self._budget = _words(asked, brief=brief)
        self._chosen: list[SupportingStatement] = []

    def fill(self) -> None:
        """Add the best statement with what belongs to it, then those that add to the answer."""
        self._add(self._pool.pop(0))
        self._add_value()
        self._add_sides()
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
            value = self._support(self._best.source, one)
            if not same_section(one, self._best.statement):
                return
            if gives_what_is_asked(self._asked, one) and self._fits(value):
                self._chosen.append(value)
                return

    def _add_sides(self) -> None:
        """Add the best statement on each of two things compared, if none is on it alone."""
        one, other = compared_sides(self._asked.text) or ((), ())
        for side, against in ((one, other), (other, one)):
            found = self._found.values()
            own = [x for x in found if is_on(x.text, self._context_of(x), side, against)]
            if own and not any(x in self._chosen for x in own):
                self._chosen.append(max(own, key=partial(self._weight_of, side)))

    def _weight_of(self, side: Sequence[Term], one: SupportingStatement) -> tuple[float, float]:
        """Return the weight of the words of one side that a statement has, and its score."""
        text = self._context_of(one)
        found = (self._library.weight(term) for term in side if match_credit(term, text))
        return sum(found), one.score

    def _context_of(self, one: SupportingStatement) -> str:
        """Return a statement with its FAQ question and all the headings above it."""
        return f"{with_subject(one)} {' '.join(self._source(one).headings)}"

    @cached_property
    def _is_complete(self) -> bool:
        """Whether the best statement answers this very question, or has all of its words."""
        source = self._library.sources[self._best.source]
        if question_similarity(self._asked, self._best.statement, source) >= _COMPLETE:
            return True
        return self._asked.is_pointed and self._own_coverage(self._best) >= _COMPLETE

    @property
    def _is_full(self) -> bool:
        """Whether a brief answer has its statements."""
        return self._brief and len(self._chosen) >= _BRIEF

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
        """Whether there is room for a statement, and none that it repeats."""
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
        wanted = [one for one in self._with_context(best) if one not in self._chosen]
        self._chosen += wanted

    def _with_context(self, best: SupportingStatement) -> list[SupportingStatement]:
        """Return the statement with its list, its table, or the sentence after it."""
        several = self._asked.wants_list or self._asked.wants_steps
        near = [
            self._support(best.source, one)
            for one in statements(self._library.sources[best.source].text)
        ]
        at = near.index(best)
        kind = best.statement.kind
        if kind == "sentence":
            if announced := self._list_below(near, at, several):
                return [best, *announced]
            return self._stretch(near, at)
        block = block_of(near, at)
        matching = self._matching(block)
        if len(matching) < len(block) and best in matching and (several or self._asked.wants_name):
            self._pool = [one for one in self._pool if one not in block]
            return self._within(matching, _LIST_WORDS) or self._part(matching, matching.index(best))
        if self._asked.is_pointed and not several:
            return [best]
        several = self._asked.wants_list if kind == "row" else several
        whole = self._within(block, max(self._room, _LIST_WORDS) if several else self._room)
        if whole or kind == "row":
            return whole if whole and (several or kind == "item") else [best]
        return self._part(block, block.index(best)) if several else [best]

    def _matching(self, block: list[SupportingStatement]) -> list[SupportingStatement]:
        """Return the rows or items that meet the question's condition; all if it has none.

        A condition is a word that some of them have outside their first cell, and neither the
        heading nor the lead-in: "Wednesday" in "Which vets work on Wednesday?". Steps have none,
        nor have items one in what they are: "Linux" in "Which Linux distributions …?".
        """
        if self._asked.wants_steps and not block[0].statement.cells:
            return block
        about = (
            f"{heading_of(block[0].statement, self._source(block[0]))} {block[0].statement.lead}"
        )
        if not block[0].statement.cells:
            about = f"{about} {self._asked.listed_kind}"
        found = [one for one in self._asked.terms if not match_credit(one, about)]
        counts = {
            place: sum(match_credit(term, besides_subject(one.statement)) == 1.0 for term in found)
            for place, one in enumerate(block)
        }
        most = max(counts.values(), default=0)
        kept = [one for place, one in enumerate(block) if counts[place] == most]
        fewest = 1 if block[0].statement.cells else _FEWEST_ITEMS
        return kept if most and len(kept) >= fewest else block

    def _source(self, one: SupportingStatement) -> Source:
        return self._library.sources[one.source]

    def _stretch(self, near: Sequence[SupportingStatement], at: int) -> list[SupportingStatement]:
        """Return a sentence with the next one, or with all that fit of an explanation."""
        best = near[at]
        source = self._library.sources[best.source]
        titled = question_similarity(self._asked, best.statement, source) >= SAME_QUESTION
        most = None if self._asked.wants_reason or titled else at + 2
        if self._brief:
            most = at + _BRIEF
        stretch = [best]
        if self._asked.wants_steps and not self._brief:
            stretch, most = self._steps_above(near, at), None
        for one in near[at + 1 : most]:
            if not follows(one.statement, best.statement):
                break
            if not self._within([*stretch, one], self._room):
                break
            stretch.append(one)
        return stretch

    def _steps_above(
        self, near: Sequence[SupportingStatement], at: int
    ) -> list[SupportingStatement]:
        """Return a step with the steps before it in its section, if they fit."""
        first = at
        while first > 0 and follows(near[first - 1].statement, near[at].statement):
            first -= 1
        return self._within(list(near[first : at + 1]), self._room) or [near[at]]

    def _list_below(
        self, near: Sequence[SupportingStatement], at: int, several: bool
    ) -> list[SupportingStatement]:
        """Return the list that a sentence announces, or that follows if several are asked for."""
        best = near[at].statement
        announces = has_phrase(best.text, word_list("list_announcements"))
        for place, one in enumerate(near[at + 1 : at + 1 + _LIST_WITHIN], start=at + 1):
            if not same_section(one.statement, best):
                break
            if one.statement.kind == "item":
                return (
                    self._within(block_of(near, place), _LIST_WORDS) if announces or several else []
                )
        return []

    def _within(self, some: list[SupportingStatement], words: int) -> list[SupportingStatement]:
        """Return the statements if they fit into so many words, else none."""
        fits = sum(count_words(one.text) for one in some) <= words
        return some if fits else []

    def _part(self, block: list[SupportingStatement], at: int) -> list[SupportingStatement]:
        """Return as much of a long list as fits, from shortly before the best item on."""
        part: list[SupportingStatement] = []
        left = max(self._room, _LIST_WORDS)
        for one in block[max(0, at - 2) :]:
            left -= count_words(one.text)
            if left < 0:
                break
            part.append(one)
        return part if block[at] in part else [block[at]]

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

    def _support(self, source: int, one: Statement) -> SupportingStatement:
        return self._found.get((source, one)) or SupportingStatement(source, one, 0.0, one.text)


def _words(asked: QuestionType, *, brief: bool) -> int:
    """Return the number of words of an answer."""
    if brief:
        return _BRIEF_WORDS
    if asked.is_pointed:
        return _POINTED_WORDS
    return MOST_WORDS if asked.wants_reason or asked.wants_steps else _WORDS
