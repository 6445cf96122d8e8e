"""Divide a question into clauses that can be asked apart, with names in place of pronouns."""

from collections.abc import Sequence

from workbench.domain.entities import ResolvedEntity
from workbench.nlp.grammar import in_word_list
from workbench.nlp.sub_questions import joined_clauses
from workbench.nlp.tokens import Token, tokens

_PRONOUNS = ("singular_pronouns", "plural_pronouns")


def standing_clauses(text: str, entities: Sequence[ResolvedEntity]) -> tuple[str, ...]:
    """Return the clauses of a question: "Who designed X", "who built X".

    The text is returned alone if a pronoun may mean several names of the first clause, or none.
    """
    first, *rest = joined_clauses(text)
    spans = {entity.span for entity in entities if entity.span is not None}
    written = [text[one.start : one.end] for one in spans]
    named = [one for one in written if one in first]
    if len(named) != 1 and any(map(_pronouns, rest)):
        return (text,)
    return (first, *(_with_name(clause, *named[:1]) for clause in rest))


def _pronouns(clause: str) -> list[Token]:
    return [
        word for word in tokens(clause) if any(in_word_list(word.text, name) for name in _PRONOUNS)
    ]


def _with_name(clause: str, name: str = "") -> str:
    """Return a clause with a name in place of its pronouns."""
    for word in reversed(_pronouns(clause)):
        clause = f"{clause[: word.start]}{name}{clause[word.end :]}"
    return clause
