"""Find what is shown with a selected statement: its list or table, or the sentences after it."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from workbench.extractive.listed_headings import kind_asked_for, names_kind
from workbench.extractive.question_likeness import (
    SAME_QUESTION,
    heading_of,
    question_above,
    question_similarity,
    same_section,
)
from workbench.extractive.shown_context import refers_back
from workbench.extractive.sources import Source, SourceSet
from workbench.extractive.statement_traits import label_of
from workbench.extractive.supporting_statements import (
    SupportingStatement,
    besides_subject,
    block_of,
    follows,
)
from workbench.extractive.word_credit import match_credit
from workbench.nlp.asked_subject import doing_word
from workbench.nlp.code_names import code_names
from workbench.nlp.compared_sides import compared_sides
from workbench.nlp.phrases import has_phrase
from workbench.nlp.question_type import QuestionType
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import count_words
from workbench.nlp.word_lists import word_list
from workbench.text.blocks import blocks_of, in_one_item
from workbench.text.statements import Statement, statements

BRIEF = 2
"""Most statements of a brief answer, not counting lists."""
_LIST_WORDS = 110
"""Most words of a list or table that is shown whole because several things are asked for."""
_LIST_WITHIN = 2
"""How many statements after a sentence the list that it announces may begin."""
_NAMED = 0.5
"""Least share of the words of a row's first cell for the question to name it."""
_FEWEST_ITEMS = 2
"""Fewest items that meet a condition for the others to be left out."""
_ITEMS_BEFORE = 2
"""Items before the best one that are shown of a long list."""
_LABEL_END = re.compile(r": | \u2014 ")


class Attached(NamedTuple):
    """A statement with those shown with it, and those left out."""

    shown: list[SupportingStatement]
    left_out: Sequence[SupportingStatement] = ()
    """The rows or items beside it that do not meet the question's condition."""


class Surroundings:
    """The statements around each one in its passage, selected for one question."""

    def __init__(
        self,
        asked: QuestionType,
        library: SourceSet,
        ranked: Sequence[SupportingStatement],
        *,
        brief: bool,
    ) -> None:
        self._asked = asked
        self._library = library
        self._found: Mapping[tuple[int, Statement], SupportingStatement] = {
            (one.source, one.statement): one for one in ranked
        }
        self._brief = brief

    def supporting(self, source: int, one: Statement) -> SupportingStatement:
        """Return a statement as ranked; one unrelated to the question has a score of 0."""
        return self._found.get((source, one)) or SupportingStatement(source, one, 0.0, one.text)

    def attached(self, best: SupportingStatement, room: int) -> Attached:
        """Return a statement with its list, its table, or the sentence after it.

        Args:
            best: the statement.
            room: the words that are left for it.
        """
        near = [self.supporting(best.source, one) for one in statements(self._source(best).text)]
        at = near.index(best)
        if best.statement.kind != "sentence":
            found = self._of_block(block_of(near, at), best, room)
            return found._replace(shown=self._with_openings(near, found.shown))
        several = self._asked.wants_list or self._asked.wants_steps
        several = several or doing_word(self._asked.text) is not None
        announced = self._list_below(near, at, several=several)
        if announced:
            return Attached([best, *announced])
        return Attached(_with_code(near, self._stretch(near, at, room)))

    def _of_block(
        self, block: list[SupportingStatement], best: SupportingStatement, room: int
    ) -> Attached:
        """Return a row or an item with its neighbours that the question asks for."""
        alone = self._with_rest(block, best, room)
        if named := self._named_items(block):
            return Attached(_within(named, room) or alone, block)
        if best.statement.cells and compared_sides(self._asked.text) is not None:
            return Attached([best])
        several = self._asked.wants_list or self._asked.wants_steps or self._is_of_kind(block)
        several = several or has_phrase(best.statement.lead, word_list("comparison_questions"))
        matching = self._matching(block)
        if len(matching) < len(block) and best in matching and (several or self._asked.wants_name):
            shown = _within(matching, _LIST_WORDS) or _part(matching, matching.index(best), room)
            return Attached(shown, block)
        if self._asked.is_pointed and not several:
            return Attached(alone)
        is_row = best.statement.kind == "row"
        several = several and not self._asked.wants_steps if is_row else several
        whole = _within(block, max(room, _LIST_WORDS) if several else room)
        if whole or is_row:
            return Attached(whole if whole and (several or not is_row) else [best])
        return Attached(_part(block, block.index(best), room) if several else alone)

    def _with_openings(
        self, near: Sequence[SupportingStatement], shown: Sequence[SupportingStatement]
    ) -> list[SupportingStatement]:
        """Add the sentence of its item that one refers back to: "These are …" after "Canoes: …"."""
        whole: list[SupportingStatement] = []
        for one in shown:
            before = near[near.index(one) - 1] if one in near[1:] else one
            is_needed = refers_back(one.text) and self._share_item(before, one)
            whole += [*([before] if is_needed and before not in shown else []), one]
        return whole

    def _share_item(self, before: SupportingStatement, one: SupportingStatement) -> bool:
        """Whether two statements are sentences of one item."""
        if before.statement.kind != "item" or one.statement.kind != "item":
            return False
        return in_one_item(self._source(one).text, before.statement.start, one.statement.end)

    def _with_rest(
        self, block: Sequence[SupportingStatement], best: SupportingStatement, room: int
    ) -> list[SupportingStatement]:
        """Return an item's sentence with those after it in the item, as far as they fit.

        "Cameras. Lost by 19 to 25." goes on with the reason: "Several members feared …".
        """
        blocks = blocks_of(self._source(best).text)
        end = next((one.end for one in blocks if one.end >= best.statement.end), 0)
        whole = [best]
        for one in block[block.index(best) + 1 :]:
            if one.statement.end > end or not _within([*whole, one], room):
                break
            whole.append(one)
        return whole

    def _is_of_kind(self, block: Sequence[SupportingStatement]) -> bool:
        """Whether the heading or the lead-in names the kind of thing asked for: "equipment"."""
        first, kind = block[0].statement, kind_asked_for(self._asked)
        titles = (heading_of(first, self._source(block[0])), first.lead)
        if kind is None or len(block) < _FEWEST_ITEMS:
            return False
        return any(names_kind(title, kind) for title in titles)

    def _named_items(self, block: Sequence[SupportingStatement]) -> list[SupportingStatement]:
        """Return the items on an option of the question, or the several that it names."""
        of_code = [one for one in block if self._names_code(one.statement)]
        of_label = [one for one in block if self._names_item(one.statement)]
        return of_code or (of_label if len(of_label) > 1 else [])

    def _names_code(self, one: Statement) -> bool:
        """Whether a statement is on an option or identifier of the question: ``--small``."""
        asked = {name.text for name in code_names(self._asked.text)}
        return not asked.isdisjoint(name.text for name in code_names(label_of(one)))

    def _names_item(self, one: Statement) -> bool:
        """Whether the question has the label of an item: "Basic" of "Basic — a lock for a day"."""
        label = _LABEL_END.split(one.text, maxsplit=1)[0]
        if one.kind != "item" or label == one.text:
            return False
        terms = content_terms(label)
        return bool(terms) and all(match_credit(x, self._asked.text) == 1.0 for x in terms)

    def _matching(self, block: list[SupportingStatement]) -> list[SupportingStatement]:
        """Return the rows or items that meet the question's condition; all if it has none.

        A condition is a word that some of them have outside their first cell, and neither the
        heading nor the lead-in: "Wednesday" in "Which vets work on Wednesday?". Steps have none,
        nor have items one in what they are: "Linux" in "Which Linux distributions …?".
        """
        first = block[0].statement
        if self._asked.wants_steps and not first.cells:
            return block
        block = self._named(block) or block
        about = f"{heading_of(first, self._source(block[0]))} {first.lead}"
        if not first.cells:
            about = f"{about} {self._asked.listed_kind}"
        found = [one for one in self._asked.terms if not match_credit(one, about)]
        counts = {
            place: sum(match_credit(term, besides_subject(one.statement)) == 1.0 for term in found)
            for place, one in enumerate(block)
        }
        most = max(counts.values(), default=0)
        kept = [one for place, one in enumerate(block) if counts[place] == most]
        fewest = 1 if first.cells else _FEWEST_ITEMS
        return kept if most and len(kept) >= fewest else block

    def _named(self, block: Sequence[SupportingStatement]) -> list[SupportingStatement]:
        """Return the rows whose first cell the question names: "Liquid nitrogen"."""
        rows = [one for one in block if one.statement.cells]
        return [one for one in rows if self._share_named(one.statement.cells[0][1]) >= _NAMED]

    def _share_named(self, label: str) -> float:
        """Return the share of a label's words that the question has."""
        terms = content_terms(label)
        known = sum(match_credit(term, self._asked.text) for term in terms)
        return known / len(terms) if terms else 0.0

    def _stretch(
        self, near: Sequence[SupportingStatement], at: int, room: int
    ) -> list[SupportingStatement]:
        """Return a sentence with the next one, or with all that fit of an explanation."""
        best = near[at]
        titled = question_similarity(self._asked, best.statement, self._source(best))
        most = None if self._asked.wants_reason or titled >= SAME_QUESTION else at + 2
        if self._brief:
            most = at + BRIEF
        stretch = [best]
        if self._asked.wants_steps and not self._brief:
            stretch, most = _steps_above(near, at, room), None
        elif question_above(best.statement, self._source(best)):
            stretch = _steps_above(near, at, room)
        for one in near[at + 1 : most]:
            if not follows(one.statement, best.statement):
                break
            if not _within([*stretch, one], room):
                break
            stretch.append(one)
        return stretch

    def _list_below(
        self, near: Sequence[SupportingStatement], at: int, *, several: bool
    ) -> list[SupportingStatement]:
        """Return the list that a sentence announces, or that follows if several are asked for."""
        best = near[at].statement
        announces = has_phrase(best.text, word_list("list_announcements"))
        within = len(near) if self._is_headed_by_subject(near[at]) else _LIST_WITHIN
        for place, one in enumerate(near[at + 1 : at + 1 + within], start=at + 1):
            if not same_section(one.statement, best):
                break
            if one.statement.kind == "item":
                announces = announces and one.statement.lead in ("", best.text)
                is_wanted = announces or several
                return _within(block_of(near, place), _LIST_WORDS) if is_wanted else []
        return []

    def _is_headed_by_subject(self, best: SupportingStatement) -> bool:
        """Whether steps are asked for, and the heading has a word of the question: "Descaling".

        They may stand below several sentences that tell when they are needed.
        """
        heading = heading_of(best.statement, self._source(best))
        return self._asked.wants_steps and any(
            match_credit(term, heading) for term in self._asked.terms
        )

    def _source(self, one: SupportingStatement) -> Source:
        return self._library.sources[one.source]


def _steps_above(
    near: Sequence[SupportingStatement], at: int, room: int
) -> list[SupportingStatement]:
    """Return a step with the steps before it in its section, if they fit."""
    first = at
    while first > 0 and follows(near[first - 1].statement, near[at].statement):
        first -= 1
    return _within(list(near[first : at + 1]), room) or [near[at]]


def _with_code(
    near: Sequence[SupportingStatement], stretch: list[SupportingStatement]
) -> list[SupportingStatement]:
    """Return a stretch of sentences with the code that its last one announces: "The defaults are:".

    Without it, that sentence tells nothing: it is left out, unless it is the only one.
    """
    last = stretch[-1]
    if last.statement.code or not last.text.endswith(":"):
        return stretch
    at = near.index(last)
    code = [one for one in near[at + 1 : at + 2] if one.statement.code]
    if code and same_section(code[0].statement, last.statement) and _within(code, _LIST_WORDS):
        return [*stretch, *code]
    return stretch[:-1] or stretch


def _within(some: list[SupportingStatement], words: int) -> list[SupportingStatement]:
    """Return the statements if they fit into so many words, else none."""
    fits = sum(count_words(one.text) for one in some) <= words
    return some if fits else []


def _part(block: list[SupportingStatement], at: int, room: int) -> list[SupportingStatement]:
    """Return the part of a long list that fits, from shortly before the best item on."""
    part: list[SupportingStatement] = []
    left = max(room, _LIST_WORDS)
    for one in block[max(0, at - _ITEMS_BEFORE) :]:
        left -= count_words(one.text)
        if left < 0:
            break
        part.append(one)
    return part if block[at] in part else [block[at]]
