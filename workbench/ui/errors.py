"""Show errors in the interface's language."""

from typing import TYPE_CHECKING

import streamlit as st

from workbench.domain.evidence import StageError
from workbench.domain.local_text import localize
from workbench.domain.plan import PlanProblem
from workbench.errors import WorkbenchError
from workbench.i18n.errors import ErrorText, error_text
from workbench.text.escape_markdown import escape
from workbench.ui import session
from workbench.ui.html import tag
from workbench.ui.texts import Texts

if TYPE_CHECKING:
    from workbench.bootstrap import WorkspaceSummary


def translate_error(error: StageError | WorkbenchError, t: Texts) -> ErrorText:
    """Translate an error; one with a code unknown to this version keeps its stored text.

    A hint of ``common.hint`` replaces that of the error, where the interface offers more than the
    command line.
    """
    stored = ErrorText(error.message or t("common.error.internal"), error.hint)
    words = dict(error.words)
    if words.get("key_variable") in session.typed_keys():
        words["key_variable"] = t("models.access.typed_key")
    found = error_text(error.code, words, t.language) or stored
    here = f"common.hint.{error.code}"
    return found._replace(hint=t(here, **words)) if t.has(here) else found


def translate_problem(problem: PlanProblem, t: Texts) -> ErrorText:
    """Translate a plan problem and its suggestion."""
    stored = ErrorText(problem.message, problem.suggestion)
    return error_text(f"planner.{problem.code}", problem.words, t.language) or stored


def sentence(error: StageError | WorkbenchError, t: Texts) -> str:
    """The error and its hint on one line."""
    return " ".join(part for part in translate_error(error, t) if part)


def kind(error: StageError, t: Texts) -> str:
    """The kind of error in one or two words."""
    return t.get(f"common.kind.{error.kind}", error.kind)


def draw(error: StageError | WorkbenchError, t: Texts) -> None:
    """Draw an error in place of the content that it prevents."""
    st.error(sentence(error, t), icon=":material/error:")


def draw_workspace(summary: "WorkspaceSummary", t: Texts) -> None:
    """Draw why a workspace cannot be opened, how to list every problem, and a button to retry."""
    title = localize(summary.title, t.language)
    why = sentence(summary.problem, t) if summary.problem else str(summary.error)
    with st.container(key="wb_unopened", gap="small"):
        st.html(tag("h1", t("common.error.workspace", title=title)))
        st.error(escape(why), icon=":material/error:")
        st.html(tag("p", t("common.error.workspace_hint"), cls="wb-lead"))
        st.code(f"workbench doctor --workspace {summary.id}", language=None)
        st.button(
            t("common.error.reopen"),
            icon=":material/refresh:",
            on_click=session.reopen_workspace,
            key="wb_reopen",
        )
