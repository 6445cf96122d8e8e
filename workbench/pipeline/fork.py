"""Fork a run: replace one stage's output, reuse the stages before it, run those after it."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from workbench.domain.answer import EDITED, Answer, AskOptions, Rendered
from workbench.domain.entities import Resolution, ResolvedEntity
from workbench.domain.evidence import Execution, FactsPayload
from workbench.domain.plan import QueryPlan
from workbench.domain.question import MemoryDecision
from workbench.domain.run import Run, RunStatus, Stage, StageRecord
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.pipeline.ask import new_run
from workbench.pipeline.state import STAGE_OUTPUTS
from workbench.understanding.normalize import normalize
from workbench.workspace import Workspace


def fork_run(
    parent: Run,
    stage: Stage,
    value: Any,
    workspace: Workspace,
    options: AskOptions | None = None,
) -> tuple[Run, Stage]:
    """Return the fork before it runs, and the stage that it starts at.

    Args:
        parent: a stored run that reached ``stage`` or the stage before it.
        stage: the stage whose output is replaced.
        value: the new output as a domain value, JSON text or plain data; None runs the stage again.
        options: of the fork; None takes over the parent's.

    Raises:
        InputError: the value is not of the stage's kind. A plan has been validated before.
    """
    kept = _reached(parent, stage)
    changed = {} if value is None else _parsed(value, stage, workspace)
    run = new_run(
        parent.question,
        workspace=parent.workspace,
        language=parent.language,
        thread=parent.thread_id,
        options=options or parent.options,
    )
    inherited = {
        name: getattr(parent, name) for record in kept for name in STAGE_OUTPUTS[record.name]
    }
    reused = {"reused": True, "ms": 0.0, "status": "done"}
    stages = [record.model_copy(update=reused) for record in kept]
    if value is not None:
        stages.append(StageRecord(name=stage, status="done"))
    fork = run.model_copy(
        update={
            **inherited,
            **changed,
            "parent_id": parent.id,
            "forked_at": stage,
            "status": RunStatus.RUNNING,
            "created_at": datetime.now(UTC),
            "stages": tuple(stages),
        }
    )
    return fork, stage if value is None else _next(stage)


def _reached(parent: Run, stage: Stage) -> list[StageRecord]:
    """Return the records of all stages before a stage; InputError if the run lacks one."""
    before = [
        record
        for record in parent.stages
        if record.name.order < stage.order and (record.status == "done" or record.recovered_by)
    ]
    if len(before) < stage.order:
        raise InputError(**localized("pipeline.not_reached", stage=stage.value))
    return before


def _parsed(value: Any, stage: Stage, workspace: Workspace) -> Mapping[str, Any]:
    """Return the fields of a run that a stage's new output sets."""
    if stage not in STAGE_PARSERS:
        known = ", ".join(one.value for one in STAGE_PARSERS)
        raise InputError(**localized("pipeline.not_replaceable", stage=stage.value, known=known))
    return STAGE_PARSERS[stage](value, workspace)


def replay_run(parent: Run, workspace: Workspace) -> tuple[Run, Stage]:
    """Return the replay before it runs: it starts after the stage that was replaced, if any."""
    began = next((record.name for record in parent.stages if _ran(record)), Stage.NORMALIZE)
    return fork_run(parent, began, None, workspace)


def _ran(record: StageRecord) -> bool:
    """Return True for a stage that the run executed; a replaced one has no input hash."""
    return not record.reused and (bool(record.input_hash) or record.status == "failed")


def _next(stage: Stage) -> Stage:
    return list(Stage)[stage.order + 1]


def _plan(value: Any, _: Workspace) -> dict[str, Any]:
    plan = value if isinstance(value, QueryPlan) else _typed(QueryPlan, value)
    made = {"plan_origin": "edited", "plan_attempts": (), "plan_scores": (), "plan_reasons": ()}
    return {"plan": plan, **made}


def _resolution(value: Any, _: Workspace) -> dict[str, Any]:
    if isinstance(value, str):
        value = _json(value)
    if isinstance(value, list | tuple):
        return {"entities": _typed(tuple[ResolvedEntity, ...], value), "slots": ()}
    resolution = _typed(Resolution, value)
    return {"entities": resolution.entities, "slots": resolution.slots}


def _question(value: Any, workspace: Workspace) -> dict[str, Any]:
    question = normalize(_typed(str, value), workspace.spec.languages)
    if question.is_empty:
        raise InputError(**localized("pipeline.no_words"))
    return {"question": question.raw, "normalized": question.text, "language": question.language}


def _answer(value: Any, _: Workspace) -> dict[str, Any]:
    if isinstance(value, str) and not value.lstrip().startswith("{"):
        text = _unquoted(value)
        value = Answer(text=text, marked=text, model=EDITED)
    return {"answer": _typed(Answer, value)}


def _unquoted(value: str) -> str:
    """Return the text itself, or the content of a JSON string."""
    try:
        text = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return text if isinstance(text, str) else value


def _facts(value: Any, _: Workspace) -> dict[str, Any]:
    """Read facts alone, which no call found, or facts with the calls that found them."""
    if isinstance(value, str):
        value = _json(value)
    if isinstance(value, Execution) or (isinstance(value, Mapping) and "tool_calls" in value):
        given = _typed(Execution, value)
        return {"facts": given.facts, "tool_calls": given.tool_calls}
    return {"facts": _typed(FactsPayload, value), "tool_calls": ()}


STAGE_PARSERS: Mapping[Stage, Callable[[Any, Workspace], dict[str, Any]]] = {
    Stage.NORMALIZE: _question,
    Stage.RECALL: lambda value, _: {"memory": _typed(MemoryDecision, value)},
    Stage.RESOLVE: _resolution,
    Stage.PLAN: _plan,
    Stage.EXECUTE: _facts,
    Stage.RENDER: lambda value, _: {"rendered": _typed(Rendered, value)},
    Stage.WRITE: _answer,
}
"""Parsers of replacement values, by stage; a stage without one cannot be replaced."""


def _typed(kind: Any, value: Any) -> Any:
    if isinstance(value, str) and kind is not str:
        value = _json(value)
    try:
        return TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        first = error.errors()[0]
        path = "$" + "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in first["loc"])
        raise InputError(
            **localized("pipeline.bad_value", place=path, detail=first["msg"])
        ) from error


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(**localized("pipeline.not_json", detail=str(error))) from error
