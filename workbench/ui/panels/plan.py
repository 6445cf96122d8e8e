"""The plan panel: readable view, JSON editor with problems, diff, and re-run."""

import json
from typing import Any

import streamlit as st

from workbench.domain.plan import PlanProblem, QueryPlan
from workbench.domain.run import Run, Stage
from workbench.ui import actions, errors, session, session_plan
from workbench.ui.components.plan_editor import plan_editor
from workbench.ui.html import join, tag
from workbench.ui.panels import exchanges
from workbench.ui.panels.panel_fragment import panel_fragment
from workbench.ui.panels.plan_view import comparison, readable
from workbench.ui.panels.widgets import box, heading, muted, pending
from workbench.ui.plan_editor_data import editor_data, plan_json
from workbench.ui.run_view_model import RunViewModel

VIEWS = ("readable", "json", "diff")


def draw(frame: RunViewModel) -> None:
    """Draw the panel."""
    t = frame.t
    with box("plan"):
        if frame.run.plan is None:
            heading(t("ask.plan.title"))
            st.html(pending(frame, "plan"))
        else:
            _editor(frame, frame.run.plan)


@panel_fragment
def _editor(frame: RunViewModel, plan: QueryPlan) -> None:
    t, run = frame.t, frame.run
    original = plan_json(plan)
    text = session_plan.plan_text(run.id, original)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", wrap=False):
        st.html(tag("h2", t("ask.plan.title"), cls="wb-title"), width="stretch")
        view = st.segmented_control(
            t("ask.plan.view"),
            VIEWS,
            default="readable",
            required=True,
            format_func=lambda name: t(f"ask.plan.{name}"),
            label_visibility="collapsed",
            key=session_plan.plan_view_key(run.id),
        )
    problems = _problems(text, run.workspace)
    with st.container(key="wb_scroll_plan", height=160, border=False, gap="xsmall"):
        if view == "json":
            _text_editor(frame, text, problems)
        elif view == "diff":
            _draw_difference(frame, plan, text)
        elif view == "readable":
            st.html(readable(frame, _parsed(text) or plan))
            _attempts(frame)
    _buttons(frame, text, original, problems)


def _attempts(frame: RunViewModel) -> None:
    """Draw a button that shows the planner's attempts in a dialog."""
    found = exchanges.attempts(frame.run, "planner")
    if not found or not frame.finished:
        return
    label = frame.t("ask.plan.attempts", n=len(found))
    key = f"wb_attempts_{frame.run.id}"
    if st.button(label, icon=":material/history:", type="tertiary", key=key):
        exchanges.open_dialog(frame, "planner")


def _text_editor(frame: RunViewModel, text: str, problems: tuple[PlanProblem, ...]) -> None:
    run = frame.run
    data = {
        **editor_data(frame.workspace, frame.t),
        "text": text,
        "revision": session_plan.plan_revision(run.id),
        "label": frame.t("ask.plan.editor"),
        "problems": [_problem(frame, problem) for problem in problems],
    }
    key = session_plan.plan_editor_key(run.id)
    plan_editor(data, key=key, on_text_change=lambda: session_plan.save_plan_text(run.id))


def _problem(frame: RunViewModel, problem: PlanProblem) -> dict[str, str]:
    wrong, tip = errors.translate_problem(problem, frame.t)
    return {
        "path": problem.path,
        "message": wrong,
        "tip": tip,
        "severity": problem.severity,
    }


def _buttons(
    frame: RunViewModel, text: str, original: str, problems: tuple[PlanProblem, ...]
) -> None:
    t, run = frame.t, frame.run
    refused = any(problem.severity == "error" for problem in problems)
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", wrap=False):
        if st.button(t("ask.plan.check"), icon=":material/rule:", key=f"wb_check_{run.id}"):
            st.toast(
                _verdict(frame, problems),
                icon=":material/error:" if refused else ":material/check_circle:",
            )
        if st.button(
            t("ask.plan.run"),
            icon=":material/play_arrow:",
            type="primary",
            disabled=refused or not frame.finished,
            help=t("ask.plan.run_help"),
            key=f"wb_run_plan_{run.id}",
        ):
            actions.fork(run, Stage.PLAN, text)
        if text != original:
            st.button(
                t("ask.plan.reset"),
                icon=":material/undo:",
                help=t("ask.plan.reset_help"),
                key=f"wb_icon_reset_{run.id}",
                on_click=session_plan.reset_plan,
                args=(run.id, original),
            )


def _problems(text: str, workspace: str) -> tuple[PlanProblem, ...]:
    return tuple(session.workbench().validate_plan(text, workspace))


def _verdict(frame: RunViewModel, problems: tuple[PlanProblem, ...]) -> str:
    return frame.t("ask.plan.problems", n=len(problems)) if problems else frame.t("ask.plan.valid")


def _draw_difference(frame: RunViewModel, plan: QueryPlan, text: str) -> None:
    try:
        edited: Any = json.loads(text)
    except ValueError:
        st.html(muted(frame.t("ask.plan.broken_json")))
        return
    parent = _planner_run(frame.run)
    planners = parent.plan if parent is not None and parent.plan is not None else plan
    st.html(join((comparison(frame, planners, edited, parent),)))


def _planner_run(run: Run) -> Run | None:
    """The ancestor whose plan the planner made; None if it is this run."""
    found, store = run, session.workbench().runs
    while found.plan_origin == "edited" and found.parent_id:
        parent = store.get(found.parent_id)
        if parent is None:
            break
        found = parent
    return None if found is run else found


def _parsed(text: str) -> QueryPlan | None:
    try:
        return QueryPlan.model_validate_json(text)
    except ValueError:
        return None
