"""The tree of a run and its forks, with what was edited in each, and the way to the comparison."""

from collections.abc import Mapping, Sequence

import streamlit as st

from workbench.domain.edits import edits
from workbench.domain.run import Run
from workbench.domain.run_summary import summarize
from workbench.i18n.numbers import percent
from workbench.i18n.verdicts import probability_tone
from workbench.ui import session, session_compare, session_thread
from workbench.ui.effect_text import capitalized_edit
from workbench.ui.html import Html, tag
from workbench.ui.panels.widgets import chip, muted
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.verdicts import shown_probability

MOST = 30
"""Runs of a tree that are read and drawn."""


def draw_button(frame: RunViewModel) -> None:
    """Draw the button that opens the tree, if the run is a fork or has forks."""
    run = frame.run
    forks = len(session_thread.family(run)) - 1
    if forks < 1 or not frame.finished:
        return
    label, key = frame.t("ask.forks.label", n=forks), f"wb_forks_{run.id}"
    if st.button(label, icon=":material/account_tree:", key=key):
        open_dialog(frame)


def open_dialog(frame: RunViewModel) -> None:
    """Show the tree in a dialog; its links open the runs."""
    t, run = frame.t, frame.run

    @st.dialog(t("ask.forks.title"), width="large")
    def dialog() -> None:
        store = session.workbench().runs
        names = session_thread.family(run)[:MOST]
        runs = {name: found for name in names if (found := store.get(name)) is not None}
        st.html(tag("ul", *_branches(frame, runs, None), cls="wb-tree"))
        if len(session_thread.family(run)) > MOST:
            st.html(muted(t("ask.forks.more", n=MOST)))
        with st.container(horizontal=True, gap="small"):
            if run.parent_id and st.button(
                t("ask.forks.compare"), icon=":material/compare_arrows:", key="wb_compare_parent"
            ):
                session_compare.open_compare((run.parent_id, run.id))
            if len(runs) > 1 and st.button(
                t("ask.forks.compare_all"), icon=":material/table_chart:", key="wb_compare_all"
            ):
                session_compare.open_compare(list(runs)[: session_compare.MOST])

    dialog()


def _branches(frame: RunViewModel, runs: Mapping[str, Run], parent: str | None) -> Sequence[Html]:
    """The runs below one of them, or those whose parent is not in the tree."""
    below = [
        run
        for run in runs.values()
        if run.parent_id == parent or (parent is None and run.parent_id not in runs)
    ]
    return [_branch(frame, runs, run) for run in below]


def _branch(frame: RunViewModel, runs: Mapping[str, Run], run: Run) -> Html:
    t, parent = frame.t, runs.get(run.parent_id or "")
    edited = capitalized_edit(edits(parent, run), frame) if parent else t("ask.forks.first")
    line = summarize(run)
    likely = shown_probability(line.verdict, line.confidence)
    here = run.id == frame.run.id
    name = tag("b", edited) if here else tag("a", edited, href=f"#run-{run.id}")
    stage = t(f"common.stage.{run.forked_at}") if run.forked_at and parent else run.question
    below = _branches(frame, runs, run.id)
    return tag(
        "li",
        tag(
            "div",
            name,
            chip(percent(likely, frame.language), probability_tone(likely, line.grounding)),
            chip(t("ask.forks.here"), "blue") if here else "",
            tag("small", stage),
        ),
        tag("ul", *below) if below else "",
        aria_current="true" if here else None,
    )
