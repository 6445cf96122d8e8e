"""The Runs page: find, open, compare, annotate and delete stored runs."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from workbench.domain.run_summary import RunFacets, RunFilters, RunSummary
from workbench.i18n.numbers import moment
from workbench.ui import errors, session, session_compare, session_runs
from workbench.ui.components.run_list import run_list
from workbench.ui.html import tag
from workbench.ui.navigation import Page, page_path
from workbench.ui.panels import changes, graph_gaps, run_dialogs, run_filters
from workbench.ui.role_controls import permit
from workbench.ui.run_table import RunTable
from workbench.ui.texts import Texts
from workbench.ui.workspace_titles import workspace_titles

PAGE = Page(
    title={"ru": "Запуски", "en": "Runs"},
    help={
        "ru": "Все записанные запуски. Найдите нужный, откройте, сравните, отметьте или удалите.",
        "en": "All recorded runs. Find, open, compare, annotate or delete them.",
    },
    icon=":material/history:",
    needs_workspace=False,
)
PAGE_SIZE = 50
BATCH = 500
"""Runs that the CSV reads at once."""


def main() -> None:
    """Draw the page."""
    t = session.texts()
    session.write_address(with_run=False)
    st.html(tag("h1", t("runs.title")))
    VIEWS[draw_switch(t)](t)


def draw_switch(t: Texts) -> str:
    """Draw the choice among the runs, the register of graph gaps and the audit of changes."""
    return st.segmented_control(
        t("runs.title"),
        list(VIEWS),
        default="runs",
        required=True,
        format_func=lambda name: t(f"runs.view.{name}"),
        label_visibility="collapsed",
        key=session.translated_key("wb_runs_view"),
        persist_state="session",
    )


def draw_runs(t: Texts) -> None:
    """Draw the filters and the list."""
    titles = workspace_titles()
    facets = session.workbench().runs.facets()
    filters = run_filters.draw(t, titles, facets)
    shown = session_runs.runs_shown(PAGE_SIZE)
    if reason := session.workbench().store_error:
        errors.draw(reason, t)
    runs = session.workbench().runs.list(**filters, limit=shown + 1)
    if not runs:
        draw_nothing(t, filtered=bool(filters))
        return
    draw_list(runs[:shown], t, titles, facets, lambda: every_run(filters))
    if len(runs) > shown:
        st.button(
            t("runs.more"),
            on_click=session_runs.show_more_runs,
            args=(PAGE_SIZE,),
            key="wb_more_runs",
        )


def every_run(filters: RunFilters) -> list[RunSummary]:
    """Every run that meets the filters, also those that the list does not show yet."""
    found: list[RunSummary] = []
    while more := session.workbench().runs.list(**filters, limit=BATCH, offset=len(found)):
        found += more
        if len(more) < BATCH:
            break
    return found


def draw_list(
    runs: Sequence[RunSummary],
    t: Texts,
    titles: Mapping[str, str],
    facets: RunFacets,
    every: Callable[[], Sequence[RunSummary]],
) -> None:
    """Draw the table and the actions on its selected rows; the CSV has ``every`` run."""
    actions = st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="wb_runs_actions"
    )
    table = RunTable(t, titles, session.time_zone(), session_runs.columns())
    data = table.data(runs, session.workbench().outdated_runs(runs))
    state = run_list(data, key=session_runs.runs_table_key())
    if opened := next((run for run in runs if run.id == state.opened), None):
        session.visit_run(opened.id, opened.workspace)
    with actions:
        draw_actions(t, [run for run in runs if run.id in state.ticked], facets)
        st.download_button(
            t("runs.csv"),
            lambda: table.csv(every()),
            file_name="runs.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
            key="wb_runs_csv",
        )


def draw_actions(t: Texts, chosen: Sequence[RunSummary], facets: RunFacets) -> None:
    """Draw what can be done with the selected runs."""
    if st.button(
        t("runs.compare"),
        icon=":material/compare_arrows:",
        disabled=not 2 <= len(chosen) <= session_compare.MOST,
        help=t("runs.compare_help", most=session_compare.MOST),
        key="wb_runs_compare",
    ):
        session_compare.open_compare([run.id for run in reversed(chosen)])
    if st.button(
        t("runs.notes.open"),
        icon=":material/sell:",
        key="wb_runs_annotate",
        **permit("annotate_run", disabled=not chosen),
    ):
        run_dialogs.annotate(t, chosen, facets.tags)
    if st.button(
        t("runs.golden.open"),
        icon=":material/verified:",
        key="wb_runs_golden",
        **permit("save_case", disabled=len(chosen) != 1, help=t("runs.golden.help")),
    ):
        run_dialogs.save_case(t, session.workbench().run(chosen[0].id))
    if st.button(
        t("runs.delete"),
        icon=":material/delete:",
        key="wb_runs_delete",
        **permit("delete", disabled=not chosen),
    ):
        times = [moment(run.created_at, t.language, session.time_zone()) for run in chosen]
        run_dialogs.confirm_deletion(t, chosen, times)
    st.caption(
        t("runs.selected", n=len(chosen)) if chosen else t("runs.select_hint"), width="stretch"
    )


VIEWS: Mapping[str, Callable[[Texts], None]] = {
    "runs": draw_runs,
    "gaps": graph_gaps.draw,
    "changes": changes.draw,
}


def draw_nothing(t: Texts, *, filtered: bool) -> None:
    """Explain why the list is empty, and offer to clear the filters or ask a question."""
    with st.container(key="wb_empty", gap="small"):
        if filtered:
            st.html(tag("p", t("runs.nothing"), cls="wb-lead"))
            st.button(t("runs.clear"), on_click=session_runs.clear_run_filters, key="wb_runs_clear")
            return
        st.html(tag("h2", t("runs.empty.title")) + tag("p", t("runs.empty.body"), cls="wb-lead"))
        if st.button(t("runs.empty.ask"), type="primary", icon=":material/forum:"):
            st.switch_page(page_path("ask"))


if __name__ == "__main__":
    main()
