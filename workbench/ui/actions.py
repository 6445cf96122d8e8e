"""What a person sets going: a question, a fork, a repeat, a stop."""

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import streamlit as st

from workbench.domain.run import Run, RunEvent, Stage
from workbench.ui import session
from workbench.ui.live_runs import LiveRun

_AT_ONCE_S = 0.4
"""A run that ends within this time is drawn once, whole."""


def ask(question: str) -> NoReturn:
    """Ask in the current conversation."""
    workbench, workspace = session.workbench(), session.workspace_id()
    thread, options, models = session.thread_id(), session.options(), session.models().session
    _begin(
        lambda: workbench.stream(
            question, workspace=workspace, thread=thread, options=options, session=models
        ),
        workspace,
    )


def repeat(run: Run) -> NoReturn:
    """Ask a run's question again, under its own options."""
    workbench, models = session.workbench(), session.models().session
    _begin(
        lambda: workbench.stream(
            run.question,
            workspace=run.workspace,
            thread=run.thread_id,
            options=run.options,
            session=models,
        ),
        run.workspace,
    )


def replay(run: Run) -> NoReturn:
    """The run once more from its record: its models say what they said, and nobody is asked."""
    workbench = session.workbench()
    _begin(lambda: workbench.replay_stream(run), run.workspace)


def fork(run: Run, stage: Stage, value: Any = None) -> NoReturn:
    """Re-run from a stage with another output; without a value the stage itself runs again."""
    workbench, models = session.workbench(), session.models().session
    _begin(lambda: workbench.fork_stream(run, stage, value, session=models), run.workspace)


def _begin(events: Callable[[], Iterator[RunEvent]], workspace: str) -> NoReturn:
    prepare = session.preparation(workspace)
    reload = session.workbench().runs.get
    live = session.registry().add(LiveRun(events, prepare=prepare, reload=reload))
    live.wait(lambda view: view.finished, _AT_ONCE_S)
    session.show_live(live)
    st.rerun()
