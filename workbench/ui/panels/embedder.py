"""The embedder on the Models page: which one is in use, and changing it for all workspaces."""

import streamlit as st

from workbench.llm.providers import PROVIDERS
from workbench.ui import errors, session, session_embedder
from workbench.ui.html import tag
from workbench.ui.panels.access import title_of
from workbench.ui.panels.empty import draw_progress
from workbench.ui.role_controls import permit
from workbench.ui.session_models import BUILT_IN, LOCAL, SessionModels
from workbench.ui.texts import Texts


def draw_change(models: SessionModels, t: Texts) -> None:
    """Draw the controls that change the embedder, or the change in progress.

    Without controls where the environment names the embedder.
    """
    change = session_embedder.embedder_change()
    if change is not None and not change.finished:
        _draw_going()
        return
    if change is not None and change.error is not None:
        errors.draw(change.error, t)
    if models.embedder.choice.origin != "environment":
        _draw_controls(models, t)


def _draw_controls(models: SessionModels, t: Texts) -> None:
    options = models.embedder_sources(local=session.may_name_servers())
    if models.embedder_source == BUILT_IN:
        advice = "no_choice" if len(options) == 1 else "choose"
        st.html(tag("p", t(f"models.embedder.{advice}"), cls="wb-small"))
    if len(options) == 1:
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        source = st.selectbox(
            t("models.embedder.source"),
            options,
            index=options.index(models.embedder_source),
            format_func=lambda one: _source_title(models, one, t),
            key=session.translated_key("wb_embedder_source"),
            label_visibility="collapsed",
            filter_mode=None,
            width=230,
        )
        name = "" if source == BUILT_IN else _name(models, source, t)
    wanted = models.embedder_name(source, name)
    if source == BUILT_IN == models.embedder_source:
        return
    st.button(
        t("models.embedder.change"),
        icon=":material/swap_horiz:",
        on_click=session_embedder.change_embedder,
        args=(wanted,),
        key="wb_embedder_change",
        **permit(
            "change_embedder",
            disabled=wanted is None or wanted == models.embedder.choice.model,
            help=t("models.embedder.change_help"),
        ),
    )


def _name(models: SessionModels, source: str, t: Texts) -> str:
    what = "folder" if source == LOCAL else "model"
    current = models.embedder.choice.model
    if source == LOCAL and not session.may_name_servers():
        return current.partition(":")[2]  # the one in use; a visitor names no other folder
    return st.text_input(
        t(f"models.embedder.{what}"),
        value=current.partition(":")[2] if models.embedder_source == source else "",
        placeholder=t(f"models.embedder.{what}_example"),
        label_visibility="collapsed",
        autocomplete="off",
        key=f"wb_embedder_name_{source}",
        width="stretch",
    ).strip()


def _source_title(models: SessionModels, source: str, t: Texts) -> str:
    return title_of(models, source, t) if source in PROVIDERS else t(f"models.embedder.{source}")


@st.fragment(run_every=0.3)
def _draw_going() -> None:
    """Draw the progress of the change; reruns the page when it has ended."""
    change, t = session_embedder.embedder_change(), session.texts()
    if change is None or change.finished:
        st.rerun()
    else:
        st.html(tag("p", t("models.embedder.going"), cls="wb-small"))
        draw_progress(t, change.progress)
