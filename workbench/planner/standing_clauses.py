"""Divide a question into clauses that can be asked apart, with names in place of pronouns."""

from collections.abc import Sequence

from workbench.domain.entities import ResolvedEntity
from workbench.nlp.grammar import in_word_list
from workbench.nlp.sub_questions import joined_clauses
from workbench.nlp.tokens import Token, tokens

_PRONOUNS = ("singular_pronouns", "plural_pronouns")


def standing_clauses(text: str, entities: Sequence[ResolvedEntity]) -> tuple[str, ...]:
    """Return the clauses of a question: "Who designed X", "who built X".

    The text is returned alone if a pronoun may mean several names of the first clause, or none, and
    if a clause says nothing without the name of another: "Who built X and when?".
    """
    first, *rest = joined_clauses(text)
    spans = {entity.span for entity in entities if entity.span is not None}
    named = {text[one.start : one.end] for one in spans}
    of_first = [name for name in named if name in first]
    if any(map(_pronouns, rest)) and len(of_first) != 1:
        return (text,)
    clauses = (first, *(_with_name(clause, *of_first[:1]) for clause in rest))
    is_named = [any(name in clause for name in named) for clause in clauses]
    return clauses if all(is_named) or not any(is_named) else (text,)


def _pronouns(clause: str) -> list[Token]:
    return [
        word for word in tokens(clause) if any(in_word_list(word.text, name) for name in _PRONOUNS)
    ]


def _with_name(clause: str, name: str = "") -> str:
    """Return a clause with a name in place of its pronouns."""
    for word in reversed(_pronouns(clause)):
        clause = f"{clause[: word.start]}{name}{clause[word.end :]}"
    return clause
