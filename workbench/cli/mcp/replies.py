"""What the tools return: the parts of a run that a caller reads, not the whole record."""

from typing import Any

from workbench.cli.report import remarks, shown_answer
from workbench.domain.base import Value
from workbench.domain.diagnostics import AnswerVerdict, Claim
from workbench.domain.evidence import Evidence, ExecutedCall, FactsPayload, Quote
from workbench.domain.plan import PlanOrigin, PlanProblem
from workbench.domain.run import Run, RunStatus
from workbench.rendering.source_labels import quote_label, source_label
from workbench.workspace import Workspace


class CitedSource(Value):
    """A source that the answer cites as ``[number]``."""

    number: int
    label: str
    """The document with its headings, or the entity with its type."""
    text: str
    quote: Quote | None
    """The words of a document that support the first sentence that cites it, and their place."""
    evidence_id: str


class AskReply(Value):
    """An answer with the sources it cites, and whether it is right."""

    answer: str
    outcome: str
    sources: tuple[CitedSource, ...]
    verdict: AnswerVerdict | None
    """The estimate that the answer is right, with its reasons."""
    claims: tuple[Claim, ...]
    """Every statement of the answer, compared with the sources."""
    notes: tuple[str, ...]
    """What else a reader should know: a model that was down, a plan that was replaced."""
    status: RunStatus
    run_id: str


class PlanReply(Value):
    """A QueryPlan, to be executed as it is or changed first."""

    plan: dict[str, Any]
    origin: PlanOrigin | None
    reasons: tuple[str, ...]
    """How the question was read, and what was left out."""
    run_id: str


class ExecuteReply(Value):
    """What a plan finds."""

    facts: FactsPayload
    tool_calls: tuple[ExecutedCall, ...]
    warnings: tuple[PlanProblem, ...]
    """What was adjusted in the plan."""


class SearchReply(Value):
    """Passages, best first, each with the channels that found it."""

    passages: tuple[Evidence, ...]


def ask_reply(run: Run, workspace: Workspace, failures: tuple[str, ...]) -> AskReply:
    """Return the reply for a run that has an answer."""
    assert run.answer is not None
    found = run.diagnostics
    return AskReply(
        answer=shown_answer(run, run.answer),
        outcome=run.answer.outcome,
        sources=_cited_sources(run, workspace),
        verdict=found.verdict if found else None,
        claims=found.claims if found else (),
        notes=(*remarks(run), *failures),
        status=run.status,
        run_id=run.id,
    )


def _cited_sources(run: Run, workspace: Workspace) -> tuple[CitedSource, ...]:
    """Return the cited sources by their numbers in the answer, in order of appearance."""
    if run.answer is None or run.facts is None:
        return ()
    evidence = run.facts.evidence_by_id()
    first: dict[str, Quote | None] = {}
    for citation in run.answer.citations:
        first.setdefault(citation.evidence_id, citation.quote)
    return tuple(
        CitedSource(
            number=number,
            label=_label(evidence[name], quote, run, workspace),
            text=evidence[name].content,
            quote=quote,
            evidence_id=name,
        )
        for number, (name, quote) in enumerate(first.items(), start=1)
    )


def _label(item: Evidence, quote: Quote | None, run: Run, workspace: Workspace) -> str:
    """Return the label that the list below an answer gives a source."""
    if item.span is None and quote is not None and quote.title:
        return quote_label(quote, run.language, workspace)
    assert run.facts is not None
    return source_label(item, run.facts, run.language, workspace)
