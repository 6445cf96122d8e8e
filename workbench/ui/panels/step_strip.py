"""The strip of six steps that shows a run's progress."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from workbench.domain.answer import DECLINED
from workbench.domain.diagnostics import Diagnostics
from workbench.domain.run import Stage, StageRecord
from workbench.i18n.numbers import decimal, duration
from workbench.i18n.verdicts import grounding_tone, verdict_tone
from workbench.ui import errors
from workbench.ui.html import Html, icon, tag
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.texts import Texts

_SYMBOLS = {
    "waiting": "radio_button_unchecked",
    "running": "progress_activity",
    "done": "check_circle",
    "declined": "search_off",
    "warning": "warning",
    "failed": "error",
    "skipped": "do_not_disturb_on",
}


@dataclass(frozen=True)
class Step:
    """One step of the strip: its stages and the text shown when they are done."""

    name: str
    stages: tuple[Stage, ...]
    value: Callable[[RunViewModel], tuple[str, bool]]
    """Returns the text next to the name, and whether it is a warning."""


def _entities(frame: RunViewModel) -> tuple[str, bool]:
    return str(len(frame.run.entities) + len(frame.run.slots)), False


def _plan(frame: RunViewModel) -> tuple[str, bool]:
    calls = len(frame.run.plan.tool_calls) if frame.run.plan else 0
    return frame.t("common.count.steps", n=calls), frame.run.plan_origin == "emergency"


def _tools(frame: RunViewModel) -> tuple[str, bool]:
    calls = frame.run.tool_calls
    good = sum(call.status == "ok" for call in calls)
    return f"{good}/{len(calls)}", not good or any(call.status == "failed" for call in calls)


def _subgraph(frame: RunViewModel) -> tuple[str, bool]:
    return frame.t("common.count.nodes", n=len(frame.subgraph.nodes)), False


def _answer(frame: RunViewModel) -> tuple[str, bool]:
    """A warning wherever the verdict on the answer, once there is one, is."""
    count, answer, found = len(frame.cited), frame.run.answer, frame.run.diagnostics
    if is_declined(frame):
        return frame.t("ask.strip.declined"), False
    partial = answer is not None and answer.partial
    doubtful = partial or (found is not None and _is_orange(found))
    return (frame.t("common.count.citations", n=count) if count else ""), doubtful


def _is_orange(found: Diagnostics) -> bool:
    verdict, grounding = found.verdict, found.grounding.score
    if verdict is None:
        return False
    return verdict_tone(verdict.label, verdict.probability, grounding) == "orange"


def _grounding(frame: RunViewModel) -> tuple[str, bool]:
    diagnostics, answer = frame.run.diagnostics, frame.run.answer
    score = diagnostics.grounding.score if diagnostics else None
    partial = answer is not None and answer.partial
    return decimal(score, frame.language), partial or grounding_tone(score) in ("orange", "red")


STEPS = (
    Step("entities", (Stage.NORMALIZE, Stage.RECALL, Stage.RESOLVE), _entities),
    Step("plan", (Stage.PLAN,), _plan),
    Step("tools", (Stage.EXECUTE,), _tools),
    Step("subgraph", (Stage.EXECUTE,), _subgraph),
    Step("answer", (Stage.RENDER, Stage.WRITE), _answer),
    Step("grounding", (Stage.CHECK, Stage.DIAGNOSE), _grounding),
)


def state(step: Step, frame: RunViewModel) -> str:
    """The state of a step: waiting, running, done, declined, warning, failed or skipped."""
    records = [frame.run.stage(stage) for stage in step.stages]
    failed = [record for record in records if record is not None and record.status == "failed"]
    if failed:
        return "warning" if all(record.recovered_by for record in failed) else "failed"
    if records[-1] is not None and is_idle(step, frame):
        return "skipped"
    if records[-1] is not None and step.name == "answer" and is_declined(frame):
        return "declined"
    if records[-1] is not None:
        return "warning" if step.value(frame)[1] else "done"
    if frame.finished:
        return "skipped"
    begun = any(record is not None for record in records)
    return "running" if begun or frame.view.stage in step.stages else "waiting"


def is_declined(frame: RunViewModel) -> bool:
    """Whether the question has no answer, which is neither good nor bad."""
    return frame.run.answer is not None and frame.run.answer.outcome in DECLINED


def is_idle(step: Step, frame: RunViewModel) -> bool:
    """Whether a step that has run had nothing to do, as those of a declined question."""
    if step.name == "tools":
        return not frame.run.tool_calls
    if step.name == "subgraph":
        return not frame.subgraph.nodes
    diagnostics = frame.run.diagnostics
    checked = diagnostics is not None and diagnostics.grounding.score is None
    return step.name == "grounding" and checked


def draw(frame: RunViewModel) -> None:
    """Draw the strip."""
    st.html(_strip([_item(step, frame) for step in STEPS], frame.t))


def strip_at_start(t: Texts) -> Html:
    """Return the strip of a question that was just sent: its first step runs, the others wait."""
    states = ["running", *["waiting"] * (len(STEPS) - 1)]
    steps = zip(STEPS, states, strict=True)
    return _strip([tag("li", *_content(step, where, t), cls=where) for step, where in steps], t)


def _strip(items: Sequence[Html], t: Texts) -> Html:
    return tag("ol", *items, cls="wb-strip", aria_label=t("ask.strip.label"))


def _item(step: Step, frame: RunViewModel) -> Html:
    where = state(step, frame)
    value = step.value(frame)[0] if where in ("done", "declined", "warning") else ""
    content = _content(step, where, frame.t, value)
    if frame.finished:
        content = (tag("a", *content, href=f"#stage-{step.name}"),)
    return tag("li", *content, cls=where, title=_hover(step, where, frame))


def _content(step: Step, where: str, t: Texts, value: str = "") -> tuple[Html, ...]:
    return (
        icon(_SYMBOLS[where]),
        tag("b", t(f"ask.strip.{step.name}")),
        tag("span", value) if value else Html(),
        tag("span", t(f"ask.strip.{where}"), cls="wb-hidden"),
    )


def _hover(step: Step, where: str, frame: RunViewModel) -> str:
    lines = [_timing(record, frame) for stage in step.stages if (record := frame.run.stage(stage))]
    return "\n".join(lines) or frame.t(f"ask.strip.{where}")


def _timing(record: StageRecord, frame: RunViewModel) -> str:
    name = frame.t(f"common.stage.{record.name}")
    if record.error:
        return f"{name}: {errors.translate_error(record.error, frame.t).message}"
    spent = duration(record.ms, frame.language)
    return f"{name}: {frame.t('ask.strip.reused') if record.reused else spent}"
