"""Find a list in headings: those under a heading that names the kind of thing asked for."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from workbench.extractive.question_likeness import same_section
from workbench.extractive.sources import Source, SourceSet
from workbench.extractive.supporting_statements import SupportingStatement
from workbench.extractive.word_credit import match_credit
from workbench.nlp.amounts import amounts
from workbench.nlp.grammar import in_word_list, readings
from workbench.nlp.lexical_answer_type import lexical_answer_type
from workbench.nlp.listed_things import kinds_of
from workbench.nlp.noun_phrases import heads_phrase, is_general
from workbench.nlp.question_type import QuestionType
from workbench.nlp.terms import Term, content_terms
from workbench.nlp.tokens import count_words, tokens
from workbench.text.statements import Statement, statements

_FEWEST = 2
"""Fewest headings of a list."""
_WORDS = 72
"""Most words of a list with each first statement; a longer one has headings only."""
_COUNTED_WITHIN = 3
"""Words between a number and what it counts: "three large rooms"."""
_BEFORE_LISTED = re.compile(r"[,:] ")

_Path = tuple[str, ...]
_Sections = dict[str, list[tuple[int, Statement]]]
"""Statements, with the index of their source, by the heading that they stand below."""


def listed_headings(
    asked: QuestionType, library: SourceSet, best: SupportingStatement
) -> list[SupportingStatement]:
    """Return the headings beside that of the best statement, each with its first statement.

    "Which apps do we use?" is answered by "Spond" and "Riverwatch" under "Apps we use", and "Which
    workshops are there?" by "Light workshop" and "Sound workshop". Where a word of the question
    tells some of them apart, they are not the answer: "Which apps do coaches use?".

    Args:
        asked: a question that several things answer.
        library: its sources.
        best: the statement that answers it best.
    """
    kind = kind_asked_for(asked)
    if kind is None:
        return []
    above, sections = _things(kind, library, best)
    if len(sections) < max(_FEWEST, _stated_count(kind, library, best)):
        return []
    if _distinguishes(asked, above, sections, library):
        return []
    found = [_listed(title, *below[0]) for title, below in sections.items()]
    if sum(count_words(one.text) for one in found) <= _WORDS:
        return found
    return [replace(one, text=one.heading) for one in found]


def _things(kind: Term, library: SourceSet, best: SupportingStatement) -> tuple[_Path, _Sections]:
    """Return the headings above the things, and the statements below each of those."""
    source = library.sources[best.source]
    own = _path(source, best.statement)
    for at in _kinds(own, kind):
        sections = _sections(own[: at + 1], library, source.document)
        if len(sections) >= _FEWEST:
            return own[: at + 1], sections
        if kinds_of(own[at]) != own[at]:
            return (), {}  # what stands below "Kinds of contract" tells them in sentences
    for at in range(len(own) - 1, 0, -1):
        if _is_one(own[at], kind):
            near = _sections(own[:at], library, source.document)
            return own[:at], {title: below for title, below in near.items() if _is_one(title, kind)}
    return (), {}


def _stated_count(kind: Term, library: SourceSet, best: SupportingStatement) -> int:
    """Return how many things the section of the best statement counts; 0 if it does not.

    Fewer headings are not all of them: the others are in passages that were not found.
    """
    near = statements(library.sources[best.source].text)
    own = (one for one in near if same_section(one, best.statement))
    return max((count_of(one.text, kind) for one in own), default=0)


def count_of(text: str, kind: Term) -> int:
    """Return the number before a word of the kind: 3 of "has three rooms"; 0 without one."""
    for amount in amounts(text):
        if not amount.value.is_integer():  # nothing is counted as 2.5, nor as infinite
            continue
        near = [word for word in tokens(text) if word.start >= amount.end][:_COUNTED_WITHIN]
        if any(match_credit(kind, word.text) == 1.0 for word in near):
            return int(amount.value)
    return 0


def kind_asked_for(asked: QuestionType) -> Term | None:
    """Return the word for the kind of things asked for: "apps", "equipment"; None without one."""
    noun = asked.listed or lexical_answer_type(asked.text)
    return next((term for term in asked.terms if noun and term.text == noun), None)


def names_kind(heading: str, kind: Term) -> bool:
    """Return True for "Apps we use" and "Types of apps" of apps, not for "Rules for apps"."""
    listed = kinds_of(heading)
    return any(
        match_credit(kind, term.text) and heads_phrase(listed, term.text)
        for term in content_terms(listed)
    )


def _is_one(heading: str, kind: Term) -> bool:
    """Whether a heading is on one thing of the kind: "Light workshop", not "Workshops"."""
    return names_kind(heading, kind) and len(content_terms(heading)) > 1


def _kinds(path: _Path, kind: Term) -> Iterator[int]:
    """Yield the places of headings of the kind with others below them, the lowest first.

    A title is of the kind if it has no other word.
    """
    for at in range(len(path) - 1, -1, -1):
        is_title = path[at] == path[0]
        if names_kind(path[at], kind) and not (is_title and len(content_terms(path[at])) > 1):
            yield at


def _path(source: Source, one: Statement) -> _Path:
    """Return the title and the headings above a statement, a repeated one once."""
    path = (*source.headings, *one.headings)
    return (*path[:1], *(after for before, after in pairwise(path) if after != before))


def _sections(above: _Path, library: SourceSet, document: str) -> _Sections:
    """Return the statements below each heading that is directly below others, in text order."""
    found: _Sections = {}
    for index, source in enumerate(library.sources):
        for one in statements(source.text) if source.document == document else ():
            path = _path(source, one)
            if len(path) > len(above) and path[: len(above)] == above:
                found.setdefault(path[len(above)], []).append((index, one))
    return found


def _distinguishes(
    asked: QuestionType,
    above: _Path,
    sections: _Sections,
    library: SourceSet,
) -> bool:
    """Whether some of the sections have a word of the question that others lack."""
    about = " ".join(above)
    texts = [
        " ".join((title, *(one.text for _, one in below))) for title, below in sections.items()
    ]
    telling = [
        term
        for term in asked.terms
        if library.weight(term) and not _is_uninformative(term) and not match_credit(term, about)
    ]
    counts = [sum(match_credit(term, text) == 1.0 for text in texts) for term in telling]
    return any(0 < count < len(texts) for count in counts)


def _is_uninformative(term: Term) -> bool:
    """Return True for a general word, and for a verb in the first person plural: «печём»."""
    return is_general(term.text) or any("1per" in one.marks for one in readings(term.text)[:1])


def _listed(title: str, source: int, first: Statement) -> SupportingStatement:
    item = replace(first, kind="item")
    return SupportingStatement(source, item, 0.0, f"{title}: {first.text}", heading=title)


def enumerates(one: Statement, near: Sequence[Statement]) -> bool:
    """Return True for an item or a row with another one beside it, and for "tents, mats and pans".

    Two may be told after a colon: "two kinds of lock: temporary and permanent".

    Args:
        one: a statement.
        near: those of its passage.
    """
    if one.kind == "sentence":
        opening = _BEFORE_LISTED.search(one.text)
        joints = (word.text for word in tokens(one.text[opening.end() :] if opening else ""))
        return any(in_word_list(word, "pair_joints") for word in joints)
    return sum(other.kind == one.kind and other.lead == one.lead for other in near) >= _FEWEST
