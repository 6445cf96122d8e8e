"""Have a model find edges, or propose types, in the documents: price first, progress, report."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import streamlit as st

from workbench.domain.answer import Role
from workbench.domain.model_calls import CallsEstimate
from workbench.errors import WorkbenchError
from workbench.extraction.report import (
    DraftingReport,
    ExtractionEstimate,
    ExtractionReport,
    ExtractionStep,
)
from workbench.ui import errors, session, session_graph
from workbench.ui.html import Html, join, tag
from workbench.ui.navigation import page_path
from workbench.ui.panels.model_calls import told_calls
from workbench.ui.role_controls import permit
from workbench.ui.session_graph import Extracted, ExtractionJob
from workbench.ui.texts import Texts
from workbench.workspace import Workspace

_FIRST = 50
"""Passages that are read at once unless another number is chosen: a few minutes' work."""
_ROLE: Role = "planner"
"""Its model drafts: it follows a schema too."""


def draw(workspace: Workspace, t: Texts) -> None:
    """Draw the button that opens the dialog, or the progress and the report of an extraction."""
    job = session_graph.extraction_jobs().find(workspace.id)
    if job is None:
        if st.button(
            t("graph.extract.open"),
            icon=":material/document_search:",
            key="wb_extract",
            **permit("extract"),
        ):
            _open_dialog(workspace, t)
        return
    with st.container(border=True, key="wb_extracting"):
        if job.snapshot.finished:
            _draw_ended(workspace.id, job, t)
        else:
            _follow(job, t)


def _open_dialog(workspace: Workspace, t: Texts) -> None:
    @st.dialog(t("graph.extract.title"))
    def dialog() -> None:
        choice = session.models().choice(_ROLE)
        if choice.is_offline:
            st.html(tag("p", t("graph.extract.needs_model")))
            st.page_link(
                page_path("models"), label=t("ask.offline.connect"), icon=":material/neurology:"
            )
            return
        try:
            _draw_choices(workspace, choice.model, t)
        except WorkbenchError as error:
            errors.draw(error, t)

    dialog()


def _draw_choices(workspace: Workspace, model: str, t: Texts) -> None:
    """Draw what is to be found and what it will cost."""
    relations = bool(workspace.spec.edge_types)
    what = st.segmented_control(
        t("graph.extract.what"),
        ["edges", "types"] if relations else ["types"],
        default="edges" if relations else "types",
        required=True,
        format_func=lambda one: t(f"graph.extract.{one}"),
        label_visibility="collapsed",
        key=session.translated_key("wb_extract_what"),
    )
    st.html(tag("p", t(f"graph.extract.{what}_body")))
    if what == "edges":
        _draw_edges(workspace.id, model, t)
    else:
        _draw_types(workspace.id, model, t)


def _draw_edges(workspace: str, model: str, t: Texts) -> None:
    bench, given = session.workbench(), session.models().session
    with st.container(horizontal=True, gap="small"):
        paths = [file.path for file in bench.documents(workspace) if not file.reason]
        labels = {"*": t("graph.extract.all_documents")} | {path: path for path in paths}
        document = st.selectbox(
            t("graph.extract.documents"),
            list(labels),
            format_func=labels.__getitem__,
            key=session.translated_key("wb_extract_document"),
        )
        limit = st.number_input(
            t("graph.extract.limit"), min_value=1, value=_FIRST, key="wb_extract_limit"
        )
    estimate = bench.estimate_extraction(workspace, model=model, documents=document, limit=limit)
    st.html(_cost(estimate, estimate.passages, t))

    def begin() -> Iterator[ExtractionStep | ExtractionReport]:
        return bench.extract(workspace, model=model, documents=document, limit=limit, session=given)

    label = t("graph.extract.go", n=estimate.passages)
    _go(label, partial(_start, workspace, begin, ExtractionReport), enabled=estimate.passages > 0)


def _draw_types(workspace: str, model: str, t: Texts) -> None:
    bench, given = session.workbench(), session.models().session
    estimate = bench.estimate_drafting(workspace, model=model)
    st.html(_cost(estimate, 1, t))

    def begin() -> Iterator[DraftingReport]:
        yield bench.draft_entries(workspace, model=model, session=given)

    _go(t("graph.extract.go_types"), partial(_start, workspace, begin, DraftingReport))


def _start(
    workspace: str,
    begin: "Callable[[], Iterator[ExtractionStep | Extracted]]",
    result_type: "type[Extracted]",
) -> None:
    session_graph.extraction_jobs().start(workspace, begin, result_type)


def _go(label: str, start: Callable[[], None], *, enabled: bool = True) -> None:
    """The button that makes the calls and closes the dialog."""
    if st.button(label, type="primary", disabled=not enabled, on_click=start, key="wb_extract_go"):
        st.rerun()


def _cost(estimate: ExtractionEstimate, calls: int, t: Texts) -> Html:
    """The calls with their tokens and price, and what is not read now."""
    found = CallsEstimate(
        calls=calls,
        models=(estimate.model,),
        input_tokens=estimate.input_tokens,
        output_tokens=estimate.output_tokens,
        price_usd=estimate.price_usd,
    )
    beside = [
        t(f"graph.extract.{name}", n=count)
        for name, count in (("done", estimate.done), ("left", estimate.left))
        if count
    ]
    told = tag("p", " · ".join(beside), cls="wb-small") if beside else ""
    return join((told_calls(t, found), told))


@st.fragment(run_every=0.4)
def _follow(job: ExtractionJob, t: Texts) -> None:
    """Draw the progress; reruns the page at the end."""
    seen = job.snapshot
    if seen.finished:
        st.rerun()
    step = seen.step
    share = step.done / step.total if step is not None and step.total else 0.0
    st.progress(min(1.0, share), text=_progress(step, t))
    st.button(
        t("documents.add.stopping" if seen.cancelled else "documents.add.cancel"),
        icon=":material/stop_circle:",
        on_click=job.cancel,
        disabled=seen.cancelled,
        key="wb_extract_cancel",
    )


def _progress(step: ExtractionStep | None, t: Texts) -> str:
    if step is None:
        return t("graph.extract.waiting")
    reading = t("graph.extract.reading", done=step.done, total=step.total)
    return f"{reading} · {t('graph.extract.found', n=step.drafts)} · {step.document}"


def _draw_ended(workspace: str, job: ExtractionJob, t: Texts) -> None:
    seen = job.snapshot
    if session_graph.ends_unseen(job):
        st.rerun()  # the drafts above were read before it ended
    if seen.error:
        errors.draw(seen.error, t)
    elif seen.result:
        st.html(join(report(seen.result, t)))
        if isinstance(seen.result, ExtractionReport) and seen.result.stopped:
            errors.draw(seen.result.stopped, t)
    else:
        st.info(t("graph.extract.cancelled"), icon=":material/stop_circle:")
    if st.button(t("documents.add.close"), key="wb_extract_close"):
        session_graph.extraction_jobs().forget(workspace)
        st.rerun()


def report(ended: Extracted, t: Texts) -> list[Html]:
    """What was found, in numbers, and why the rest was dropped."""
    if isinstance(ended, DraftingReport):
        counts = [t("graph.extract.types_found", n=ended.new)]
        return [*_lines(counts, _dropped(ended.dropped, "entry_dropped", t))]
    counts = [t("graph.extract.found", n=ended.new)]
    for name, count in (("supported", ended.supported), ("in_graph", ended.in_graph)):
        if count:
            counts.append(t(f"graph.extract.{name}", n=count))
    failed = [f"{one.document}: {errors.sentence(one.error, t)}" for one in ended.failed]
    if ended.unread:
        counts.append(t("graph.extract.unread", n=ended.unread))
    return _lines(counts, [*_dropped(ended.dropped, "dropped", t), *failed])


def _lines(counts: Sequence[str], items: Sequence[str]) -> list[Html]:
    listed = tag("ul", *(tag("li", item) for item in items), cls="wb-reasons")
    return [tag("p", " · ".join(counts)), *([listed] if items else [])]


def _dropped(reasons: dict[str, int], section: str, t: Texts) -> list[str]:
    return [
        t("graph.extract.dropped_line", n=count, why=t(f"graph.extract.{section}.{reason}"))
        for reason, count in reasons.items()
    ]
