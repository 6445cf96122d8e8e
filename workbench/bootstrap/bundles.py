"""Make the bundle of a run, and recompute what a bundle says from what it holds."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from workbench.bootstrap.bundle_execution import execute_step
from workbench.bootstrap.bundle_steps import BundleStep, data_of, first_difference, step_of
from workbench.bootstrap.bundled_tables import documents_of_tables
from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.checks.diagnostics.confidence.config import ConfidenceConfig
from workbench.checks.diagnostics.diagnose import CheckConfig
from workbench.checks.grounding.verdicts import DEFAULT_CALIBRATION
from workbench.domain.base import Value
from workbench.domain.documents import Document
from workbench.domain.evidence import (
    Evidence,
    FactsPayload,
    Passage,
    Quote,
    TableRows,
    empty_facts,
)
from workbench.domain.graph import Edge, Node
from workbench.domain.question import Turn
from workbench.domain.run import Run, Stage
from workbench.errors import WorkbenchError
from workbench.export.bundle import Bundle, Checks, Content
from workbench.pipeline.ask import stream_run
from workbench.pipeline.fork import fork_run, replay_run
from workbench.pipeline.stages import plan_of
from workbench.pipeline.state import Services
from workbench.planner.validate import validate_plan
from workbench.runs.null_recorder import NullRecorder
from workbench.tools.registry import TOOL_SPECS
from workbench.understanding.normalize import normalize
from workbench.workspace import Workspace
from workbench.workspace.bounded_files import MEGABYTE, read_text
from workbench.workspace.proposed_spec import PROPOSED_SPEC
from workbench.workspace.read_spec import SPEC_FILE, read_spec

Wire = Callable[[Run, Workspace], Services]
"""Returns the services that replay a run over a workspace, without keys and indexes."""

_FIELDS: Mapping[Stage, tuple[str, ...]] = {
    Stage.RENDER: ("rendered",),
    Stage.CHECK: ("answer", "findings"),
    Stage.DIAGNOSE: ("diagnostics",),
}
"""The fields of a run that each recomputed stage ends with."""


class BundleReport(Value):
    """What a verification found."""

    run_id: str
    question: str
    digest: str
    """The hash that names the bundle; compare it with the sender's."""
    release: str
    """The release that made the bundle; another one may render or check differently."""
    steps: tuple[BundleStep, ...]

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return all(step.state != "differs" for step in self.steps)


async def bundle_content(
    run: Run, opened: OpenedWorkspace, services: Services, wire: Wire
) -> Content:
    """Return what the bundle of a run holds.

    Of the graph, it holds the nodes and edges that the run used; all of them only where that
    repeats a step which those do not.
    """
    workspace = opened.workspace
    follows = run.memory is not None and run.memory.decision == "follow_up"
    content = Content(
        run=run,
        documents=_documents(run, workspace, opened.documents),
        tables=dict(workspace.tables),
        turns=await services.recall_turns(run.thread_id or "") if follows else (),
        checks=Checks(
            confidence=services.checks.confidence.changed,
            scale=services.checks.calibration.scale,
            offset=services.checks.calibration.offset,
        ),
        files=_files(workspace),
    )
    used = content.model_copy(update=_used(run, workspace))
    different = await _different_steps(used, wire)
    if not different:
        return used
    graph = {"nodes": tuple(workspace.nodes.values()), "edges": tuple(workspace.edges)}
    whole = content.model_copy(update=graph)
    return whole if await _different_steps(whole, wire) < different else used


async def _different_steps(content: Content, wire: Wire) -> set[str]:
    return {step.name for step in await _steps(content, wire) if step.state == "differs"}


def _documents(
    run: Run, workspace: Workspace, documents: Mapping[str, Document]
) -> tuple[Document, ...]:
    """Return the documents that the facts of a run come from, and the tables that it asked."""
    items = (run.facts or empty_facts()).evidence_by_id().values()
    places = (place for item in items for place in (item.span, item.quote, item.rows) if place)
    names = [name for place in places for name in _named(place)]
    names += documents_of_tables(run, workspace.tables, documents)
    return tuple(documents[name] for name in dict.fromkeys(names) if name in documents)


def _named(place: Passage | Quote | TableRows) -> tuple[str, ...]:
    """Return the ids of the documents of a place: all of them for a number over several."""
    others = place.documents if isinstance(place, TableRows) else ()
    return (place.document_id, *others)


def _used(run: Run, workspace: Workspace) -> dict[str, tuple[Node | Edge, ...]]:
    """Return the nodes and edges that the calls used, with the entities of question and plan."""
    names = {node.id for call in run.tool_calls for node in call.subgraph.nodes}
    names |= {one.canonical_id for one in run.entities}
    names |= {one.id for one in plan_of(run).entities}
    items = (run.facts or empty_facts()).evidence_by_id().values()
    names |= {one for item in items if item.span for one in item.span.metadata.values()}
    names |= {item.source.id for item in items if item.source}
    edges = {edge.id for call in run.tool_calls for edge in call.subgraph.edges}
    kept = tuple(edge for edge in workspace.edges if edge.id in edges)
    names |= {end for edge in kept for end in (edge.source, edge.target)}
    return {
        "nodes": tuple(workspace.nodes[one] for one in sorted(names & set(workspace.nodes))),
        "edges": kept,
    }


def _files(workspace: Workspace) -> dict[str, str]:
    """Return the texts of the specification and of the templates, live versions in their place."""
    root = workspace.root
    prompts = sorted(one for one in workspace.prompts_folder.glob("*.jinja") if one.is_file())
    paths = [root / SPEC_FILE, *(p for p in [root / PROPOSED_SPEC] if p.is_file()), *prompts]
    names = [path.relative_to(root).as_posix() for path in paths]
    files = {
        name: read_text(path, most=MEGABYTE, place=name)
        for name, path in zip(names, paths, strict=True)
    }
    return files | {f"prompts/{name}": text for name, text in workspace.live_prompts.items()}


async def verify(bundle: Bundle, wire: Wire) -> BundleReport:
    """Recompute a bundle's run and report each step as the same or different."""
    found = ", ".join(bundle.changed)
    hashes = BundleStep(name="hashes", state="differs" if found else "same", detail=found)
    try:
        steps = await _steps(bundle.content, wire)
    except WorkbenchError as error:
        steps = [BundleStep(name="workspace", state="differs", detail=error.message)]
    run = bundle.content.run
    return BundleReport(
        run_id=run.id,
        question=run.question,
        digest=bundle.digest,
        release=bundle.release,
        steps=(hashes, *steps),
    )


async def _steps(content: Content, wire: Wire) -> list[BundleStep]:
    with bundled_workspace(content) as workspace:
        run = content.run
        services = _services(content, wire(run, workspace))
        return [
            _question_step(run, workspace),
            _plan_step(run, workspace),
            _evidence_step(run.facts or empty_facts(), services.documents),
            await execute_step(content, workspace, services),
            *await _stage_steps(run, workspace, services),
        ]


@contextmanager
def bundled_workspace(content: Content) -> Iterator[Workspace]:
    """Yield the workspace that a bundle holds; its specification and prompts are read from files.

    The names of the workspace and its files were checked when the bundle was read.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / content.run.workspace
        for name, text in content.files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        yield Workspace(
            root=root,
            spec=read_spec(root),
            nodes={node.id: node for node in content.nodes},
            edges=content.edges,
            tables=content.tables,
            tool_specs=TOOL_SPECS,
        )


def _services(content: Content, services: Services) -> Services:
    async def recall(_: str) -> tuple[Turn, ...]:
        return content.turns

    checks = content.checks
    calibration = replace(DEFAULT_CALIBRATION, scale=checks.scale, offset=checks.offset)
    return replace(
        services,
        documents={one.id: one for one in content.documents},
        recall_turns=recall,
        checks=CheckConfig(
            confidence=ConfidenceConfig(**checks.confidence), calibration=calibration
        ),
    )


def _question_step(run: Run, workspace: Workspace) -> BundleStep:
    """Check that the question was read as it is written."""
    if run.stage(Stage.NORMALIZE) is None:
        return BundleStep(name=Stage.NORMALIZE.value, state="skipped")
    question = normalize(run.question, workspace.spec.languages)
    same = (question.text, question.language) == (run.normalized, run.language)
    return step_of(Stage.NORMALIZE.value, "" if same else "normalized")


def _plan_step(run: Run, workspace: Workspace) -> BundleStep:
    """Check the plan against the workspace's names, and the calls against the plan."""
    if run.plan is None:
        return BundleStep(name="plan", state="skipped")
    _, problems = validate_plan(run.plan, workspace)
    wrong = [f"{one.path}: {one.message}" for one in problems if one.severity == "error"]
    planned = {f"plan[{n}]": (call.tool, call.args) for n, call in enumerate(run.plan.tool_calls)}
    wrong += [
        f"tool_calls[{n}]"
        for n, call in enumerate(run.tool_calls)
        if call.caused_by in planned and planned[call.caused_by] != (call.tool, call.args)
    ]
    return step_of("plan", next(iter(wrong), ""))


def _evidence_step(facts: FactsPayload, documents: Mapping[str, Document]) -> BundleStep:
    """Check that each passage and quote stands in its document, and that ids follow content."""
    for name, item in facts.evidence_by_id().items():
        derived = Evidence.model_validate({**item.model_dump(), "id": ""}).id
        if derived != name:
            return step_of("evidence", f"{name}: id")
        for place, text in ((item.span, item.text), (item.quote, item.quote and item.quote.text)):
            if place is None:
                continue
            found = documents.get(place.document_id)
            if found is None or found.text[place.start : place.end] != text:
                return step_of("evidence", f"{name}: {place.document_id}")
    return step_of("evidence", "")


async def _stage_steps(run: Run, workspace: Workspace, services: Services) -> list[BundleStep]:
    """Run the stages from rendering on with the recorded replies, and compare what they give."""
    if not run.stages or run.stages[-1].name.order < Stage.RENDER.order:
        return []
    again, start_at = replay_run(run, workspace)
    if start_at.order < Stage.RENDER.order:
        again, start_at = fork_run(run, Stage.RENDER, None, workspace)
    until = run.stages[-1].name
    async for event in stream_run(again, services, NullRecorder(), start_at=start_at, until=until):
        if event.kind == "run_finished":
            again = event.run
    recomputed = [one for one in Stage if start_at.order <= one.order <= until.order]
    return [_stage_step(stage, run, again) for stage in recomputed]


def _stage_step(stage: Stage, run: Run, again: Run) -> BundleStep:
    if stage is Stage.WRITE:
        return _write_step(run, again)
    one, other = (
        {name: data_of(getattr(r, name)) for name in _FIELDS[stage]} for r in (run, again)
    )
    return step_of(stage.value, first_difference(one, other))


def _write_step(run: Run, again: Run) -> BundleStep:
    """Check that the templates ask the models what they were asked: only then a reply is found."""
    first, second = run.stage(Stage.WRITE), again.stage(Stage.WRITE)
    if first is None:
        return BundleStep(name=Stage.WRITE.value, state="skipped")
    if second is None or (second.error is not None) != (first.error is not None):
        return step_of(Stage.WRITE.value, second.error.message if second and second.error else "-")
    return step_of(Stage.WRITE.value, "")
