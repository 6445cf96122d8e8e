"""The Compare page: two or more runs side by side, and what the difference changed."""

from collections.abc import Sequence

import streamlit as st

from workbench.domain.run import Run
from workbench.domain.run_summary import RunSummary, summarize
from workbench.ui import ask_view, session, session_compare
from workbench.ui.components.link_actions import clicked_link
from workbench.ui.html import tag
from workbench.ui.live_runs import RunSnapshot
from workbench.ui.navigation import Page, page_path
from workbench.ui.panels import compare_start, comparison
from workbench.ui.run_labels import run_labels
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.texts import Texts

PAGE = Page(
    title={"ru": "Сравнение", "en": "Compare"},
    help={
        "ru": "Несколько запусков рядом: планы, факты, ответы и оценки.",
        "en": "Several runs side by side: plans, facts, answers and scores.",
    },
    icon=":material/compare_arrows:",
    needs_workspace=False,
)
OFFERED = 50
"""Recent runs that can be chosen from."""


def main() -> None:
    """Draw the page."""
    t = session.texts()
    session_compare.read_address()
    st.html(tag("h1", t("compare.title")))
    found = {one: session.workbench().runs.get(one) for one in session_compare.compared()}
    runs = list({run.id: run for run in found.values() if run is not None}.values())
    if [run.id for run in runs] != session_compare.compared():
        session_compare.choose([run.id for run in runs])
    if missing := [name for name, run in found.items() if run is None]:
        message = t("compare.unknown", names=", ".join(missing))
        st.warning(message, icon=":material/search_off:")
    recent = session.workbench().runs.list(workspace=session.workspace_id(), limit=OFFERED)
    draw_choice(t, runs, recent)
    session_compare.write_address()
    if len(runs) < 2:
        compare_start.draw(t, recent)
        return
    comparison.draw([frame_of(run, t) for run in runs], session.time_zone())
    if clicked := clicked_link(("run",), key="wb_compare_links"):
        session.open_run(clicked[1].partition("?")[0])
        st.switch_page(page_path("ask"))


def draw_choice(t: Texts, runs: Sequence[Run], recent: Sequence[RunSummary]) -> None:
    """Draw the choice among the recent runs of the workspace and those shown."""
    offered = {one.id: one for one in (*recent, *map(summarize, runs))}
    labels = run_labels(t, offered.values(), session.time_zone())
    st.multiselect(
        t("compare.choose"),
        list(labels),
        select_all=False,
        format_func=lambda one: labels[one],
        max_selections=session_compare.MOST,
        placeholder=t("compare.choose_hint"),
        key=session.translated_key(session_compare.COMPARED),
    )


def frame_of(run: Run, t: Texts) -> RunViewModel:
    """The view model of a stored run."""
    return ask_view.view_model(RunSnapshot(run=run, finished=True), run, t)


if __name__ == "__main__":
    main()
