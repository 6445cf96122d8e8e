"""Draw a run on the Ask page: header, step strip and panels, refreshed while it runs."""

import time

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.citation_styles import if_known
from workbench.domain.run import Run
from workbench.ui import errors, session, session_plan, session_thread
from workbench.ui.components.link_actions import clicked_link
from workbench.ui.html import tag
from workbench.ui.live_runs import LiveRun, RunSnapshot
from workbench.ui.panels import (
    answer,
    answer_follow_up,
    calls,
    conversation,
    diagnostics,
    empty,
    entities,
    error_panel,
    evidence,
    header,
    plan,
    stage_dialog,
    step_strip,
)
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.texts import Texts

POLL_S = 0.3
"""Seconds between refreshes of a run in progress."""
AT_ONCE_S = 0.4
"""Seconds after its begin within which a run that ends is drawn once, without polling."""


def draw_begun(live: LiveRun, t: Texts, place: DeltaGenerator) -> None:
    """Draw the question and the steps of a run that has just begun, and await its end for a moment.

    They hold no widgets, so that the whole run can be drawn over them in the same run of the page.
    """
    left = live.began_at + AT_ONCE_S - time.monotonic()
    if left <= 0 or live.snapshot.finished:
        return
    view = live.wait(lambda view: view.run is not None or view.finished, left)
    if view.run is not None:
        frame = view_model(view, view.run, t)
        with place.container(), st.container():
            header.draw_question(frame)
            step_strip.draw(frame)
    live.wait(lambda view: view.finished, left)


def draw_live(live: LiveRun, t: Texts) -> None:
    """Draw a run in progress, refreshing until it ends."""

    @st.fragment(run_every=POLL_S)
    def polled() -> None:
        view = live.snapshot
        if view.finished:
            st.rerun()
        _draw(view, t)
        session.write_address(with_run=True)

    polled()


def draw_ended(live: LiveRun, t: Texts) -> None:
    """Draw a run of this process that has just ended."""
    with st.container():  # as a fragment has one: what is drawn of a run in progress stays
        _draw(live.snapshot, t)
    if live.snapshot.run is not None:
        _follow_link(view_model(live.snapshot, live.snapshot.run, t))


def draw_recorded(run: Run, t: Texts) -> None:
    """Draw a run from the store."""
    view = RunSnapshot(run=run, finished=True)
    _draw(view, t)
    _follow_link(view_model(view, run, t))


def _follow_link(frame: RunViewModel) -> None:
    """Do what the link that was just clicked stands for: open a run or a dialog, ask for more."""
    kinds = ("run", "stage", "call", "rest")
    kind, target = clicked_link(kinds, key="wb_ask_links") or ("", "")
    if kind == "run":
        session.open_run(target)
        st.rerun()
    elif kind == "stage":
        stage_dialog.open_dialog(frame, target)
    elif kind == "call":
        calls.open_dialog(frame, int(target))
    elif kind == "rest":
        answer_follow_up.ask_rest(frame)


def _draw(view: RunSnapshot, t: Texts) -> None:
    if view.run is None:
        _before(view, t)
        return
    _panels(view_model(view, view.run, t))


def view_model(view: RunSnapshot, run: Run, t: Texts) -> RunViewModel:
    """Build the view model of a run for the panels."""
    workspace = session.workbench().workspace(run.workspace)
    options = session.options()
    asked = options.citations or if_known(run.options.citations)
    return RunViewModel(
        view,
        run,
        workspace,
        t,
        style=asked or workspace.spec.citations,
        asked_style=asked,
        format=options.format,
        shows_confidence=options.show_confidence or run.options.show_confidence,
    )


def _before(view: RunSnapshot, t: Texts) -> None:
    """Draw a run that has not started: it waits for indexes, or failed before its first stage."""
    if view.question:
        header.draw_asked(view.question)
    if view.error is not None:
        errors.draw(view.error, t)
    elif view.preparing is not None:
        empty.draw_progress(t, view.preparing)
    else:
        st.html(tag("p", t("ask.state.starting"), cls="wb-quiet"))


def _panels(frame: RunViewModel) -> None:
    turns = session_thread.thread_runs(frame.run) if frame.finished else []
    header.draw(frame, turns)
    step_strip.draw(frame)
    error_panel.draw(frame)
    with st.container(key="wb_body"):
        talk, widths = conversation.is_open(turns), [29, 42, 29]
        *beside, how, middle, right = st.columns([24, *widths] if talk else widths, gap="small")
        for column in beside:
            with column, st.container(key="wb_talk"):
                conversation.draw(frame, turns)
        with how, st.container(key="wb_how", gap="small"):
            entities.draw(frame)
            plan.draw(frame)
            calls.draw(frame)
        with middle, st.container(key="wb_what", gap="small"):
            if frame.run.plan is not None and session_plan.is_large(frame.run.id):
                plan.draw_large(frame, frame.run.plan)
            else:
                answer.draw(frame)
                evidence.draw_graph(frame)
        with right, st.container(key="wb_why", gap="small"):
            evidence.draw_source(frame)
            diagnostics.draw(frame)
