"""The start page of a workspace: its contents, example questions and the offline notice."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from workbench.domain.local_text import localize
from workbench.ui import actions, errors, session
from workbench.ui.html import icon, join, tag
from workbench.ui.live_runs import Progress
from workbench.ui.navigation import page_path
from workbench.ui.panels import add_files
from workbench.ui.panels.answer_follow_up import examples
from workbench.ui.panels.widgets import muted
from workbench.ui.role_controls import permit
from workbench.ui.texts import Texts

if TYPE_CHECKING:
    from workbench.bootstrap import WorkspaceSummary


STEPS = ("documents", "words", "vectors")
"""Steps of building the indexes that report progress; opening them comes last and does not."""


def draw(summary: "WorkspaceSummary", t: Texts, *, offline: bool) -> None:
    """Draw the page."""
    with st.container(key="wb_empty", gap="small"):
        title = localize(summary.title, t.language)
        parts = (
            tag("h1", title),
            lead(summary, t),
            muted(counts(summary, t)),
            unread(summary, t),
            invitation(summary, t),
        )
        st.html(join(parts))
        if questions := examples(summary.examples, t.language)[:6]:
            _draw_examples(summary.id, questions, t)
        add_files.draw_new(t)
        if offline:
            draw_offline(t)


def _draw_examples(workspace: str, questions: Sequence[str], t: Texts) -> None:
    st.html(tag("h2", t("ask.empty.examples"), cls="wb-title"))
    with st.grid(2, min_column_width=300, gap="small", key="wb_examples"):
        for place, question in enumerate(questions):
            key = f"wb_example_{workspace}_{place}"
            st.button(
                question,
                key=key,
                width="stretch",
                wrap=True,
                on_click=actions.ask,
                args=(question,),
                **permit("stream"),
            )


def invitation(summary: "WorkspaceSummary", t: Texts) -> str:
    """What an answer will give, where no example questions show it."""
    if not summary.documents or examples(summary.examples, t.language):
        return ""
    return tag("p", t("ask.empty.gives"), cls="wb-lead")


def lead(summary: "WorkspaceSummary", t: Texts) -> str:
    """What the workspace is about; one that documents gave, "Title: names", as a list of names."""
    title = localize(summary.title, t.language)
    description = localize(summary.description, t.language)
    names = description.removeprefix(f"{title}: ")
    if description == title:
        return ""
    told = description if names == description else t("ask.empty.names", names=names)
    return tag("p", told, cls="wb-lead")


def counts(summary: "WorkspaceSummary", t: Texts) -> str:
    """The size of the workspace in one sentence."""
    documents = t("common.count.documents", n=summary.documents)
    unread = t("ask.empty.unread", n=summary.unread) if summary.unread else ""
    if not summary.nodes:
        return f"{t('ask.empty.documents', documents=documents)} {unread}".strip()
    nodes, edges = (
        t("common.count.nodes", n=summary.nodes),
        t("common.count.edges", n=summary.edges),
    )
    counted = t("ask.empty.counts", nodes=nodes, edges=edges, documents=documents)
    return f"{counted} {unread}".strip()


def unread(summary: "WorkspaceSummary", t: Texts) -> str:
    """A list, folded up, of the files that are not read and why."""
    if not summary.unread_files:
        return ""
    rows = (
        tag("li", tag("b", path), f" {reason}") for path, reason in summary.unread_files.items()
    )
    heading = tag("summary", t("ask.empty.unread_files"))
    return tag("details", heading, tag("ul", *rows), cls="wb-unread")


def draw_offline(t: Texts) -> None:
    """Explain what the offline mode can and cannot do."""
    st.html(
        tag(
            "aside",
            tag("p", icon("cloud_off"), tag("b", t("ask.offline.heading"))),
            tag("p", t("ask.offline.body")),
            tag("p", icon("check"), t("ask.offline.can")),
            tag("p", icon("close"), t("ask.offline.cannot")),
            cls="wb-offline",
        )
    )
    st.page_link(page_path("models"), label=t("ask.offline.connect"), icon=":material/neurology:")


@st.fragment(run_every=0.2)
def draw_preparing(t: Texts, workspace: str) -> None:
    """Draw the progress of building indexes; reruns the page when they are ready."""
    building = session.preparation(workspace)
    if building is not None and building.error is not None:
        errors.draw(building.error, t)
        st.button(
            t("ask.failure.retry"),
            icon=":material/replay:",
            key="wb_prepare_again",
            on_click=session.retry_preparation,
            args=(workspace,),
        )
    elif building is None or building.finished:
        st.rerun()
    else:
        with st.container(key="wb_preparing"):
            draw_progress(t, building.progress)


def draw_progress(t: Texts, progress: Progress) -> None:
    """Draw one progress bar for all steps, labelled with the current one."""
    done, total = progress.done, progress.total
    if not total:
        st.progress(0.0, text=t("ask.state.opening"))
        return
    step = t.get(f"ask.step.{progress.step}", progress.step)
    text = t("ask.state.preparing", step=f"{step}, {done}/{total}")
    before = STEPS.index(progress.step) if progress.step in STEPS else 0
    st.progress((before + min(1.0, done / total)) / (len(STEPS) + 1), text=text)
