"""Show errors in the interface's language."""

import streamlit as st

from workbench.domain.evidence import StageError
from workbench.domain.plan import PlanProblem
from workbench.errors import WorkbenchError
from workbench.i18n.errors import ErrorText, error_text
from workbench.ui.texts import Texts


def translate_error(error: StageError | WorkbenchError, t: Texts) -> ErrorText:
    """Translate an error; one with a code unknown to this version keeps its stored text."""
    stored = ErrorText(error.message or t("common.error.internal"), error.hint)
    return error_text(error.code, error.words, t.language) or stored


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
