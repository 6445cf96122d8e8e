"""Drop files, a folder or a zip: limits before, progress by file and stage, reasons after."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import streamlit as st

from workbench.bootstrap.dropped_files import MOST_FILES
from workbench.domain.documents import SourceFile
from workbench.ingest.documents import LARGEST_FILE
from workbench.ingest.parsers import known_suffixes
from workbench.ui import document_table, errors, session, session_documents
from workbench.ui.html import Html, join, tag
from workbench.ui.panels.widgets import muted
from workbench.ui.role_controls import refused
from workbench.ui.session_documents import AddingJob, AddingSnapshot
from workbench.ui.texts import Texts

if TYPE_CHECKING:
    from workbench.bootstrap.values import FilesAdded

_NAMED = 12
"""Files whose reason a report lists; the table of files has all."""
_TITLE = "wb_add_title"
_STAGES = ("copying", "waiting", "documents", "words", "vectors", "questions")


def draw(t: Texts, workspace: str) -> None:
    """Draw the panel that adds files to a workspace, or makes another if it is a sample."""
    own = session.workbench().takes_files(workspace)
    _draw(
        t, workspace if own else "", t("documents.add.to_this" if own else "documents.add.sample")
    )


def draw_new(t: Texts) -> None:
    """Draw the panel that makes a workspace of files."""
    _draw(t, "", t("documents.add.new"))


def _draw(t: Texts, workspace: str, explained: str) -> None:
    job = session_documents.adding_job(workspace)
    if job is not None:
        _draw_job(t, workspace, job)
        return
    with st.expander(t("documents.add.title"), icon=":material/upload_file:", key="wb_add"):
        if reason := refused("new_workspace"):
            st.html(muted(reason))
            return
        st.html(join((tag("p", explained), tag("p", limits(t), cls="wb-small"))))
        files = _uploaded(t)
        title = "" if workspace else _title(t, files)
        label = t("documents.add.go" if workspace else "documents.add.create", n=len(files))
        if not files:
            label = t("documents.add.go_none")
        ready = bool(files) and bool(workspace or title.strip())
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            if st.button(label, type="primary", disabled=not ready, key="wb_add_go"):
                _start(workspace, title.strip(), files)
            if files and not ready:
                st.caption(t("documents.add.lacks_name"), width="stretch")


def limits(t: Texts) -> str:
    """What is accepted, in one sentence."""
    return t(
        "documents.add.limits",
        kinds=", ".join(one.removeprefix(".") for one in known_suffixes()),
        size=LARGEST_FILE // 1_000_000,
        files=MOST_FILES,
    )


def _uploaded(t: Texts) -> dict[str, bytes]:
    """Draw the upload fields; returns the contents of the files by name."""
    folder = (
        st.segmented_control(
            t("documents.add.what"),
            ["files", "folder"],
            default="files",
            required=True,
            format_func=lambda one: t(f"documents.add.{one}"),
            label_visibility="collapsed",
            key=session.translated_key("wb_add_what"),
        )
        == "folder"
    )
    uploaded = st.file_uploader(
        t("documents.add.folder" if folder else "documents.add.files"),
        accept_multiple_files="directory" if folder else True,
        max_upload_size=LARGEST_FILE // 1_000_000,
        label_visibility="collapsed",
        key=session_documents.upload_key(folder=folder),
    )
    return {file.name: file.getvalue() for file in uploaded or ()}


def _title(t: Texts, names: Iterable[str]) -> str:
    """Draw the field for the title of a new workspace; that of a folder is its name at first."""
    folders = {name.partition("/")[0] for name in names if "/" in name}
    if len(folders) == 1 and not st.session_state.get(_TITLE):
        st.session_state[_TITLE] = folders.pop()
    return st.text_input(t("documents.add.name"), key=_TITLE)


def _start(workspace: str, title: str, files: Mapping[str, bytes]) -> None:
    from workbench.bootstrap.values import FilesAdded

    bench = session.workbench()
    session_documents.start_adding(
        workspace,
        lambda: (
            bench.add_documents(workspace, files)
            if workspace
            else bench.new_workspace(title, files)
        ),
        FilesAdded,
    )
    session_documents.clear_uploads()
    st.rerun()


@st.fragment(run_every=0.4)
def _follow(t: Texts, job: AddingJob) -> None:
    """Draw the progress; reruns the page at the end."""
    seen = job.snapshot
    if seen.finished:
        st.rerun()
    share, text = progress(seen, t)
    st.progress(share, text=text)
    st.button(
        t("documents.add.stopping" if seen.cancelled else "documents.add.cancel"),
        icon=":material/stop_circle:",
        on_click=job.cancel,
        disabled=seen.cancelled,
        key="wb_add_cancel",
    )


def progress(seen: AddingSnapshot, t: Texts) -> tuple[float, str]:
    """The share of the work done on 0-1, and the stage with the file that is being read."""
    step = seen.step
    if step is None:
        return 0.0, t("documents.add.stage.copying")
    at = _STAGES.index(step.stage) if step.stage in _STAGES else 0
    share = (at + (min(1.0, step.done / step.total) if step.total else 0.0)) / len(_STAGES)
    text = t.get(f"documents.add.stage.{step.stage}", step.stage)
    if step.total > 1:
        text = f"{text}, {step.done}/{step.total}"
    return share, f"{text} · {step.path}" if step.path and step.stage == "documents" else text


def _draw_job(t: Texts, workspace: str, job: AddingJob) -> None:
    seen = job.snapshot
    with st.container(border=True, key="wb_adding"):
        if not seen.finished:
            _follow(t, job)
            return
        if seen.error:
            errors.draw(seen.error, t)
        elif seen.cancelled:
            st.info(t("documents.add.cancelled"), icon=":material/stop_circle:")
        elif seen.result:
            st.html(join(report(seen.result, _new_files(seen.result), t)))
        with st.container(horizontal=True, gap="small"):
            made = seen.result.workspace if seen.result and not workspace else ""
            if made and st.button(t("documents.add.open"), type="primary", key="wb_add_open"):
                session_documents.close_adding(workspace)
                session.choose_workspace(made)
                st.rerun()
            if st.button(t("documents.add.close"), key="wb_add_close"):
                session_documents.close_adding(workspace)
                session.forget_workspaces()
                st.rerun()


def draw_note(t: Texts, shown: str) -> None:
    """Say that a new workspace is being made, and where a question goes until then.

    Args:
        t: the interface's texts.
        shown: the title of the workspace that is open.
    """
    if job := session_documents.adding_job(""):
        _note(t, shown, job)


@st.fragment(run_every=1.0)
def _note(t: Texts, shown: str, job: AddingJob) -> None:
    seen = job.snapshot
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="wb_adding_note"
    ):
        if not seen.finished:
            st.html(tag("p", t("documents.add.meanwhile", shown=shown), role="status"))
        elif seen.result:
            st.html(tag("p", t("documents.add.ready"), role="status"), width="stretch")
            if st.button(t("documents.add.open"), key="wb_adding_open"):
                session_documents.close_adding("")
                session.choose_workspace(seen.result.workspace)
                st.rerun(scope="app")
        else:
            told = errors.sentence(seen.error, t) if seen.error else t("documents.add.cancelled")
            st.html(tag("p", told, role="alert"), width="stretch")
            if st.button(t("documents.add.close"), key="wb_adding_close"):
                session_documents.close_adding("")
                st.rerun(scope="app")


def _new_files(added: "FilesAdded") -> list[SourceFile]:
    """The files just added, those of an archive by themselves."""
    if not added.workspace:
        return []
    new = {*added.added, *added.replaced}
    files = session.workbench().documents(added.workspace)
    return [
        file
        for file in files
        if file.path in new or any(file.path.startswith(f"{n}/") for n in new)
    ]


def report(added: "FilesAdded", files: list[SourceFile], t: Texts) -> list[Html]:
    """What became of the files: how many are searched, then the reason for each one that is not.

    Args:
        added: what was taken and what was refused.
        files: those taken, as they were read.
        t: the interface's texts.
    """
    unread = [file for file in files if file.reason]
    counts = [t("documents.add.added", n=len(added.added))]
    if added.replaced:
        counts.append(t("documents.add.replaced", n=len(added.replaced)))
    if added.refused:
        counts.append(t("documents.add.refused", n=len(added.refused)))
    searched = t("documents.add.searched", read=len(files) - len(unread), unread=len(unread))
    reasons = [(name, errors.sentence(error, t)) for name, error in added.refused.items()]
    reasons += [(file.path, document_table.reason(file, t)) for file in unread]
    items = [tag("li", tag("b", name), ": ", why) for name, why in reasons[:_NAMED]]
    if len(reasons) > _NAMED:
        items.append(tag("li", "…"))
    return [
        tag("p", f"{', '.join(counts)}."),
        tag("p", searched if unread else t("documents.add.all_searched")) if files else Html(""),
        *([tag("ul", *items, cls="wb-reasons")] if items else []),
    ]
