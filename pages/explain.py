"""The Explain page: why a run says what it says, by running parts of it again."""

import streamlit as st

from workbench.domain.run import Run, RunStatus
from workbench.domain.run_summary import summarize
from workbench.ui import ask_view, session, session_explain
from workbench.ui.components.link_actions import clicked_link
from workbench.ui.html import tag
from workbench.ui.live_runs import RunSnapshot
from workbench.ui.navigation import Page, page_path
from workbench.ui.panels import explain
from workbench.ui.panels.widgets import chip
from workbench.ui.run_labels import run_labels
from workbench.ui.texts import Texts
from workbench.ui.verdicts import run_verdict

PAGE = Page(
    title={"ru": "Объяснение", "en": "Explain"},
    help={
        "ru": "Какие факты держат ответ, какой этап его испортил, устойчив ли план.",
        "en": "Which facts carry an answer, which stage lost it, and how stable the plan is.",
    },
    icon=":material/troubleshoot:",
)
OFFERED = 50
"""Recent runs that can be chosen from."""


def main() -> None:
    """Draw the page."""
    t = session.texts()
    st.html(tag("h1", t("explain.title")) + tag("p", t("explain.lead"), cls="wb-lead"))
    run = chosen_run(t)
    session.write_address(with_run=True)
    if run is None:
        st.html(explain.told_ways(t))
        if st.button(t("runs.empty.ask"), type="primary", icon=":material/forum:"):
            st.switch_page(page_path("ask"))
        return
    frame = ask_view.view_model(RunSnapshot(run=run, finished=True), run, t)
    line = summarize(run)
    word, tone = run_verdict(t, line.verdict, line.confidence, line.grounding, line.status)
    opened = tag("a", t("compare.open"), href=f"#run-{run.id}")
    st.html(tag("p", chip(word, tone), tag("b", run.question), opened, cls="wb-explain-run"))
    way = st.segmented_control(
        t("explain.title"),
        explain.WAYS,
        default=explain.WAYS[0],
        required=True,
        format_func=lambda name: t(f"explain.{name}.title"),
        label_visibility="collapsed",
        key=session.translated_key(session_explain.WAY),
        persist_state="session",
    )
    with st.container(border=True, key="wb_explain", gap="small"):
        explain.draw(frame, way)
    if clicked_link(("run",), key="wb_explain_links"):
        session.visit_run(run.id, run.workspace)


def chosen_run(t: Texts) -> Run | None:
    """Draw the choice among recent runs, and return the chosen one: the run shown, at first."""
    recent = session.workbench().runs.list(
        workspace=session.workspace_id(), status=RunStatus.DONE, limit=OFFERED
    )
    now = session.current_name()
    shown = session.workbench().runs.get(now) if now else None
    if shown is not None and shown.id not in [one.id for one in recent]:
        recent = [summarize(shown), *recent]
    labels = run_labels(t, recent, session.time_zone())
    if not labels:
        st.html(tag("p", t("runs.empty.body"), cls="wb-lead"))
        return None
    if shown is not None:
        session_explain.show_run(shown.id)
    chosen = st.selectbox(
        t("explain.run"),
        list(labels),
        format_func=lambda one: labels[one],
        key=session.translated_key(session_explain.RUN),
        on_change=session_explain.choose_run,
    )
    return session.workbench().run(chosen)


if __name__ == "__main__":
    main()
