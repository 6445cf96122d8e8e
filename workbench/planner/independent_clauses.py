"""Split a question into independent clauses, with names in place of pronouns."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from workbench.domain.base import Span
from workbench.domain.entities import ResolvedEntity
from workbench.nlp.grammar import in_word_list
from workbench.nlp.sub_questions import joined_clauses
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import Token, tokens

_PRONOUNS = ("singular_pronouns", "plural_pronouns")


class Clause(NamedTuple):
    """A clause of a question, and the names recognised in it."""

    text: str
    entities: tuple[ResolvedEntity, ...]
    """The names, with their places in the clause."""


def independent_clauses(text: str, entities: Sequence[ResolvedEntity]) -> tuple[Clause, ...]:
    """Return the clauses of a question: "Who designed X", "who built X".

    The whole question is returned if a clause is incomplete without another, "Who built X and
    when?", and if a pronoun may mean several names of the first clause, or none.
    """
    first, *rest = joined_clauses(text)
    if not all(map(content_terms, rest)):
        return (clause_of(text, text, entities),)
    names = [text[one.span.start : one.span.end] for one in entities if one.span is not None]
    of_first = list(dict.fromkeys(name for name in names if _found(name, first)))
    refers_back = not of_first and bool(_pronouns(first))
    if any(map(_pronouns, rest)) and len(of_first) != 1 and not refers_back:
        return (clause_of(text, text, entities),)
    clauses = (first, *(_with_name(clause, *of_first) for clause in rest))
    return tuple(clause_of(clause, text, entities) for clause in clauses)


def clause_of(clause: str, text: str, entities: Sequence[ResolvedEntity]) -> Clause:
    """Return a part of a text with the names in it, recognised in the whole text."""
    return Clause(clause, tuple(_placed(clause, text, entities)))


def _placed(clause: str, text: str, entities: Sequence[ResolvedEntity]) -> Iterator[ResolvedEntity]:
    for entity in entities:
        if entity.span is None:
            yield entity
            continue
        name = text[entity.span.start : entity.span.end]
        if found := _found(name, clause):
            span = Span(start=found.start(), end=found.end())
            yield entity.model_copy(update={"span": span})


def _found(name: str, clause: str) -> "re.Match[str] | None":
    """Return where a clause has a name as whole words: "Ann" is not in "Annika"."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", clause)


def _pronouns(clause: str) -> list[Token]:
    return [
        word for word in tokens(clause) if any(in_word_list(word.text, name) for name in _PRONOUNS)
    ]


def _with_name(clause: str, name: str = "", *others: str) -> str:
    """Return a clause with a name in place of its pronouns, if there is no other name."""
    for word in reversed(_pronouns(clause)) if name and not others else ():
        clause = f"{clause[: word.start]}{name}{clause[word.end :]}"
    return clause
