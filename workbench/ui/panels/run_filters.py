"""The filters and the choice of columns of the Runs page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from workbench.domain.run import RunStatus
from workbench.domain.run_summary import BEST_RATING, RunFacets, RunFilters
from workbench.i18n.verdicts import verdict_names
from workbench.settings import OFFLINE
from workbench.ui import run_table, session, session_runs
from workbench.ui.texts import Texts


def draw(t: Texts, titles: Mapping[str, str], facets: RunFacets) -> RunFilters:
    """Draw the filters; returns those that are set."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="wb_filters"):
        st.text_input(
            t("runs.search"),
            label_visibility="collapsed",
            key=session_runs.filter_key("text"),
            type="search",
            live="300ms",
            placeholder=t("runs.search"),
            width="stretch",
            persist_state="session",
        )
        every = t("runs.all_workspaces")
        _select(t("runs.workspace"), "workspace", list(titles), every, titles.get, 200)
        _select(
            t("runs.status"),
            "status",
            list(RunStatus),
            t("runs.all_statuses"),
            lambda one: t(f"common.status.{one}"),
            150,
        )
        _draw_more(t, facets)
        _draw_columns(t)
    return session_runs.run_filters()


def _draw_more(t: Texts, facets: RunFacets) -> None:
    """Draw the popover of the other filters; its label counts those that are set."""
    count = session_runs.chosen_in_popover()
    label = t("runs.filters_set", count=count) if count else t("runs.filters")
    with (
        st.popover(label, icon=":material/filter_list:", key="wb_runs_more"),
        st.container(gap="xsmall"),
    ):
        _draw_period(t)
        _draw_choices(t, facets)
        _draw_least_price(t)
        _draw_notes(t, facets)
        st.button(
            t("runs.clear"),
            on_click=session_runs.clear_run_filters,
            icon=":material/filter_list_off:",
            disabled=not session_runs.run_filters(),
            key="wb_runs_clear_all",
            width="stretch",
        )


def _draw_period(t: Texts) -> None:
    st.date_input(
        t("runs.period"),
        value=[],
        key=session_runs.filter_key(session_runs.PERIOD),
        format="DD.MM.YYYY" if t.language == "ru" else "YYYY-MM-DD",
        persist_state="session",
    )


def _draw_choices(t: Texts, facets: RunFacets) -> None:
    _select(
        t("runs.column.verdict"),
        "verdict",
        facets.verdicts,
        t("runs.any"),
        lambda one: verdict_names(one, t.language),
    )
    _select(
        t("runs.column.model"),
        "model",
        facets.models,
        t("runs.any"),
        lambda one: t("runs.no_model") if one == OFFLINE else str(one),
    )
    _select(t("runs.column.template"), "template", facets.templates, t("runs.any"), str)
    _select(
        t("runs.column.fork"),
        "is_fork",
        (session_runs.QUESTIONS, session_runs.FORKS),
        t("runs.any"),
        lambda one: t(f"runs.kinds.{one}"),
    )


def _draw_least_price(t: Texts) -> None:
    st.number_input(
        t("runs.price_from"),
        min_value=0.0,
        value=None,
        step=0.001,
        format="%.3f",
        placeholder=t("runs.any"),
        key=session_runs.filter_key("price_usd"),
        persist_state="session",
    )


def _draw_notes(t: Texts, facets: RunFacets) -> None:
    """Draw the filters by what people noted: tags and ratings."""
    _select(t("runs.tag"), "tag", facets.tags, t("runs.any"), str)
    _select(
        t("runs.column.rating"),
        "rating",
        range(1, BEST_RATING + 1),
        t("runs.any"),
        lambda one: t("runs.rated_at_least", stars="★" * one),
    )


def _select(
    label: str,
    name: str,
    options: Sequence[Any],
    every: str,
    told: Callable[[Any], str | None],
    width: int | None = None,
) -> None:
    """Draw a filter of one value; in the row, which gives it a width, its label is hidden."""
    labels = {"": every} | {one: told(one) or str(one) for one in options}
    st.selectbox(
        label,
        list(labels),
        format_func=labels.__getitem__,
        label_visibility="collapsed" if width else "visible",
        key=session.translated_key(session_runs.filter_key(name)),
        width=width or "stretch",
        persist_state="session",
    )


def _draw_columns(t: Texts) -> None:
    with st.popover(t("runs.columns"), icon=":material/view_column:", key="wb_runs_columns_menu"):
        st.pills(
            t("runs.columns_shown"),
            run_table.CHOICES,
            selection_mode="multi",
            default=run_table.DEFAULT_COLUMNS,
            format_func=lambda name: t(f"runs.column.{name}"),
            key=session.translated_key(session_runs.COLUMNS),
            persist_state="session",
        )
