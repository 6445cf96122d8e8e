"""The Documents page's part of the session: the open document, uploads and filters."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias, cast

import streamlit as st

from workbench.ui import session_tab
from workbench.ui.document_table import Sort
from workbench.ui.stream_jobs import StreamJob, StreamJobs, StreamSnapshot

if TYPE_CHECKING:
    from workbench.bootstrap.values import FilesAdded, IngestStep

AddingJob: TypeAlias = "StreamJob[IngestStep, FilesAdded]"
AddingJobs: TypeAlias = "StreamJobs[IngestStep, FilesAdded]"
AddingSnapshot: TypeAlias = "StreamSnapshot[IngestStep, FilesAdded]"

_DOCUMENTS_SORT = "wb_documents_sort"
_UPLOADS = "wb_uploads"
_TESTER_RESET = "wb_tester_reset_count"
DOCUMENT_FILTERS = ("wb_documents_text", "wb_documents_kind", "wb_documents_state")
"""The widget keys of the filters of the Documents page."""
VIEW = "wb_documents_view"
TESTER_QUERY = "wb_tester_query"
_TESTER = "wb_tester_of_"
"""Begins the widget keys of the search tester's settings and filters."""
KEPT = (*DOCUMENT_FILTERS, _DOCUMENTS_SORT, VIEW, TESTER_QUERY, _TESTER, _TESTER_RESET)
"""Keys whose values a reload of the tab keeps."""


def opened_document() -> tuple[str, int | None]:
    """The document and the number of the passage that the address names; ("", None) for none."""
    number = st.query_params.get("passage", "")
    return st.query_params.get("doc", ""), int(number) if number.isdecimal() else None


def open_document(document_id: str, passage: int | None = None) -> None:
    """Show a document on the Documents page, at one of its passages."""
    st.query_params["doc"] = document_id
    if passage is not None:
        st.query_params["passage"] = str(passage)


def close_document() -> None:
    """Show the list of documents again."""
    for name in ("doc", "passage"):
        st.query_params.pop(name, None)


def documents_sort() -> Sort | None:
    """The order of the table of documents; None as listed."""
    return cast("Sort | None", st.session_state.get(_DOCUMENTS_SORT))


def sort_documents(sort: Sort | None) -> None:
    """Order the table of documents."""
    st.session_state[_DOCUMENTS_SORT] = sort


@st.cache_resource(show_spinner=False)
def adding_jobs() -> AddingJobs:
    """The files that are being added, by workspace, or by ticket for those of a new one."""
    return StreamJobs()


def start_adding(
    workspace: str,
    begin: "Callable[[], Iterator[IngestStep | FilesAdded]]",
    result_type: "type[FilesAdded]",
) -> None:
    """Start to add files to a workspace, or to a new one if it is empty."""
    ticket = session_tab.ticket()
    adding_jobs().start(workspace or ticket, begin, result_type, ticket)


def adding_job(workspace: str) -> "AddingJob | None":
    """The tab's own job for a workspace, "" for a new one.

    Another tab's job is returned while it runs, since a workspace takes one at a time; its report
    belongs to that tab.
    """
    ticket = session_tab.known_ticket()
    job = adding_jobs().find(workspace or ticket)
    if job is None or job.owner == ticket:
        return job
    return None if job.snapshot.finished else job


def close_adding(workspace: str) -> None:
    """Drop the job that has ended."""
    adding_jobs().forget(workspace or session_tab.known_ticket())


def upload_key(*, folder: bool) -> str:
    """The key of the upload field; it changes after an upload, which empties the field."""
    return f"wb_upload_{'folder' if folder else 'files'}_{st.session_state.get(_UPLOADS, 0)}"


def clear_uploads() -> None:
    """Empty the upload field."""
    st.session_state[_UPLOADS] = st.session_state.get(_UPLOADS, 0) + 1


def tester_key(workspace: str) -> str:
    """The beginning of the widget keys of the search tester's settings; a reset changes it."""
    return f"{_TESTER}{workspace}_{st.session_state.get(_TESTER_RESET, 0)}"


def tester_filter_key(workspace: str, field: str) -> str:
    """The widget key of a filter of the search tester."""
    return f"{_TESTER}{workspace}_filter_{field}"


def reset_tester() -> None:
    """Set the controls of the search tester to the workspace's settings again."""
    st.session_state[_TESTER_RESET] = st.session_state.get(_TESTER_RESET, 0) + 1


def clear_document_filters() -> None:
    """Clear the filters of the Documents page."""
    for key in DOCUMENT_FILTERS:
        st.session_state.pop(key, None)
