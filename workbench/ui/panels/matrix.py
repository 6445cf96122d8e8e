"""The Matrix page: its axes, the number of runs and their price, and its runs as they come."""

from collections.abc import Mapping, Sequence

import streamlit as st

from workbench.citation_styles import CITATION_STYLES
from workbench.domain.answer import Audience, Format, Mode, Template
from workbench.domain.local_text import localize
from workbench.domain.matrix import MOST_RUNS, MatrixCell, MatrixSpec
from workbench.domain.run import RunStatus
from workbench.errors import WorkbenchError
from workbench.export.csv_files import matrix_csv
from workbench.settings import OFFLINE
from workbench.ui import errors, session, session_compare, session_matrix
from workbench.ui.html import tag
from workbench.ui.panels.answer_follow_up import examples
from workbench.ui.panels.matrix_grid import grid, value_name
from workbench.ui.panels.model_calls import calls_in_words, told_calls
from workbench.ui.panels.widgets import muted
from workbench.ui.role_controls import permit
from workbench.ui.texts import Texts

_CHOICES: Mapping[str, Sequence[str]] = {
    "format": [one.value for one in Format],
    "mode": [one.value for one in Mode],
    "template": [one.value for one in Template],
    "audience": [one.value for one in Audience],
    "citations": list(CITATION_STYLES),
}
"""The settings that can be varied on the page, with their values."""


_EXAMPLES = 3
"""Example questions that one click takes."""


def draw_axes(t: Texts, titles: Mapping[str, str]) -> MatrixSpec:
    """Draw the questions and the axes, and return the matrix that they describe.

    Args:
        t: the interface's texts.
        titles: workspace titles by id.
    """
    text = st.text_area(
        t("matrix.questions"),
        placeholder=t("matrix.questions_hint"),
        height=104,
        key=session_matrix.QUESTIONS,
        persist_state="session",
    )
    with st.grid(2, min_column_width=280, gap="small"):
        workspaces = _axis(t, "workspace", list(titles), titles, [session.workspace_id()])
        models = _models(t)
    with (
        st.expander(t("matrix.settings"), key="wb_matrix_settings"),
        st.grid(3, min_column_width=220, gap="small"),
    ):
        settings = {name: _setting(t, name) for name in _CHOICES}
        prompts = _prompts(t, workspaces)
    lines = (line.strip() for line in text.splitlines())
    return MatrixSpec(
        questions=tuple(dict.fromkeys(filter(None, lines))),
        workspaces=tuple(workspaces),
        models=tuple(models),
        settings={name: tuple(values) for name, values in settings.items() if values},
        prompts=tuple(prompts),
        options=session.options(),
    )


def _axis(
    t: Texts,
    name: str,
    options: Sequence[str],
    names: Mapping[str, str],
    default: Sequence[str] = (),
    *,
    grows: bool = False,
) -> list[str]:
    key = session.translated_key(session_matrix.axis_key(name))
    return st.multiselect(
        axis_name(t, name),
        options,
        select_all=False,
        default=[one for one in default if one in options and key not in st.session_state] or None,
        format_func=lambda one: names.get(one, one),
        placeholder=t(f"matrix.any.{name}") if name in ("model", "prompt") else t("matrix.any.one"),
        accept_new_options=grows,
        key=key,
        persist_state="session",
    )


def _models(t: Texts) -> list[str]:
    """Draw the choice of models, which can be typed, and why one of them cannot be called."""
    models = session.models()
    known = list(dict.fromkeys([OFFLINE, *models.known_models()]))
    with st.container(gap="xsmall"):
        chosen = _axis(t, "model", known, {OFFLINE: t("models.offline")}, grows=True)
        for problem in filter(None, map(models.model_problem, chosen)):
            st.html(tag("p", errors.sentence(problem, t), cls="wb-problem", role="alert"))
    return chosen


def _setting(t: Texts, name: str) -> list[str]:
    values = _CHOICES[name]
    return _axis(t, name, values, {one: value_name(t, name, one) for one in values})


def _prompts(t: Texts, workspaces: Sequence[str]) -> list[str]:
    """Draw the choice among the stored versions of templates, where there are any."""
    if len(workspaces) != 1:
        return []
    templates = session.workbench().prompts(workspaces[0])
    names = {
        f"{one.kind.name}@{version}": f"{localize(one.kind.label, t.language)} · {version}"
        for one in templates
        if one.history.versions
        for version in (0, *(stored.number for stored in one.history.versions))
    }
    return _axis(t, "prompt", list(names), names) if names else []


def axis_name(t: Texts, name: str) -> str:
    """The name of an axis in the interface's language."""
    return t(f"matrix.axis.{name}") if name in _OWN else t(f"ask.options.{name}")


_OWN = ("workspace", "model", "prompt")


# --- starting -------------------------------------------------------------------------------------


def draw_start(t: Texts, spec: MatrixSpec, *, running: bool) -> None:
    """Draw the button beside the number of runs and their price; models are called once agreed."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        callable_ = not any(map(session.models().model_problem, spec.models))
        ready = bool(spec.questions and spec.workspaces) and spec.runs <= MOST_RUNS
        clicked = st.button(
            t("matrix.go", n=spec.runs) if ready else t("matrix.go_none"),
            type="primary",
            icon=":material/play_arrow:",
            key="wb_matrix_go",
            **permit("matrix", disabled=running or not ready or not callable_),
        )
        told = st.empty()
        told.caption(_told(t, spec), width="stretch")
        if ready and callable_ and not running and not is_free(spec):
            with told, st.spinner(t("matrix.estimating")):
                price = _price(t, spec)
            told.caption(f"{_told(t, spec)} {price}", width="stretch")
    if not spec.questions:
        _draw_invitation(t)
    if not clicked:
        return
    if is_free(spec):
        session_matrix.begin(spec)
        st.rerun()
    _open_price(t, spec)


def _draw_invitation(t: Texts) -> None:
    """Say what a matrix gives, and offer the workspace's example questions."""
    st.html(muted(t("matrix.gives")))
    if questions := examples(session.summary().examples, t.language)[:_EXAMPLES]:
        st.button(
            t("matrix.examples"),
            icon=":material/lightbulb:",
            on_click=session_matrix.use_examples,
            args=(questions,),
            key="wb_matrix_examples",
        )


def _told(t: Texts, spec: MatrixSpec) -> str:
    """What the matrix has or lacks, and that it is free if it is."""
    if not spec.questions or not spec.workspaces:
        return t("matrix.lacks")
    size = t("matrix.size", rows=len(spec.questions), columns=spec.runs // len(spec.questions))
    if spec.runs > MOST_RUNS:
        return f"{size} {t('matrix.too_many', n=spec.runs, most=MOST_RUNS)}"
    return f"{size} {t('common.calls.free')}" if is_free(spec) else size


def _price(t: Texts, spec: MatrixSpec) -> str:
    """What the matrix costs, or why that is not known."""
    try:
        return calls_in_words(t, session_matrix.estimate(spec).calls)
    except WorkbenchError as error:
        return errors.sentence(error, t)


def is_free(spec: MatrixSpec) -> bool:
    """Whether no column calls a model."""
    models = session.models()
    names = spec.models or (models.choice("planner").model, models.choice("answer").model)
    return {*names, models.choice("judge").model} == {OFFLINE}


def _open_price(t: Texts, spec: MatrixSpec) -> None:
    @st.dialog(t("matrix.price_title"))
    def dialog() -> None:
        try:
            with st.spinner(t("matrix.estimating")):
                found = session_matrix.estimate(spec)
        except WorkbenchError as error:
            errors.draw(error, t)
            return
        st.html(tag("p", t("matrix.runs", n=found.runs)) + told_calls(t, found.calls))
        if st.button(
            t("matrix.confirm"),
            type="primary",
            on_click=session_matrix.begin,
            args=(spec,),
            key="wb_matrix_confirm",
        ):
            st.rerun()

    dialog()


# --- runs -----------------------------------------------------------------------------------------


def draw_grid(t: Texts, job: session_matrix.MatrixJob, titles: Mapping[str, str]) -> None:
    """Draw the cells: those of a matrix in progress as they come, with a button that stops it."""
    if not job.snapshot.finished:
        _follow(t, job, titles)
        return
    seen = job.snapshot
    if seen.error:
        errors.draw(seen.error, t)
    made = seen.result or seen.step
    if made is None:
        return
    if seen.cancelled:
        st.info(t("matrix.stopped"), icon=":material/stop_circle:")
    _draw_actions(t, made.spec, made.cells)
    st.html(grid(t, made.spec, made.cells, titles, session_matrix.picked()))


@st.fragment(run_every=0.5)
def _follow(t: Texts, job: session_matrix.MatrixJob, titles: Mapping[str, str]) -> None:
    """Draw the cells so far; reruns the page at the end."""
    seen = job.snapshot
    if seen.finished:
        st.rerun()
    if seen.step is None:
        st.html(muted(t("matrix.preparing")))
        return
    spec, cells = seen.step.spec, seen.step.cells
    done = sum(cell.status is not RunStatus.RUNNING for cell in cells)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            t("matrix.stop"),
            icon=":material/stop_circle:",
            on_click=job.cancel,
            disabled=seen.cancelled,
            key="wb_matrix_stop",
        )
        st.progress(done / spec.runs, text=t("matrix.progress", done=done, total=spec.runs))
    st.html(grid(t, spec, cells, titles, ()))


def _draw_actions(t: Texts, spec: MatrixSpec, cells: Sequence[MatrixCell]) -> None:
    chosen = session_matrix.picked()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if st.button(
            t("runs.compare"),
            icon=":material/compare_arrows:",
            disabled=len(chosen) < 2,
            key="wb_matrix_compare",
        ):
            session_compare.open_compare(chosen)
        st.download_button(
            t("runs.csv"),
            matrix_csv(spec, cells).encode("utf-8-sig"),
            file_name="matrix.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
            key="wb_matrix_csv",
        )
        told = t("runs.selected", n=len(chosen)) if chosen else t("matrix.pick_hint")
        st.caption(told, width="stretch")
