"""Start runs: ask, repeat, replay and fork."""

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import streamlit as st

from workbench.domain.answer import AskOptions
from workbench.domain.run import Run, Stage
from workbench.domain.run_events import RunEvent
from workbench.ui import errors, session, session_toast
from workbench.ui.live_runs import LiveRun
from workbench.ui.role_access import refusal
from workbench.ui.sign_in import Role


def ask(question: str) -> None:
    """Ask in the current conversation, as a widget's callback: the page that follows shows it."""
    workbench, workspace = session.workbench(), session.workspace_id()
    thread, options, models = session.thread_id(), session.options(), session.models().session
    _start(
        lambda: workbench.stream(
            question, workspace=workspace, thread=thread, options=options, session=models
        ),
        workspace,
        question,
    )


def repeat(run: Run) -> NoReturn:
    """Ask a run's question again with its own options."""
    workbench, models = session.workbench(), session.models().session
    _begin(
        lambda: workbench.stream(
            run.question,
            workspace=run.workspace,
            thread=run.thread_id,
            options=run.options,
            session=models,
        ),
        run,
    )


def replay(run: Run) -> NoReturn:
    """Replay a run from its recorded model replies, without calling a model."""
    workbench = session.workbench()
    _begin(lambda: workbench.replay_stream(run), run)


def fork(run: Run, stage: Stage, value: Any = None, options: AskOptions | None = None) -> NoReturn:
    """Fork a run at a stage with a new output; without a value the stage runs again.

    ``options`` replace those of the run.
    """
    start_fork(run, stage, value, options)
    st.rerun()


def start_fork(
    run: Run, stage: Stage, value: Any = None, options: AskOptions | None = None
) -> bool:
    """Fork a run as ``fork`` does; the caller draws the page again. False if it is refused."""
    workbench, models = session.workbench(), session.models().session
    return _start(
        lambda: workbench.fork_stream(run, stage, value, session=models, options=options),
        run.workspace,
        run.question,
    )


def try_prompt(run: Run, name: str, text: str, model: str) -> None:
    """Fork a run with a template's text; the Ask page, to which the caller switches, shows it."""
    workbench, keys = session.workbench(), session.models().session
    _start(
        lambda: workbench.try_prompt(run, name, text, session=keys, model=model),
        run.workspace,
        run.question,
    )


def _begin(events: Callable[[], Iterator[RunEvent]], run: Run) -> NoReturn:
    _start(events, run.workspace, run.question)
    st.rerun()


def _start(events: Callable[[], Iterator[RunEvent]], workspace: str, question: str) -> bool:
    """Start a run and show it; False, with a message, for a person who may not."""
    if not session.person().may(Role.ANALYST):
        reason = errors.sentence(refusal(Role.ANALYST), session.texts())
        session_toast.tell(reason, icon=":material/lock:")
        return False
    prepare = session.preparation(workspace)
    reload = session.workbench().runs.get
    live = LiveRun(events, question=question, prepare=prepare, reload=reload)
    session.show_live(session.registry().add(live))
    return True
