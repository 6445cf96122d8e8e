"""The Matrix page's part of the session: the axes, the matrix shown and the cells chosen."""

import uuid
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

import streamlit as st

from workbench.domain.matrix import Matrix, MatrixEstimate, MatrixSpec, MatrixStep
from workbench.ui import session
from workbench.ui.stream_jobs import StreamJobs

if TYPE_CHECKING:
    from workbench.ui.stream_jobs import StreamJob

MatrixJob: TypeAlias = "StreamJob[MatrixStep, Matrix]"

QUESTIONS = "wb_matrix_questions"
_SHOWN = "wb_matrix_shown"
_PICKED = "wb_matrix_picked"
_WRITTEN = "wb_matrix_written"
_PRICED = "wb_matrix_priced"
_FILLED = "wb_matrix_filled"
_AXIS = "wb_matrix_axis_"
KEPT = (QUESTIONS, _AXIS, _FILLED)
"""Keys whose values a reload of the tab keeps."""


@st.cache_resource(show_spinner=False)
def _jobs() -> "StreamJobs[MatrixStep, Matrix]":
    """The matrices of this process, by name, so that a reload finds them."""
    return StreamJobs()


def axis_key(name: str) -> str:
    """The widget key of an axis."""
    return f"{_AXIS}{name}"


def begin(spec: MatrixSpec) -> None:
    """Start a matrix with this session's models, and show it."""
    bench, models = session.workbench(), session.models().session
    name = uuid.uuid4().hex[:12]

    def steps() -> Iterator[MatrixStep | Matrix]:
        return bench.matrix(spec, session=models)

    _jobs().start(name, steps, Matrix)
    st.session_state[_SHOWN] = st.session_state[_FILLED] = name
    st.session_state[_PICKED] = []


def estimate(spec: MatrixSpec) -> MatrixEstimate:
    """What a matrix costs with this session's models; computed once while nothing changes.

    Raises:
        WorkbenchError: a question cannot be asked, or a workspace cannot be opened.
    """
    models = session.models()
    key = (spec, dict(models.chosen))
    known = st.session_state.get(_PRICED)
    if known is None or known[0] != key:
        found = session.workbench().estimate_matrix(spec, models.session)
        known = st.session_state[_PRICED] = (key, found)
    return cast(MatrixEstimate, known[1])


def shown() -> "MatrixJob | None":
    """The matrix of the address, in progress or ended; None if there is none in this process."""
    named = st.query_params.get("matrix")
    if named and named not in (st.session_state.get(_WRITTEN), st.session_state.get(_SHOWN)):
        st.session_state[_SHOWN] = named
        st.session_state[_PICKED] = []
    name = cast(str | None, st.session_state.get(_SHOWN))
    return _jobs().find(name) if name else None


def fill_axes(job: "MatrixJob | None") -> None:
    """Set questions and axes to those of a matrix that was opened by its address, once."""
    seen, name = job.snapshot if job else None, st.session_state.get(_SHOWN)
    made = seen and (seen.result or seen.step)
    if not made or st.session_state.get(_FILLED) == name:
        return
    st.session_state[_FILLED] = name
    spec = made.spec
    st.session_state[QUESTIONS] = "\n".join(spec.questions)
    axes = {"workspace": spec.workspaces, "model": spec.models, "prompt": spec.prompts}
    for name, values in {**axes, **spec.settings}.items():
        st.session_state[session.translated_key(axis_key(name))] = list(values)


def use_examples(questions: Sequence[str]) -> None:
    """Set the questions, for a button that is clicked before they are drawn."""
    st.session_state[QUESTIONS] = "\n".join(questions)


def is_lost() -> bool:
    """Whether the address names a matrix that this process does not know."""
    return st.session_state.get(_SHOWN) is not None and shown() is None


def write_address() -> None:
    """Name the matrix in the address, so that a reload shows it."""
    name = st.session_state.get(_SHOWN)
    st.session_state[_WRITTEN] = name
    session.write_address(with_run=False, **({"matrix": name} if name else {}))


def picked() -> list[str]:
    """The ids of the runs chosen for a comparison, in the order of the choice."""
    return cast(list[str], st.session_state.get(_PICKED) or [])


def pick(run_id: str, most: int) -> None:
    """Choose a run, or take it back; of too many the earliest goes."""
    now = picked()
    after = [one for one in now if one != run_id] if run_id in now else [*now, run_id]
    st.session_state[_PICKED] = after[-most:]
