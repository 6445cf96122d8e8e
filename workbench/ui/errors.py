"""Errors as the screens show them: in the interface's language where the error has a code."""

import streamlit as st

from workbench.domain.evidence import StageError
from workbench.domain.plan import PlanProblem
from workbench.errors import WorkbenchError
from workbench.i18n.errors import ErrorText, error_text
from workbench.ui.texts import Texts


def said(error: StageError | WorkbenchError, t: Texts) -> ErrorText:
    """What happened and what to do; as it was stored, where this version has no words for it."""
    stored = ErrorText(error.message or t("common.error.internal"), error.hint)
    return error_text(error.code, error.words, t.language) or stored


def said_of(problem: PlanProblem, t: Texts) -> ErrorText:
    """What is wrong with a plan and what would be right."""
    stored = ErrorText(problem.message, problem.suggestion)
    return error_text(f"planner.{problem.code}", problem.words, t.language) or stored


def sentence(error: StageError | WorkbenchError, t: Texts) -> str:
    """Both on one line."""
    return " ".join(part for part in said(error, t) if part)


def kind(error: StageError, t: Texts) -> str:
    """What sort of error it is, in a word or two."""
    return t.get(f"common.kind.{error.kind}", error.kind)


def draw(error: StageError | WorkbenchError, t: Texts) -> None:
    """Draw an error that leaves nothing else to show."""
    st.error(sentence(error, t), icon=":material/error:")
