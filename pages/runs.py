"""The Runs page: search, open and delete stored runs."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from workbench.domain.local_text import localize
from workbench.domain.run import RunStatus, RunSummary
from workbench.ui import errors, run_table, session, session_runs
from workbench.ui.components.run_list import run_list
from workbench.ui.html import tag
from workbench.ui.navigation import Page, page_path
from workbench.ui.texts import Texts

PAGE = Page(
    title={"ru": "Запуски", "en": "Runs"},
    help={
        "ru": "Все записанные запуски. Найдите нужный, откройте его или удалите.",
        "en": "All recorded runs. Find, open or delete them.",
    },
    icon=":material/history:",
)
PAGE_SIZE = 50
NAMED = 5
"""How many questions the deletion dialog lists."""


def main() -> None:
    """Draw the page."""
    t = session.texts()
    session.write_address(with_run=False)
    st.html(tag("h1", t("runs.title")))
    titles = {one.id: localize(one.title, t.language) for one in session.workspaces()}
    filters = draw_filters(t, titles)
    shown = session_runs.runs_shown(PAGE_SIZE)
    if reason := session.workbench().store_error:
        errors.draw(reason, t)
    runs = session.workbench().runs.list(**filters, limit=shown + 1)
    if not runs:
        draw_nothing(t, filtered=any(filters.values()))
        return
    draw_list(runs[:shown], t, titles)
    if len(runs) > shown:
        st.button(
            t("runs.more"),
            on_click=session_runs.show_more_runs,
            args=(PAGE_SIZE,),
            key="wb_more_runs",
        )


def draw_filters(t: Texts, titles: Mapping[str, str]) -> dict[str, Any]:
    """Draw the search, workspace and status filters; returns arguments for ``runs.list``."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="wb_filters"):
        text = st.text_input(
            t("runs.search"),
            label_visibility="collapsed",
            key="wb_runs_text",
            type="search",
            live="300ms",
            placeholder=t("runs.search"),
            width="stretch",
        )
        workspace = st.selectbox(
            t("runs.workspace"),
            ["", *titles],
            format_func=lambda name: titles[name] if name else t("runs.all_workspaces"),
            label_visibility="collapsed",
            key=session.translated_key("wb_runs_workspace"),
            width=230,
        )
        status = st.selectbox(
            t("runs.status"),
            ["", *RunStatus],
            format_func=lambda one: t(f"common.status.{one}") if one else t("runs.all_statuses"),
            label_visibility="collapsed",
            key=session.translated_key("wb_runs_status"),
            width=180,
        )
    return {"text": text or None, "workspace": workspace or None, "status": status or None}


def draw_list(runs: Sequence[RunSummary], t: Texts, titles: Mapping[str, str]) -> None:
    """Draw the table and the actions on its selected rows."""
    actions = st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="wb_runs_actions"
    )
    outdated = session.workbench().outdated_runs(runs)
    table = run_table.table(runs, t, titles, session.time_zone(), outdated)
    ticked = run_list(table, key=session_runs.runs_table_key())
    chosen = [run for run in runs if run.id in ticked]
    with actions:
        if st.button(
            t("runs.open"),
            icon=":material/open_in_new:",
            type="primary",
            disabled=len(chosen) != 1,
            key="wb_runs_open",
        ):
            session.open_run(chosen[0].id)
            st.switch_page(page_path("ask"))
        if st.button(
            t("runs.delete"),
            icon=":material/delete:",
            disabled=not chosen,
            key="wb_runs_delete",
        ):
            confirm(t, chosen)
        st.caption(t("runs.selected", n=len(chosen)) if chosen else t("runs.select_hint"))


def confirm(t: Texts, runs: Sequence[RunSummary]) -> None:
    """Ask for confirmation before deleting runs, listing the first of them."""
    run_ids = [run.id for run in runs]
    named = [tag("li", run.question) for run in runs[:NAMED]]
    more = [tag("li", "…")] if len(runs) > NAMED else []

    @st.dialog(t("runs.confirm.title"))
    def dialog() -> None:
        st.write(t("runs.confirm.body", n=len(run_ids)))
        st.html(tag("ul", *named, *more, cls="wb-reasons"))
        with st.container(horizontal=True, horizontal_alignment="right"):
            if st.button(t("runs.confirm.cancel")):
                st.rerun()
            if st.button(t("runs.confirm.accept"), type="primary", icon=":material/delete:"):
                for run_id in run_ids:
                    session.workbench().runs.delete(run_id)
                session_runs.forget_runs(run_ids)
                st.toast(t("runs.deleted", n=len(run_ids)), icon=":material/delete:")
                st.rerun()

    dialog()


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
