"""The plan panel: the run's own plan, and a draft of it as a form, JSON and differences."""

import json
from typing import Any

import streamlit as st

from workbench.domain.plan import PlanProblem, QueryPlan
from workbench.domain.run import Run, Stage
from workbench.errors import WorkbenchError
from workbench.ui import actions, errors, session, session_plan, session_toast
from workbench.ui.components.plan_editor import plan_editor
from workbench.ui.effect_text import in_words, plan_place
from workbench.ui.html import Html, join, tag
from workbench.ui.panels import exchanges, plan_form
from workbench.ui.panels.panel_fragment import panel_fragment
from workbench.ui.panels.plan_view import comparison, readable, tried
from workbench.ui.panels.widgets import box, chip, heading, muted, pending
from workbench.ui.plan_editor_data import editor_data, plan_json
from workbench.ui.role_controls import permit
from workbench.ui.run_view_model import RunViewModel

VIEWS = ("readable", "form", "json", "diff")

Problems = tuple[PlanProblem, ...]


def draw(frame: RunViewModel) -> None:
    """Draw the panel; while the draft is edited in the middle column, the run's own plan."""
    t, plan = frame.t, frame.run.plan
    with box("plan"):
        if plan is None:
            heading(t("ask.plan.title"))
            st.html(pending(frame, "plan"))
        elif session_plan.is_large(frame.run.id):
            heading(t("ask.plan.own"))
            with st.container(key="wb_scroll_plan", height=160, border=False):
                st.html(readable(frame, plan))
        else:
            _editor(frame, plan)


def draw_large(frame: RunViewModel, plan: QueryPlan) -> None:
    """Draw the draft in the middle column: form and JSON side by side, in step."""
    with box("plan_large"):
        _large(frame, plan)


@panel_fragment
def _large(frame: RunViewModel, plan: QueryPlan) -> None:
    t, run = frame.t, frame.run
    original = plan_json(plan)
    text = session_plan.plan_text(run.id, original)
    problems = _problems(text, run.workspace)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", wrap=False):
        st.html(tag("h2", t("ask.plan.draft"), cls="wb-title"), width="content")
        st.html(_state(frame, text, original), width="stretch")
        if _icon_button(frame, "shrink", "close_fullscreen"):
            session_plan.shrink()
            st.rerun(scope="app")
    with st.container(key="wb_plan_halves"):
        form, code = st.columns([45, 55], gap="small")
        with form, st.container(key="wb_scroll_form", height=400, border=False, gap="small"):
            _form(frame, text)
        with code, st.container(key="wb_plan_code", height=400, border=False):
            _text_editor(frame, text, problems)
    if (found := session_plan.tried(run.id, text)) is not None:
        st.html(tried(frame, found))
    _buttons(frame, text, original, problems)


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
        if frame.finished and _icon_button(frame, "enlarge", "open_in_full"):
            session_plan.enlarge(run.id)
            st.rerun(scope="app")
    problems = _problems(text, run.workspace)
    with st.container(key="wb_scroll_plan", height=160, border=False, gap="xsmall"):
        if view != "readable" or text != original:
            st.html(_state(frame, text, original))
        if (found := session_plan.tried(run.id, text)) is not None:
            st.html(tried(frame, found))
        if problems and view in ("form", "diff"):
            st.html(_told(frame, problems))
        if view == "form":
            _form(frame, text)
        elif view == "json":
            _text_editor(frame, text, problems)
        elif view == "diff":
            _draw_difference(frame, plan, text)
        elif view == "readable":
            if text != original:
                st.html(muted(t("ask.plan.below")))
            st.html(readable(frame, plan))
            _attempts(frame)
    _buttons(frame, text, original, problems)


def _icon_button(frame: RunViewModel, name: str, symbol: str) -> bool:
    label = frame.t(f"ask.plan.{name}")
    key = f"wb_icon_{name}_plan"
    return st.button(label, icon=f":material/{symbol}:", type="tertiary", help=label, key=key)


def _state(frame: RunViewModel, text: str, original: str) -> str:
    """Say whether the draft differs from the plan that the run has."""
    if text == original:
        return tag("p", frame.t("ask.plan.unchanged"), cls="wb-small")
    return tag("p", chip(frame.t("ask.plan.not_run"), "orange", symbol="edit_note"))


def _form(frame: RunViewModel, text: str) -> None:
    plan = _parsed(text)
    if plan is None:
        st.html(muted(frame.t("ask.form.broken")))
    else:
        plan_form.draw(frame, plan)


def _attempts(frame: RunViewModel) -> None:
    """Draw a button that shows the planner's attempts in a dialog."""
    found = exchanges.attempts(frame.run, "planner")
    if not found or not frame.finished:
        return
    label = frame.t("ask.plan.attempts", n=len(found))
    key = f"wb_attempts_{frame.run.id}"
    if st.button(label, icon=":material/history:", type="tertiary", key=key):
        exchanges.open_dialog(frame, "planner")


def _text_editor(frame: RunViewModel, text: str, problems: Problems) -> None:
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
        "place": plan_place(problem.path, frame),
        "message": wrong,
        "tip": tip,
        "severity": problem.severity,
    }


def _told(frame: RunViewModel, problems: Problems) -> Html:
    """The errors and warnings of a draft; the editor has a list of its own."""
    items = []
    for problem in problems:
        wrong, tip = errors.translate_problem(in_words(problem, frame), frame.t)
        place = tag("b", plan_place(problem.path, frame))
        items.append(
            tag("li", place, " ", wrong, tag("small", tip) if tip else "", cls=problem.severity)
        )
    return tag("ul", *items, cls="wb-plan-problems", role="alert")


def _buttons(frame: RunViewModel, text: str, original: str, problems: Problems) -> None:
    t, run = frame.t, frame.run
    refused = any(problem.severity == "error" for problem in problems)
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", wrap=False):
        st.button(
            t("ask.plan.check"),
            icon=":material/rule:",
            key=f"wb_check_{run.id}",
            on_click=_check,
            args=(frame, text, problems, refused),
            **permit("dry_run", help=t("ask.plan.check_help")),
        )
        if st.button(
            t("ask.plan.run"),
            icon=":material/play_arrow:",
            type="primary",
            key=f"wb_run_plan_{run.id}",
            **permit(
                "fork_stream",
                disabled=refused or not frame.finished,
                help=t("ask.plan.run_help"),
            ),
        ):
            if actions.start_fork(run, Stage.PLAN, text):
                # The fork has the draft; this run shows its own plan when one comes back to it.
                session_plan.set_plan_text(run.id, original)
                session_plan.shrink()
            st.rerun()
        if session_plan.can_undo(run.id):
            st.button(
                t("ask.plan.undo"),
                icon=":material/undo:",
                help=t("ask.plan.undo"),
                key=f"wb_icon_undo_{run.id}",
                on_click=session_plan.undo,
                args=(run.id,),
            )
        if text != original:
            st.button(
                t("ask.plan.reset"),
                icon=":material/restart_alt:",
                help=t("ask.plan.reset_help"),
                key=f"wb_icon_reset_{run.id}",
                on_click=session_plan.set_plan_text,
                args=(run.id, original),
            )


def _check(frame: RunViewModel, text: str, problems: Problems, refused: bool) -> None:
    """Say what is wrong with the draft, or find out what its calls would find."""
    t, run = frame.t, frame.run
    if refused or not frame.finished:
        words = t("ask.plan.problems", n=len(problems)) if problems else t("ask.plan.valid")
        session_toast.tell(words, icon=":material/error:" if refused else ":material/check_circle:")
        return
    models = session.models().session
    try:
        found = session.workbench().dry_run(run, text, session=models)
    except WorkbenchError as error:
        session_toast.tell(errors.sentence(error, t), icon=":material/error:")
    else:
        session_plan.set_tried(run.id, text, found)


def _problems(text: str, workspace: str) -> Problems:
    return tuple(session.workbench().validate_plan(text, workspace))


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
