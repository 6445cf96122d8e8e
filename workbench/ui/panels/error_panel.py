"""The notice above a run that failed, was stopped or fell back, with the actions to take."""

from typing import NoReturn

import streamlit as st

from workbench.domain.evidence import StageError
from workbench.domain.run import Run, RunStatus, Stage, StageRecord
from workbench.errors import ProviderError
from workbench.text.escape_markdown import escape
from workbench.ui import actions, errors, session, session_plan
from workbench.ui.fork_options import fork_options
from workbench.ui.navigation import page_path
from workbench.ui.role_controls import permit
from workbench.ui.run_view_model import RunViewModel


def draw(frame: RunViewModel) -> None:
    """Draw a notice above the panels, unless the run succeeded without a fallback."""
    t, run = frame.t, frame.run
    if not frame.finished:
        return
    failure = run.failure
    if failure is not None and failure.error is not None and failure.recovered_by:
        alike = [one for one in run.stages if one.recovered_by and _is_same(one, failure)]
        names = [t("ask.failure.stage", name=t(f"common.stage.{one.name}")) for one in alike]
        _went_on(frame, t("ask.failure.stand_in", stages=", ".join(names)), failure.error)
    elif failure is not None and failure.error is not None:
        _failed(
            frame, t("ask.failure.title", stage=t(f"common.stage.{failure.name}")), failure.error
        )
    elif frame.view.error is not None:
        _failed(frame, t("ask.failure.outside"), frame.view.error)
    elif run.status is RunStatus.RUNNING:
        with st.container(
            key="wb_notice", horizontal=True, vertical_alignment="center", wrap=False
        ):
            st.markdown(f":material/info: {t('ask.state.elsewhere')}", width="stretch")
            st.button(t("ask.state.refresh"), icon=":material/refresh:", key=f"wb_refresh_{run.id}")
    elif run.status in (RunStatus.CANCELLED, RunStatus.INTERRUPTED):
        with st.container(
            key="wb_notice", horizontal=True, vertical_alignment="center", wrap=False
        ):
            at = run.stopped_at or Stage.DIAGNOSE
            words = t(f"ask.state.{run.status}", stage=t(f"common.stage.{at}"))
            st.markdown(f":material/info: {words}", width="stretch")
            if st.button(
                t("ask.state.go_on"),
                icon=":material/play_arrow:",
                key=f"wb_go_on_{run.id}",
                **permit("fork_stream"),
            ):
                _go_on(run, at)
    elif outage := _outage(run):
        _went_on(frame, t("ask.failure.by_words"), outage)


def _is_same(one: StageRecord, other: StageRecord) -> bool:
    """Whether two stages failed for one reason."""
    return one.error is not None and other.error is not None and one.error.code == other.error.code


def _outage(run: Run) -> StageError | None:
    """The error of a search that fell back, such as to lexical search alone."""
    return next((c.error for c in run.tool_calls if c.error and c.status != "failed"), None)


def _went_on(frame: RunViewModel, title: str, error: StageError) -> None:
    """Draw a notice that a service failed and the run used a fallback."""
    with st.container(key="wb_stand_in", horizontal=True, vertical_alignment="center", wrap=False):
        st.markdown(
            f":material/cloud_off: **{escape(title)}.** {escape(errors.sentence(error, frame.t))}",
            width="stretch",
        )
        _draw_models(frame, error)
        _retry(frame)


def _failed(frame: RunViewModel, title: str, error: StageError) -> None:
    t, run = frame.t, frame.run
    with st.container(key="wb_failure", horizontal=True, vertical_alignment="center", wrap=False):
        st.markdown(
            f":material/error: **{escape(title)}.** {escape(errors.sentence(error, t))}",
            width="stretch",
        )
        _draw_models(frame, error)
        _retry(frame)
        if run.plan is not None:
            st.button(
                t("ask.failure.edit_plan"),
                icon=":material/edit:",
                key=f"wb_edit_plan_{run.id}",
                on_click=session_plan.edit_plan,
                args=(run.id,),
            )


def _draw_models(frame: RunViewModel, error: StageError) -> None:
    """Draw the way to the keys and models, where one of them is what failed."""
    if error.kind == ProviderError.__name__:
        label = frame.t("ask.failure.models")
        st.page_link(page_path("models"), label=label, icon=":material/neurology:")


def _go_on(run: Run, at: Stage) -> NoReturn:
    """Fork the run where it stopped; without any stage it is asked again."""
    if at is Stage.NORMALIZE:
        actions.repeat(run)
    actions.fork(run, at)


def _retry(frame: RunViewModel) -> None:
    """Draw a button that runs the failed stage again, or asks again if no stage failed."""
    run, failure = frame.run, frame.run.failure
    if st.button(
        frame.t("ask.failure.retry"),
        icon=":material/replay:",
        key=f"wb_retry_{run.id}",
        **permit("fork_stream"),
    ):
        if failure is None:
            actions.repeat(run)
        chosen = fork_options(run, failure.name, run.options, session.models().chosen)
        actions.fork(run, failure.name, options=chosen)
