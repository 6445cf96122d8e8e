"""Draw a run on the Ask page: header, step strip and panels, refreshed while it runs."""

import time
from functools import cache

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
SHOWN_BY_BROWSER_S = 0.2
"""Seconds for which the browser shows a new question by itself; a run that ends in them is drawn
without being drawn as begun, which would keep the browser from the answer."""
JUST_ENDED_S = 1.0
"""Seconds after its end within which a drawing of a run pauses after its answer."""
ANSWER_ALONE_S = 0.05
"""Seconds between the answer of such a run and what is read after it: the browser draws all that
has arrived in one go, and would show the answer only with the last panel."""


def draw_begun(live: LiveRun, t: Texts, place: DeltaGenerator) -> None:
    """Draw the question and the steps of a run that has just begun, and await its end for a moment.

    They hold no widgets, so that the whole run can be drawn over them in the same run of the page.
    """
    view = _wait_for_end(live, SHOWN_BY_BROWSER_S)
    if view.finished or time.monotonic() >= live.began_at + AT_ONCE_S:
        return
    if view.run is not None:
        frame = view_model(view, view.run, t)
        with place.container(), st.container():
            header.draw_question(frame)
            step_strip.draw(frame)
    _wait_for_end(live, AT_ONCE_S)


def _wait_for_end(live: LiveRun, within_s: float) -> RunSnapshot:
    """Wait for the end of a run, at most so many seconds after its begin."""
    left = live.began_at + within_s - time.monotonic()
    return live.wait(lambda view: view.finished, left) if left > 0 else live.snapshot


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
    ended_at = live.finished_at
    just_ended = ended_at is not None and time.monotonic() - ended_at < JUST_ENDED_S
    with st.container():  # as a fragment has one: what is drawn of a run in progress stays
        _draw(live.snapshot, t, pause=ANSWER_ALONE_S if just_ended else 0.0)
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


def _draw(view: RunSnapshot, t: Texts, *, pause: float = 0.0) -> None:
    if view.run is None:
        _before(view, t)
        return
    _panels(view_model(view, view.run, t), pause)


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


def _panels(frame: RunViewModel, pause: float) -> None:
    """Draw the question, its steps and its answer, then, after a pause, what is read after them."""
    turns = cache(lambda: session_thread.thread_runs(frame.run) if frame.finished else [])
    row = header.draw(frame)
    step_strip.draw(frame)
    error_panel.draw(frame)
    with st.container(key="wb_body"):
        talk, widths = session_thread.shows_conversation() and len(turns()) > 1, [29, 42, 29]
        *beside, how, middle, right = st.columns([24, *widths] if talk else widths, gap="small")
    what = middle.container(key="wb_what", gap="small")
    large = frame.run.plan if session_plan.is_large(frame.run.id) else None
    if large is None:
        with what:
            answer.draw(frame)
    if pause:
        time.sleep(pause)
    for column in beside:
        with column, st.container(key="wb_talk"):
            conversation.draw(frame, turns())
    with how, st.container(key="wb_how", gap="small"):
        entities.draw(frame)
        plan.draw(frame)
        calls.draw(frame)
    with right, st.container(key="wb_why", gap="small"):
        evidence.draw_source(frame)
        diagnostics.draw(frame)
    with what:
        if large is None:
            evidence.draw_graph(frame)
        else:
            plan.draw_large(frame, large)
    header.draw_details(frame, row, turns())
