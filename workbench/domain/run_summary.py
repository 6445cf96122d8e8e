"""What lists of runs show, by which they are filtered, and what a person noted about a run."""

from datetime import datetime
from typing import TypedDict

from pydantic import Field

from workbench.domain.base import Span, Value
from workbench.domain.diagnostics import VerdictLabel
from workbench.domain.plan import PlanOrigin
from workbench.domain.run import Run, RunStatus, Stage
from workbench.domain.schema_versions import RUN

BEST_RATING = 5
"""Ratings of runs go from 1 to this."""


class RunSummary(Value):
    """The fields of a run that lists show; ``ms`` is the total time of its own stages."""

    schema_version: int = RUN.version
    """Greater than ``RUN.version`` where a newer release stored the run."""
    id: str
    parent_id: str | None = None
    thread_id: str | None = None
    workspace: str
    question: str
    status: RunStatus
    plan_origin: PlanOrigin | None = None
    confidence: float | None = None
    grounding: float | None = None
    ms: float = 0.0
    forked_at: Stage | None = None
    model: str | None = None
    """The model that wrote the answer; ``offline`` where none did, None before it is known."""
    template: str | None = None
    """The hash of the templates that the answer's model was sent; None without a model."""
    verdict: VerdictLabel | None = None
    price_usd: float | None = None
    """None where the price of a call is unknown."""
    created_at: datetime
    tags: tuple[str, ...] = ()
    rating: int | None = None
    note: str = ""


class RunFilters(TypedDict, total=False):
    """Conditions on the runs of a list; None sets none."""

    workspace: str | None
    text: str | None
    """A part of the question, ignoring case."""
    status: RunStatus | None
    thread: str | None
    family: str | None
    """The id of a run: it, the runs that it was forked from, and all forks of these."""
    model: str | None
    template: str | None
    is_fork: bool | None
    price_usd: float | None
    """Cost so much at least."""
    verdict: VerdictLabel | None
    tag: str | None
    rating: int | None
    """Rated so at least."""
    since: datetime | None
    before: datetime | None
    """The end of the period, which is not part of it."""


class RunFacets(Value):
    """The values by which the stored runs can be filtered, each in alphabetical order."""

    models: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class RunAnnotation(Value):
    """What a person noted about a run: tags, a rating and a note. The run itself never changes."""

    run_id: str
    tags: tuple[str, ...] = ()
    rating: int | None = Field(default=None, ge=1, le=BEST_RATING)
    note: str = ""


NOTED_PARTS = ("tags", "rating", "note")
"""The fields of an annotation, each of which is stored by itself."""


class CitingRun(Value):
    """A run whose answer cites a document, and where."""

    run: RunSummary
    spans: tuple[Span, ...]
    """The quotes of its citations, as offsets in the document's text."""


def shown_confidence(run: Run) -> float | None:
    """Return the estimate that the answer is right; the formula's score in earlier runs."""
    if run.diagnostics is not None and run.diagnostics.verdict is not None:
        return run.diagnostics.verdict.probability
    return run.answer.confidence if run.answer else None


def summarize(run: Run) -> RunSummary:
    """Build the summary of a run, without what a person noted about it."""
    verdict = run.diagnostics.verdict if run.diagnostics else None
    return RunSummary(
        schema_version=run.schema_version,
        id=run.id,
        parent_id=run.parent_id,
        thread_id=run.thread_id,
        workspace=run.workspace,
        question=run.question,
        status=run.status,
        plan_origin=run.plan_origin,
        confidence=shown_confidence(run),
        grounding=run.answer.grounding_score if run.answer else None,
        ms=sum(stage.ms for stage in run.stages if not stage.reused),
        forked_at=run.forked_at,
        model=run.models.get("answer"),
        template=run.templates.get("answer"),
        verdict=verdict.label if verdict else None,
        price_usd=run.usage.price_usd,
        created_at=run.created_at,
    )
