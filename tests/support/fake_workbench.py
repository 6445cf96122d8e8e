"""A fake workbench for the screens that replays the sample run as events."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Unpack

from pydantic import ValidationError

from tests.support import hostile_run, sample_run
from workbench.answer.output_schemas import SCHEMAS, Schemas
from workbench.bootstrap.annotations import with_changes
from workbench.bootstrap.entity_values import EntityPage
from workbench.bootstrap.prompt_catalogue import prompt_kinds
from workbench.bootstrap.prompt_lint import lint_prompt
from workbench.bootstrap.prompt_preview import uses
from workbench.bootstrap.values import FilesAdded, IngestStep, PromptTemplate
from workbench.checks.diagnostics.confidence.config import ConfidenceConfig
from workbench.domain.ablation import AblatedFact, Ablation, facts_of_claims
from workbench.domain.answer import AskOptions
from workbench.domain.base import Span
from workbench.domain.blame import Blame, TriedStage
from workbench.domain.changes import Change
from workbench.domain.comparison import checked_claims, scores
from workbench.domain.documents import Chunk, Document, SourceFile
from workbench.domain.dry_run import DryRun
from workbench.domain.evidence import StageError
from workbench.domain.graph_gaps import GraphGap
from workbench.domain.matrix import (
    Matrix,
    MatrixCell,
    MatrixEstimate,
    MatrixSpec,
    MatrixStep,
)
from workbench.domain.model_calls import CallsEstimate
from workbench.domain.plan import PlanProblem, QueryPlan
from workbench.domain.prompts import PromptHistory, PromptMessage, PromptPreview, PromptProblem
from workbench.domain.run import Run, RunStatus, Stage
from workbench.domain.run_events import (
    AnswerDelta,
    RunEvent,
    RunFinished,
    RunStarted,
    StageFinished,
    StageStarted,
)
from workbench.domain.run_summary import (
    CitingRun,
    RunAnnotation,
    RunFacets,
    RunFilters,
    RunSummary,
    summarize,
)
from workbench.domain.stability import PlanStability, plan_stability
from workbench.errors import InputError, ProviderError, RunStoreError, WorkbenchError
from workbench.evaluation.cases import Case
from workbench.ingest.chunks import chunk_document
from workbench.llm.gateway import Health
from workbench.llm.model_list import ModelInfo
from workbench.llm.probe import Probe
from workbench.llm.session import Session
from workbench.pipeline.state import STAGE_OUTPUTS
from workbench.retrieval.graph_explorer import GraphExplorer
from workbench.retrieval.graph_store import graph_store
from workbench.retrieval.search import SearchReport
from workbench.settings import Settings
from workbench.workspace import Workspace
from workbench.workspace.prompts import PromptFiles
from workbench.workspace.schema import RetrievalPreset


@dataclass(frozen=True)
class Summary:
    """A workspace in a list."""

    id: str
    title: Any
    languages: tuple[str, ...]
    examples: Any
    nodes: int
    edges: int
    documents: int
    citations: str = "numbered"
    description: Any = ""
    error: str | None = None
    unread: int = 0
    unread_files: Mapping[str, str] = field(default_factory=dict)


UNREAD = SourceFile(path="scan.pdf", size=90, reason="it is protected by a password")
"""A file that the fake's index could not read."""


def _meets(run: RunSummary, filters: RunFilters) -> bool:
    exact = ("workspace", "status", "model", "template", "verdict")
    since, before = filters.get("since"), filters.get("before")
    return (
        all(filters.get(name) in (None, "", getattr(run, name)) for name in exact)
        and filters.get("thread") in (None, run.thread_id)
        and (filters.get("text") or "").lower() in run.question.lower()
        and (not filters.get("tag") or filters["tag"] in run.tags)
        and filters.get("is_fork") in (None, run.parent_id is not None)
        and (run.price_usd or 0) >= (filters.get("price_usd") or 0)
        and (run.rating or 0) >= (filters.get("rating") or 0)
        and (since is None or run.created_at >= since)
        and (before is None or run.created_at < before)
    )


@dataclass
class FakeRuns:
    """Runs in memory, newest first."""

    kept: dict[str, Run] = field(default_factory=dict)
    broken: dict[str, WorkbenchError] = field(default_factory=dict)
    """Errors to raise instead of returning a run, by run id."""
    noted: dict[str, RunAnnotation] = field(default_factory=dict)

    def get(self, run_id: str) -> Run | None:
        if run_id in self.broken:
            raise self.broken[run_id]
        return self.kept.get(run_id)

    def list(
        self,
        *,
        limit: int = 50,
        offset: int = 0,
        **filters: Unpack[RunFilters],
    ) -> list[RunSummary]:
        runs = sorted(self.kept.values(), key=lambda run: run.created_at, reverse=True)
        if run_id := filters.get("family"):
            runs = [run for run in runs if self._origin(run.id) == self._origin(run_id)]
        found = [one for run in runs if _meets(one := self._summary(run), filters)]
        return found[offset : offset + limit]

    def _origin(self, run_id: str) -> str:
        """The run without a parent that a fork goes back to."""
        while run_id in self.kept and (parent := self.kept[run_id].parent_id) in self.kept:
            run_id = str(parent)
        return run_id

    def facets(self) -> RunFacets:
        lines = [self._summary(run) for run in self.kept.values()]
        return RunFacets(
            models=tuple(sorted({one.model for one in lines if one.model})),
            templates=tuple(sorted({one.template for one in lines if one.template})),
            verdicts=tuple(sorted({one.verdict for one in lines if one.verdict})),
            tags=tuple(sorted({tag for one in lines for tag in one.tags})),
        )

    def _summary(self, run: Run) -> RunSummary:
        noted = self.noted.get(run.id, RunAnnotation(run_id=run.id))
        return summarize(run).model_copy(update=noted.model_dump(exclude={"run_id"}))

    def citing(self, workspace: str, document_id: str) -> Sequence[CitingRun]:
        found = []
        for run in self.kept.values():
            quotes = [one.quote for one in run.answer.citations if one.quote] if run.answer else []
            spans = [Span(start=q.start, end=q.end) for q in quotes if q.document_id == document_id]
            if spans:
                found.append(CitingRun(run=summarize(run), spans=tuple(spans)))
        return found

    def delete(self, run_id: str) -> bool:
        return self.kept.pop(run_id, None) is not None


class FakeWorkbench:
    """The methods of Workbench that screens call, with a pause between events."""

    def __init__(self, pause: float = 0.0, runs: tuple[Run, ...] = (), ready: bool = True) -> None:
        self.pause = pause
        self.runs = FakeRuns({run.id: run for run in runs})
        self.ready = ready
        self.settings = Settings(_env_file=None)  # type: ignore[call-arg]
        self.fail_at: Stage | None = None
        self.store_error: RunStoreError | None = None
        self.documents_down: WorkbenchError | None = None
        self.prepared = threading.Event()
        self.lines = Health()
        self.outdated: frozenset[str] = frozenset()
        self.cases: list[Case] = []
        self.gaps: tuple[GraphGap, ...] = ()
        self.changed: tuple[Change, ...] = ()
        self.schemas: Schemas = SCHEMAS
        self.sessions: list[Session | None] = []
        self._count = 0
        self.own = True
        self.dropped: dict[str, bytes] = {}
        self.preset: RetrievalPreset | None = None
        self.searches: list[tuple[str, RetrievalPreset, dict[str, str]]] = []
        self.report: SearchReport | None = None
        """What searches give; None gives the passages of the sample run."""

    @property
    def sync(self) -> "FakeWorkbench":
        return self

    def next_questions(self, run: Run, language: str) -> tuple[str, ...]:
        return ()

    def confidence_config(self, workspace: str) -> ConfidenceConfig:
        return ConfidenceConfig(**self.settings.confidence_config)

    def run(self, run_id: str) -> Run:
        return self.runs.kept[run_id]

    def annotate_run(
        self, run_id: str, *, tags: Any = None, rating: int | None = None, note: str | None = None
    ) -> RunAnnotation:
        noted = self.runs.noted.get(run_id, RunAnnotation(run_id=run_id))
        self.runs.noted[run_id] = with_changes(noted, tags, rating, note)
        return self.runs.noted[run_id]

    def suggest_case(self, run: Run) -> Case:
        return Case(
            id=f"run-{run.id}",
            kind="fact",
            language=run.language,
            question=run.question,
            entities=tuple(one.canonical_id for one in run.entities),
            intents=run.plan.intents if run.plan else None,
        )

    def save_case(self, workspace: str, case: Case) -> Path:
        self.cases.append(case)
        return Path(f"{workspace}.jsonl")

    def prompts(self, workspace: str) -> tuple[PromptTemplate, ...]:
        return tuple(
            PromptTemplate(
                kind=kind,
                original=PromptFiles(Path(), kind.package).source(name),
                is_own=False,
                history=PromptHistory(name=name),
            )
            for name, kind in prompt_kinds().items()
        )

    def lint_prompt(
        self, name: str, text: str, language: Any, workspace: str
    ) -> tuple[PromptProblem, ...]:
        return lint_prompt(text, prompt_kinds()[name], language)

    def uses_prompt(self, run: Run, name: str) -> bool:
        return uses(run, prompt_kinds()[name])

    def preview_prompt(self, run: Run, name: str, text: str) -> PromptPreview:
        message = PromptMessage(role="system", text=text, tokens=len(text) // 4)
        return PromptPreview(messages=(message,), sections={"instructions": message.tokens})

    def workspaces(self) -> list[Summary]:
        space = sample_run.workspace()
        return [
            Summary(
                id=space.id,
                title=space.spec.title,
                description=space.spec.scope.description,
                languages=space.spec.languages,
                examples=space.spec.examples,
                nodes=len(space.nodes),
                edges=len(space.edges),
                documents=24,
            )
        ]

    def workspace(self, workspace: str) -> Workspace:
        return sample_run.workspace()

    def graph(self, workspace: str) -> GraphExplorer:
        space = sample_run.workspace()
        return GraphExplorer(graph_store(space))

    def entities(self, workspace: str, text: str = "", *, limit: int, **_: Any) -> EntityPage:
        nodes = tuple(
            node for node in self.workspace(workspace).nodes.values() if text in node.name
        )
        by_type = dict(Counter(node.type for node in nodes))
        return EntityPage(nodes=nodes[:limit], total=len(nodes), by_type=by_type, proposed=0)

    def entity_passages(self, workspace: str, node_id: str) -> tuple[()]:
        return ()

    def drafts(self, workspace: str, **filters: Any) -> tuple[()]:
        return ()

    def entries(self, workspace: str, state: str | None = None) -> tuple[()]:
        return ()

    def graph_gaps(self, workspace: str) -> tuple[GraphGap, ...]:
        return self.gaps

    def changes(self, workspace: str) -> tuple[Change, ...]:
        return self.changed

    def promote_gap(self, workspace: str, gap_id: str) -> None:
        self.gaps = tuple(
            gap.model_copy(update={"is_drafted": gap.is_drafted or gap.id == gap_id})
            for gap in self.gaps
        )

    def outdated_runs(self, runs: Any) -> frozenset[str]:
        return self.outdated

    def is_ready(self, workspace: str) -> bool:
        return self.ready

    def prepare(
        self, workspace: str, progress: Callable[[str, int, int], None] | None = None
    ) -> None:
        for done in range(24):
            if progress:
                progress("documents", done, 24)
            time.sleep(self.pause)
        self.ready = True

    def document(self, workspace: str, document_id: str) -> Document:
        if self.documents_down:
            raise self.documents_down
        if document_id == hostile_run.DOCUMENT:
            return hostile_run.document()
        try:
            return sample_run.document(document_id)
        except FileNotFoundError as error:
            raise InputError("There is no such document.") from error

    def documents(self, workspace: str) -> tuple[SourceFile, ...]:
        whole = self.document(workspace, sample_run.DOCUMENT)
        read = SourceFile(path=whole.id, title=whole.title, size=len(whole.text), passages=9)
        return (read, UNREAD)

    def passages(self, workspace: str, document_id: str) -> tuple[Chunk, ...]:
        chunks = chunk_document(self.document(workspace, document_id), 160)
        return tuple(indexed.chunk for indexed in chunks)

    def takes_files(self, workspace: str) -> bool:
        return self.own

    def add_documents(
        self, workspace: str, files: Mapping[str, bytes]
    ) -> Iterator[IngestStep | FilesAdded]:
        self.dropped = dict(files)
        yield IngestStep(stage="documents", done=1, total=2, path="a.md")
        yield FilesAdded(workspace=workspace, added=tuple(files))

    def new_workspace(
        self, title: str, files: Mapping[str, bytes]
    ) -> Iterator[IngestStep | FilesAdded]:
        return self.add_documents(sample_run.workspace().id, files)

    def channels(self, workspace: str) -> tuple[str, ...]:
        return ("words", "characters")

    def filter_values(self, workspace: str) -> dict[str, tuple[str, ...]]:
        return {"document_type": ("case", "resume")}

    def saved_preset(self, workspace: str) -> RetrievalPreset | None:
        return self.preset

    def save_preset(self, workspace: str, preset: RetrievalPreset | None) -> None:
        self.preset = preset

    def try_search(
        self, query: str, workspace: str, preset: RetrievalPreset, filters: dict[str, str]
    ) -> SearchReport:
        self.searches.append((query, preset, filters))
        if self.report is not None:
            return self.report
        found = [item for item in sample_run.sample_run().facts.items if item.span]
        return SearchReport(tuple(found), fused={item.id: 1.2 for item in found}, documents=24)

    def validate_plan(self, plan: Any, workspace: str) -> tuple[PlanProblem, ...]:
        try:
            parsed = QueryPlan.model_validate_json(plan)
        except ValidationError as error:
            return tuple(
                PlanProblem(
                    path="$" + "".join(f".{p}" for p in e["loc"]), code=e["type"], message=e["msg"]
                )
                for e in error.errors()
            )
        known = sample_run.workspace().spec.intents
        return tuple(
            PlanProblem(
                path=f"$.intents[{place}]",
                code="unknown_intent",
                message=f"Намерения «{name}» нет.",
                suggestion="PROJECT_ACHIEVEMENTS",
                layer="vocabulary",
            )
            for place, name in enumerate(parsed.intents)
            if name not in known
        )

    def dry_run(self, run: Run, plan: Any, session: Session | None = None) -> DryRun:
        shown = len(run.rendered.sources) if run.rendered else 0
        return DryRun(calls=run.tool_calls, shown=shown, omitted=1)

    def stream(
        self,
        question: str,
        *,
        workspace: str,
        thread: str | None = None,
        options: AskOptions | None = None,
        session: Session | None = None,
        **_: Any,
    ) -> Iterator[RunEvent]:
        self.sessions.append(session)
        run = self._next(thread_id=thread, question=question, options=options or AskOptions())
        yield from self._events(run, Stage.NORMALIZE)

    def fork_stream(
        self,
        run: Run,
        stage: Stage,
        value: Any = None,
        options: AskOptions | None = None,
        **_: Any,
    ) -> Iterator[RunEvent]:
        changed: dict[str, Any] = {
            "parent_id": run.id,
            "forked_at": stage,
            "thread_id": run.thread_id,
            "question": run.question,
            "options": options or run.options,
        }
        if stage is Stage.PLAN and value is not None:
            plan = QueryPlan.model_validate_json(value) if isinstance(value, str) else value
            changed |= {"plan": plan, "plan_origin": "edited"}
        if stage is Stage.RESOLVE and value is not None:
            changed |= {"entities": value.entities, "slots": value.slots}
        yield from self._events(self._next(**changed), stage)

    def replay_stream(self, run: Run) -> Iterator[RunEvent]:
        again = {"parent_id": run.id, "forked_at": Stage.NORMALIZE, "question": run.question}
        yield from self._events(self._next(**again), Stage.NORMALIZE)

    def estimate_comparison(self, run_ids: Sequence[str], *_: Any, **__: Any) -> CallsEstimate:
        return CallsEstimate(calls=2 * len(run_ids), models=("openai:gpt-4o",), price_usd=0.03)

    def estimate_ablation(self, run: Run, most: int, session: Any = None) -> CallsEstimate:
        return CallsEstimate(calls=most, models=("openai:gpt-4o",), price_usd=0.03)

    def ablation_stream(
        self, run: Run, most: int, session: Any = None
    ) -> Iterator[AblatedFact | Ablation]:
        """Every claim goes with its fact, except for the first, which stays without support."""
        facts = []
        for place, item in enumerate(facts_of_claims(run)[:most]):
            resting = tuple(one for one in checked_claims(run) if item.id in one.evidence)
            fate = {"unsupported": resting} if place == 0 else {"lost": resting}
            facts.append(AblatedFact(evidence=item, **fate))
            yield facts[-1]
        yield Ablation(run_id=run.id, facts=tuple(facts))

    def estimate_blame(self, run: Run, reference: str, session: Any = None) -> CallsEstimate:
        return CallsEstimate()

    def blame_stream(
        self, run: Run, reference: str, session: Any = None
    ) -> Iterator[TriedStage | Blame]:
        tried = (
            TriedStage(stage=Stage.RESOLVE, recovered=False),
            TriedStage(stage=Stage.PLAN, recovered=True),
        )
        yield from tried
        yield Blame(run_id=run.id, reference_id=reference, tried=tried)

    def cases_of(self, run: Run) -> list[Case]:
        return [case for case in self.cases if case.question == run.question]

    def estimate_blame_case(self, run: Run, case: str, session: Any = None) -> CallsEstimate:
        return CallsEstimate()

    def blame_case_stream(
        self, run: Run, case: str, session: Any = None
    ) -> Iterator[TriedStage | Blame]:
        yield from self.blame_stream(run, case)

    def estimate_stability(self, run: Run, samples: int, session: Any = None) -> CallsEstimate:
        return CallsEstimate()

    def stability_stream(
        self, run: Run, samples: int, session: Any = None
    ) -> Iterator[PlanStability]:
        """The last plan has fewer items than the others."""
        assert run.plan is not None
        fewer = run.plan.limits.model_copy(update={"max_items": 2})
        other = run.plan.model_copy(update={"limits": fewer})
        plans = [*([run.plan] * (samples - 1)), other]
        yield plan_stability(run.id, "openai:gpt-4o", plans)

    def estimate_matrix(self, spec: MatrixSpec, session: Session | None = None) -> MatrixEstimate:
        calls = CallsEstimate(
            calls=2 * spec.runs, models=("openai:gpt-4o",), input_tokens=900, price_usd=0.02
        )
        return MatrixEstimate(runs=spec.runs, calls=calls)

    def matrix(
        self, spec: MatrixSpec, session: Session | None = None
    ) -> Iterator[MatrixStep | Matrix]:
        """Answer with the sample run; a question about nothing fails before it begins."""
        cells: list[MatrixCell] = []
        for row, question in enumerate(spec.questions):
            for column in range(len(spec.columns)):
                place = {"row": row, "column": column}
                yield MatrixStep(spec=spec, cells=(*cells, MatrixCell(**place)))
                if question == "Nothing":
                    error = StageError(kind="InputError", message="There is no question.")
                    cells.append(MatrixCell(**place, status=RunStatus.FAILED, error=error))
                    continue
                run = self._next(question=question)
                self.runs.kept[run.id] = run
                cells.append(
                    MatrixCell(
                        **place,
                        run_id=run.id,
                        status=RunStatus.DONE,
                        answer=f"The answer to {question}",
                        scores=scores(run),
                    )
                )
        yield Matrix(spec=spec, cells=tuple(cells))

    def list_models(self, provider: str, session: Session | None = None) -> tuple[ModelInfo, ...]:
        return tuple(ModelInfo(name=f"{provider}:{name}") for name in ("small", "large"))

    def change_embedder(
        self, name: str, progress: Callable[[str, int, int], None] | None = None
    ) -> None:
        """Change it, except for a model that is not there."""
        if name.endswith("missing"):
            raise ProviderError(
                "Модели нет.", provider=name.partition(":")[0], hint="Проверьте имя."
            )
        self.settings = self.settings.with_embedder(name)

    def test_model(self, name: str, session: Session | None = None) -> Probe:
        if name.endswith("large"):
            raise ProviderError(
                "Ключ не принят.", provider=name.partition(":")[0], hint="Проверьте его."
            )
        return Probe(
            model=name, text="ready", ms=840, input_tokens=12, output_tokens=7, price_usd=0.0002
        )

    def export(self, run: Run, form: str, *, language: str | None = None) -> bytes:
        return f"{form} {language} {run.id}".encode()

    def health(self, session: Session | None = None) -> Health:
        return self.lines

    def _next(self, **changes: Any) -> Run:
        self._count += 1
        whole = sample_run.sample_run()
        later = whole.created_at + timedelta(minutes=self._count)
        return whole.model_copy(
            update={"id": f"{self._count:019x}", "created_at": later, **changes}
        )

    def _events(self, whole: Run, start: Stage) -> Iterator[RunEvent]:
        given = {
            name for stage in Stage if stage.order >= start.order for name in STAGE_OUTPUTS[stage]
        }
        blank = {name: Run.model_fields[name].get_default() for name in given}
        if start is Stage.PLAN:
            blank |= {name: getattr(whole, name) for name in STAGE_OUTPUTS[Stage.PLAN]}
        kept = tuple(
            r.model_copy(update={"reused": True})
            for r in whole.stages
            if r.name.order < start.order
        )
        run = whole.model_copy(
            update={
                **blank,
                "status": RunStatus.RUNNING,
                "stages": kept,
                "diagnostics": None,
                "usage": Run.model_fields["usage"].get_default(call_default_factory=True),
            }
        )
        self.runs.kept[run.id] = run
        yield RunStarted(run=run)
        try:
            for stage in list(Stage)[start.order :]:
                yield StageStarted(run_id=run.id, stage=stage)
                time.sleep(self.pause)
                if stage is self.fail_at:
                    run = self._failed(run, stage)
                    break
                if stage is Stage.WRITE:
                    yield from self._deltas(run)
                record = whole.stage(stage)
                assert record is not None
                fields = {name: getattr(whole, name) for name in STAGE_OUTPUTS[stage]}
                run = run.model_copy(update={**fields, "stages": (*run.stages, record)})
                yield StageFinished(stage=stage, run=run)
            status = RunStatus.FAILED if run.failure else RunStatus.DONE
            run = run.model_copy(update={"status": status, "usage": whole.usage})
        except GeneratorExit:
            self.runs.kept[run.id] = run.model_copy(update={"status": RunStatus.CANCELLED})
            raise
        self.runs.kept[run.id] = run
        yield RunFinished(run=run)

    def _deltas(self, run: Run) -> Iterator[RunEvent]:
        words = sample_run.MARKED.split(" ")
        joined = " ".join(words).replace("[Source ", "[Source\u00a0")
        for word in joined.split(" "):
            yield AnswerDelta(run_id=run.id, text=word.replace("\u00a0", " ") + " ")
            time.sleep(self.pause / 8)

    def _failed(self, run: Run, stage: Stage) -> Run:
        from workbench.domain.evidence import StageError
        from workbench.domain.run import StageRecord

        error = StageError(
            kind="ProviderError",
            message="Модель не ответила за 10 с.",
            hint="Повторите или уберите ключ.",
            retryable=True,
        )
        record = StageRecord(name=stage, status="failed", error=error)
        return run.model_copy(update={"stages": (*run.stages, record)})
