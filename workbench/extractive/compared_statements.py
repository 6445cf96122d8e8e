"""Find the best statement on each of two things that a question asks about."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from workbench.extractive.question_likeness import heading_of, question_above
from workbench.extractive.sources import Source, SourceSet
from workbench.extractive.statement_traits import defined_by, gives_what_is_asked
from workbench.extractive.supporting_statements import SupportingStatement, with_subject
from workbench.extractive.word_credit import match_credit
from workbench.nlp.compared_sides import compared_sides, compared_terms, words_of_sides
from workbench.nlp.grammar import is_function_word
from workbench.nlp.pair_noun import pair_noun
from workbench.nlp.phrases import has_phrase
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.terms import Term, content_terms
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_LEAST_SHARE = 0.5
"""Least share of the words asked of both for a statement to answer for its side."""
_VALUE = 0.5
"""Bonus on that share for a value of the kind asked for."""
_LESS = 0.05
"""A statement is replaced by the best one on its side if its share is lower by this much."""
_COMPLETE = 0.75
"""A statement with this share of the words asked of both needs no further one."""
_SIDES = 2


@dataclass(frozen=True)
class Side:
    """One of two things: its words, those of the other one, or the document that is about it."""

    words: tuple[Term, ...] = ()
    against: tuple[Term, ...] = ()
    document: str = ""
    name: str = ""
    """Its name in the question, or the title of its document."""


class Comparison:
    """The statements about each of two things.

    The words for the things themselves do not count for a statement, since its heading or title may
    have them; what is asked of both does.
    """

    def __init__(
        self, asked: QuestionType, library: SourceSet, related: Sequence[SupportingStatement]
    ) -> None:
        self._asked = asked
        self._library = library
        self._related = related
        self._sides = _sides(asked, library)
        kind = pair_noun(asked.text)
        named = {term.key for term in (*words_of_sides(asked.text), *filter(None, [kind]))}
        self._numbered = _numbered(asked.text, self._sides, library)
        self._rest = [term for term in asked.terms if term.key not in named]
        things = {term.key for term in compared_terms(asked.text)}
        self._asks_what_they_are = bool(things) and things.isdisjoint(one.key for one in self._rest)

    def first(self, best: SupportingStatement) -> SupportingStatement:
        """Return the statement to begin with: of one that tells nothing asked, its side's best.

        Of how two things differ, "other packages have different versions" tells nothing, and "the
        differences between a pull and a fetch are" tells the most.
        """
        if self._contrast is not None:
            return self._contrast
        defining = [one for one in map(self._best, self._sides) if one and self._is_definition(one)]
        if defining and not has_phrase(best.text, word_list("comparison_questions")):
            return defining[0]
        if self._share_of_question(best.text):
            return best
        found = (self._best(side) for side in self._sides if self._is_on(side, best))
        return next(filter(None, found), best)

    def to_add(self, chosen: Sequence[SupportingStatement]) -> list[SupportingStatement]:
        """Return the best statement on each side that the chosen ones cover less."""
        if self._contrast is not None:
            return []
        lacking = self.lacking()
        return [
            best
            for side in self._sides
            if side != lacking
            and (best := self._best(side)) is not None
            and not self._is_stated_of(side, best, chosen)
        ]

    def is_complete(self, chosen: Sequence[SupportingStatement]) -> bool:
        """Whether there are two sides, and the chosen statements have what is asked of each."""
        if self._contrast is not None:
            return self._contrast in chosen
        return bool(self._sides) and all(
            (best := self._best(side)) in chosen
            and best is not None
            and (self._defines(side, best) or self._share(best) >= _COMPLETE)
            for side in self._sides
        )

    def lacking(self) -> Side | None:
        """Return the side that lacks what is stated of the other one; None if there is none.

        A number, such as that of "level 4", may stand for anything.
        """
        if self._asks_what_they_are:
            return None
        shares = [self._share(best) if (best := self._best(side)) else 0.0 for side in self._sides]
        if max(shares, default=0.0) < _LEAST_SHARE or min(shares) > 0 or self._states_both():
            return None
        found = self._sides[shares.index(0.0)]
        is_number = found.words and all(term.text.isdigit() for term in found.words)
        return None if is_number else found

    def _states_both(self) -> bool:
        """Return True if a statement names both things and what is asked: "2 cats and 3 dogs"."""
        return any(
            self._share(one) >= _LEAST_SHARE
            and all(
                any(match_credit(term, self._context(one)) for term in side.words)
                for side in self._sides
            )
            for one in self._related
        )

    def _best(self, side: Side) -> SupportingStatement | None:
        own = [one for one in self._related if self._is_on(side, one)]
        return max(own, key=lambda one: self._rank(side, one), default=None)

    def _is_stated_of(
        self, side: Side, best: SupportingStatement, chosen: Sequence[SupportingStatement]
    ) -> bool:
        share = self._share(best)
        least = share - _LESS if share >= _LEAST_SHARE else 0.0
        if self._defines(side, best):
            return best in chosen
        return any(self._is_on(side, one) and self._share(one) >= least for one in chosen)

    def _is_on(self, side: Side, one: SupportingStatement) -> bool:
        if side.document:
            return self._library.sources[one.source].document == side.document
        context = self._context(one)
        is_named = any(self._names_side(term, context) for term in side.words)
        if is_named and not any(self._names_side(term, one.text) for term in side.against):
            return True
        is_on_both = self._is_on_both(one) or self._defines(side, one)
        return is_on_both and _opens_with(side, one.text)

    def _names_side(self, term: Term, text: str) -> bool:
        """Return True if a text has a word of a side; a number only with its word in the question.

        "Box 4" is not about "level 4" where the sources have "level 4".
        """
        numbered = self._numbered.get(term.key, "")
        return has_phrase(text, (numbered,)) if numbered else bool(match_credit(term, text))

    def _rank(self, side: Side, one: SupportingStatement) -> tuple[float, ...]:
        """Return the weight of the side's words, the share of what is asked, and the score.

        The answer to a question of an FAQ on both goes before others. Where only the heading has
        what is asked, the first statement below it comes first. Of how two things differ, what each
        of them is tells the most.
        """
        text = self._context(one)
        found = (self._library.weight(term) * match_credit(term, text) for term in side.words)
        share, score = self._share(one), one.score
        if share >= _LEAST_SHARE and not self._share_of_question(one.text):
            score = -float(one.statement.place)
        defines = self._defines(side, one)
        told = share if share >= _LEAST_SHARE and not defines else 0.0
        return sum(found), self._is_on_both(one), defines, told, score

    @cached_property
    def _contrast(self) -> SupportingStatement | None:
        """The best statement that compares both things, if nothing else is asked of them."""
        found = (one for one in self._related if self._asks_what_they_are and self._compares(one))
        return next(found, None)

    def _compares(self, one: SupportingStatement) -> bool:
        text = f"{one.text} {one.statement.lead}"
        return has_phrase(text, word_list("comparison_questions")) and all(
            any(match_credit(term, text) for term in side.words) for side in self._sides
        )

    def _is_definition(self, one: SupportingStatement) -> bool:
        return any(self._defines(side, one) for side in self._sides)

    def _defines(self, side: Side, one: SupportingStatement) -> bool:
        """Whether a statement tells what a thing is, and nothing else is asked of the two.

        "Overtime and comp time: Yes" tells neither what the one is nor what the other.
        """
        return self._asks_what_they_are and any(
            any(match_credit(term, defined) == 1.0 for term in side.words)
            and not any(match_credit(term, defined) for term in side.against)
            for defined in defined_by(one.statement)
        )

    def _is_on_both(self, one: SupportingStatement) -> bool:
        """Whether a statement answers a question of an FAQ on both things."""
        answered = question_above(one.statement, self._library.sources[one.source])
        return bool(answered and self._sides) and all(
            any(match_credit(term, answered) for term in side.words) for side in self._sides
        )

    def _share(self, one: SupportingStatement) -> float:
        """Return the weighted share of the words asked of both that a statement has, on 0-1.

        Those of its heading count, and a value of the kind asked for.
        """
        statement = one.statement
        heading = heading_of(statement, self._library.sources[one.source])
        share = self._share_of_question(f"{one.text} {statement.asked} {statement.lead} {heading}")
        return share + _VALUE * gives_what_is_asked(self._asked, statement)

    def _share_of_question(self, text: str) -> float:
        total = sum(self._library.weight(term) for term in self._rest)
        weight = sum(self._library.weight(term) * match_credit(term, text) for term in self._rest)
        return weight / total if total else 0.0

    def _context(self, one: SupportingStatement) -> str:
        """Return a statement with its FAQ question and all the headings above it."""
        return f"{with_subject(one)} {' '.join(self._library.sources[one.source].headings)}"


def _numbered(text: str, sides: Sequence[Side], library: SourceSet) -> dict[str, str]:
    """Return the numbers of both sides with the word before them: "level 5" and "level 4".

    Of numbers that no source has so, such as those of "levels 4 and 5", none.
    """
    before = {
        two.start: one.text for one, two in pairwise(tokens(text)) if not is_function_word(one.text)
    }
    found = {
        term.key: f"{before[term.start]} {term.text}"
        for side in sides
        for term in side.words
        if term.text.isdigit() and term.start in before
    }
    texts = [source.text for source in library.sources]
    is_said = all(any(has_phrase(one, (phrase,)) for one in texts) for phrase in found.values())
    return found if is_said else {}


def _opens_with(side: Side, text: str) -> bool:
    """Whether a statement opens with a thing: "A pull consists of a fetch" is on the pull."""
    opening = content_terms(text)[:1]
    return any(match_credit(term, one.text) == 1.0 for one in opening for term in side.words)


def lacking_side(
    question: str, sources: Sequence[Source], related: Sequence[SupportingStatement]
) -> str:
    """Return the name of the side for which the sources do not answer the question; else ""."""
    found = Comparison(read_question(question), SourceSet(sources), related).lacking()
    return found.name if found is not None else ""


def _distinctive_terms(words: tuple[Term, ...], others: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return the words of a side without its numbers, if it has others: "3" is in "$3,990" too.

    Only its number tells "a level 5 rating" from "level 4".
    """
    numbers = tuple(word for word in words if word.text.isdigit())
    if numbers and all(word.text.isdigit() for word in others):
        return numbers
    return tuple(word for word in words if word not in numbers) or words


def _sides(asked: QuestionType, library: SourceSet) -> tuple[Side, ...]:
    if sides := compared_sides(asked.text):
        one, other = sides
        return tuple(
            Side(
                _distinctive_terms(own, against),
                _distinctive_terms(against, own),
                name=asked.text[own[0].start : own[-1].end],
            )
            for own, against in ((one, other), (other, one))
        )
    kind = pair_noun(asked.text)
    titles = {one.document: one.headings[0] for one in library.sources if one.headings}
    documents = [key for key, title in titles.items() if kind and match_credit(kind, title)]
    return (
        tuple(Side(document=one, name=titles[one]) for one in documents)
        if len(documents) == 2
        else ()
    )
