"""Find names in a question that occur in neither the sources nor the workspace."""

from collections.abc import Iterator, Sequence

from workbench.checks.grounding.claim_features import name_terms
from workbench.checks.grounding.evidence_index import EvidenceIndex
from workbench.domain.base import Span
from workbench.domain.local_text import all_texts
from workbench.domain.question import Question
from workbench.nlp.terms import Term, contains, term_set
from workbench.nlp.tokens import tokens
from workbench.workspace.load import Workspace

_MOSTLY = 0.7
"""Share of capitalised words above which a question is in title case."""


def unknown_names(
    question: Question,
    pool: EvidenceIndex,
    workspace: Workspace | None,
    mentions: Sequence[Span] = (),
) -> tuple[str, ...]:
    """Return the unknown names: an answer that ignores one is about something else.

    Args:
        question: the question; in title case, capitals are not a sign of a name.
        pool: the sources of the answer.
        workspace: its names and aliases count as known, even if the sources lack them.
        mentions: spans of the question resolved to entities, also misspelt ones.
    """
    if _is_in_capitals(question.text):
        return ()
    missing = [
        term
        for term in name_terms(question.text)
        if not contains(term, pool.words)
        and not any(span.start < term.end and term.start < span.end for span in mentions)
    ]
    return tuple(dict.fromkeys(term.text for term in missing if not _is_known(term, workspace)))


def _is_in_capitals(text: str) -> bool:
    """Return True for a question in title case or capitals: «What Is The Excess?»."""
    words = [token.text for token in tokens(text)]
    return sum(word[0].isupper() for word in words) > _MOSTLY * len(words)


def _is_known(term: Term, workspace: Workspace | None) -> bool:
    return workspace is not None and any(
        contains(term, term_set(name)) for name in _names(workspace)
    )


def _names(workspace: Workspace) -> Iterator[str]:
    yield from all_texts(workspace.spec.title)
    yield from all_texts(workspace.spec.scope.description)
    for node in workspace.nodes.values():
        yield from all_texts(node.name)
        yield from node.aliases
