"""Session state, and the workbench and runs that all sessions share.

No other module names a key of ``st.session_state``, except ``session_graph`` those of its page.
"""

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, cast
from zoneinfo import ZoneInfo

import streamlit as st

from workbench.domain.answer import AskOptions
from workbench.domain.documents import Document
from workbench.domain.local_text import LANGUAGES, Language
from workbench.domain.run import Run, RunSummary
from workbench.errors import InputError, RunStoreError, WorkbenchError
from workbench.settings import load_settings
from workbench.ui.adding import AddingJobs
from workbench.ui.document_table import Sort
from workbench.ui.live_runs import LiveRun, LiveRunRegistry, Preparation
from workbench.ui.session_models import SessionModels
from workbench.ui.texts import Texts

if TYPE_CHECKING:
    from workbench.bootstrap import Workbench, WorkspaceSummary
    from workbench.bootstrap.entity_values import AffectedRun
    from workbench.bootstrap.sync import SyncWorkbench
    from workbench.domain.corrections import Correction

LANGUAGE = "wb_language"
ENTITY_LIST = "wb_registry_list"
WORKSPACE = "wb_workspace"
_RUN = "wb_run"
_OPEN = "wb_open"
_THREAD = "wb_thread"
_OPTIONS = "wb_options"
_MODELS = "wb_models"
_RESTORED = "wb_restored"
_WRITTEN = "wb_written"
_UNSTORED_SHOWN = "wb_unstored_shown"
_RUNS_SHOWN = "wb_runs_shown"
_RUNS_DELETED = "wb_runs_deleted"
_DOCUMENTS_SORT = "wb_documents_sort"
_UPLOADS = "wb_uploads"
_CHOSEN = "wb_chosen_workspace"
_TESTER_RESET = "wb_tester_reset_count"
_WORDED = "wb_worded_"
_PLAN_TEXT = "wb_plan_text_"
_PLAN_REVISION = "wb_plan_revision_"
_EMBEDDER = "/embedder"
"""The name of the embedder's change among the preparations: no workspace can have it."""
_RECENT = 100
"""Maximum number of runs read to list a conversation's questions."""


def open_workbench() -> "Workbench":
    """The workbench of this process, from the environment's settings."""
    from workbench.bootstrap import Workbench

    return Workbench.open(load_settings().for_app)


@st.cache_resource(show_spinner=False)
def _workbench() -> "Workbench":
    return open_workbench()


@st.cache_resource(show_spinner=False)
def registry() -> LiveRunRegistry:
    """Runs in progress, shared by all sessions so that a reload finds them."""
    return LiveRunRegistry()


def workbench() -> "SyncWorkbench":
    """The workbench, opened once for all sessions; it holds no per-session state."""
    return _workbench().sync


def store_error() -> RunStoreError | None:
    """Why runs are not stored, returned once per session; None if they are."""
    if st.session_state.get(_UNSTORED_SHOWN):
        return None
    st.session_state[_UNSTORED_SHOWN] = True
    return workbench().store_error


def models() -> SessionModels:
    """The session's models and API keys; dropped when it ends."""
    if _MODELS not in st.session_state:
        st.session_state[_MODELS] = SessionModels(_workbench().settings)
    held = cast(SessionModels, st.session_state[_MODELS])
    held.settings = _workbench().settings
    return held


def is_offline() -> bool:
    """Whether answers are written without a model."""
    return models().choice("answer").is_offline


def may_name_servers() -> bool:
    """Whether a session may enter the address of a model server."""
    return models().settings.model_servers == "any"


def take_key(provider: str) -> None:
    """Store a typed key and clear its field; the key is never displayed again."""
    models().set_key(provider, st.session_state[key_field(provider)])
    st.session_state[key_field(provider)] = ""


def key_field(provider: str) -> str:
    """The widget key of a provider's API key field."""
    return f"wb_key_{provider}"


def language() -> Language:
    """The interface's language."""
    return cast(Language, st.session_state[LANGUAGE])


def texts() -> Texts:
    """The catalogue in the interface's language."""
    return Texts(language())


def translated_key(key: str, *with_: object) -> str:
    """The key of a select box whose options are labelled in the interface's language.

    Streamlit identifies a choice by its label, so the choice is set again when labels change.

    Args:
        key: the widget's key.
        with_: other values that the labels depend on.
    """
    state, worded_in = st.session_state, f"{_WORDED}{key}"
    wording = (language(), *with_)
    if key in state and state.get(worded_in) != wording:
        state[key] = state[key]
    state[worded_in] = wording
    return key


def workspace_id() -> str:
    """The id of the current workspace."""
    return cast(str, st.session_state[WORKSPACE])


def summary() -> "WorkspaceSummary":
    """The summary of the current workspace."""
    return next(one for one in workspaces() if one.id == workspace_id())


@st.cache_resource(ttl=60, show_spinner=False)
def workspaces() -> list["WorkspaceSummary"]:
    """Every workspace; its files are read again after a minute."""
    return list(workbench().workspaces())


def document(workspace: str, document_id: str) -> Document | None:
    """A stored document; None if it no longer exists.

    Raises:
        WorkbenchError: the workspace or its index cannot be opened.
    """
    try:
        return workbench().document(workspace, document_id)
    except InputError:
        return None


def preparation(workspace: str) -> Preparation | None:
    """The build of a workspace's indexes, started if necessary; None when they are ready."""
    shared = workbench()
    if shared.is_ready(workspace):
        return None
    return registry().prepare(workspace, lambda tell: shared.prepare(workspace, tell))


def retry_preparation(workspace: str) -> None:
    """Retry building a workspace's indexes after a failure."""
    registry().drop_preparation(workspace)


def embedder_change() -> Preparation | None:
    """The change of the embedder in progress, or the last one if it failed."""
    change = registry().preparation(_EMBEDDER)
    return None if change is None or (change.finished and change.error is None) else change


def change_embedder(name: str) -> None:
    """Begin to index every workspace with another embedder, which is used when it is done.

    A change in progress, which another session may have begun, goes on instead.
    """
    shared = workbench()
    change = registry().preparation(_EMBEDDER)
    if change is not None and change.finished:
        registry().drop_preparation(_EMBEDDER)
    registry().prepare(_EMBEDDER, lambda tell: shared.change_embedder(name, tell))


def restore(available: Mapping[str, Sequence[str]]) -> None:
    """Restore language, workspace and run from the URL, once per session (a reload starts one).

    Args:
        available: the languages of each workspace, by its id.
    """
    state, address = st.session_state, st.query_params
    if _RESTORED not in state:
        state[_RESTORED] = True
        state[LANGUAGE] = browser_language(address.get("lang"))
        state[WORKSPACE] = _first_workspace(address.get("w"), available)
        state[_OPEN] = address.get("run") or None
    elif address.get("run") not in (None, "", state.get(_WRITTEN)):
        state[_OPEN] = address["run"]
    if (chosen := state.pop(_CHOSEN, None)) in available:
        state[WORKSPACE] = chosen
    if state[WORKSPACE] not in available:
        state[WORKSPACE] = _first_workspace(None, available)
    _open(state.pop(_OPEN, None), available)


def _first_workspace(wanted: str | None, available: Mapping[str, Sequence[str]]) -> str:
    """The wanted workspace, or the first one, which is the settings' default."""
    return cast(str, wanted) if wanted in available else next(iter(available))


def _open(name: str | None, available: Collection[str]) -> None:
    """Show a run with its workspace and its conversation.

    If it cannot be read, or its name is an ambiguous prefix, the Ask page shows the error.
    """
    if name is None:
        return
    st.session_state[_RUN] = name
    live = registry().find(name)
    try:
        run = live.snapshot.run if live else workbench().runs.get(name)
    except WorkbenchError:
        return
    if run is not None and run.workspace in available:
        st.session_state[WORKSPACE] = run.workspace
        st.session_state[_THREAD] = run.thread_id


def time_zone() -> ZoneInfo | None:
    """The browser's time zone."""
    zone = st.context.timezone
    return ZoneInfo(zone) if zone else None


def write_address(*, with_run: bool, **shown: str) -> None:
    """Update the URL so that a reload shows the same state, with what else the page shows."""
    wanted = {"w": workspace_id(), "lang": language(), **shown}
    run = current_name()
    if with_run and run:
        wanted["run"] = run
    st.session_state[_WRITTEN] = wanted.get("run")
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)


def browser_language(wanted: str | None = None) -> Language:
    """The wanted language if supported, else the browser's, else English."""
    candidates = (wanted, (st.context.locale or "")[:2])
    return next((known for name in candidates for known in LANGUAGES if known == name), "en")


def current_name() -> str | None:
    """The id of the current run, or its ticket before it has an id."""
    return cast(str | None, st.session_state.get(_RUN))


def current_live() -> LiveRun | None:
    """The current run if it is in progress or has just ended."""
    live = registry().find(current_name())
    if live is not None and live.run_id:
        st.session_state[_RUN] = live.run_id
    return live


def open_run(run_id: str) -> None:
    """Show a stored run on the next rerun."""
    st.session_state[_OPEN] = run_id


def show_live(run: LiveRun) -> None:
    """Show a run in progress."""
    st.session_state[_RUN] = run.ticket


def thread_id() -> str:
    """The thread id of the next question."""
    if not st.session_state.get(_THREAD):
        st.session_state[_THREAD] = uuid.uuid4().hex[:12]
    return cast(str, st.session_state[_THREAD])


def thread_runs(run: Run) -> list[RunSummary]:
    """The questions of a run's conversation, oldest first, without forks."""
    if run.thread_id is None:
        return []
    recent = workbench().runs.list(thread=run.thread_id, limit=_RECENT)
    return [one for one in reversed(recent) if one.parent_id is None]


def new_thread() -> None:
    """Close the current run and start a new conversation."""
    st.session_state[_RUN] = None
    st.session_state[_THREAD] = None
    st.query_params.pop("run", None)


def change_workspace() -> None:
    """Close what is shown of the workspace that was chosen before."""
    new_thread()
    close_document()


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
    """The files that are being added in this process, found again after a reload."""
    return AddingJobs()


def upload_key(*, folder: bool) -> str:
    """The key of the upload field; it changes after an upload, which empties the field."""
    return f"wb_upload_{'folder' if folder else 'files'}_{st.session_state.get(_UPLOADS, 0)}"


def clear_uploads() -> None:
    """Empty the upload field."""
    st.session_state[_UPLOADS] = st.session_state.get(_UPLOADS, 0) + 1


def forget_workspaces() -> None:
    """Read the list of workspaces again."""
    workspaces.clear()


def choose_workspace(name: str) -> None:
    """Show another workspace on the next rerun."""
    workspaces.clear()
    st.session_state[_CHOSEN] = name
    change_workspace()


def tester_key(workspace: str) -> str:
    """The beginning of the search tester's widget keys; a reset changes it."""
    return f"wb_tester_{workspace}_{st.session_state.get(_TESTER_RESET, 0)}"


def reset_tester() -> None:
    """Set the controls of the search tester to the workspace's settings again."""
    st.session_state[_TESTER_RESET] = st.session_state.get(_TESTER_RESET, 0) + 1


DOCUMENT_FILTERS = ("wb_documents_text", "wb_documents_kind", "wb_documents_state")
"""The widget keys of the filters of the Documents page."""


def clear_document_filters() -> None:
    """Clear the filters of the Documents page."""
    for key in DOCUMENT_FILTERS:
        st.session_state.pop(key, None)


def options() -> AskOptions:
    """The options for the next question."""
    chosen = cast(AskOptions, st.session_state.get(_OPTIONS) or AskOptions())
    return chosen.model_copy(update={"models": dict(models().chosen)})


def set_options(value: AskOptions) -> None:
    """Store the options for the following questions."""
    st.session_state[_OPTIONS] = value


def menu_key(run_id: str) -> str:
    """The widget key of a run's menu."""
    return f"wb_menu_{run_id}"


def close_menu(run_id: str) -> None:
    """Close a run's menu, for a dialog that opens from it."""
    st.session_state[menu_key(run_id)] = False


def plan_view_key(run_id: str) -> str:
    """The widget key of the plan's view switch."""
    return f"wb_plan_view_{run_id}"


def plan_editor_key(run_id: str) -> str:
    """The widget key of a run's plan editor."""
    return f"wb_plan_editor_{run_id}"


def edit_plan(run_id: str) -> None:
    """Switch the plan panel to its editor."""
    st.session_state[plan_view_key(run_id)] = "json"


def plan_text(run_id: str, original: str) -> str:
    """The plan as edited so far."""
    return cast(str, st.session_state.setdefault(f"{_PLAN_TEXT}{run_id}", original))


def save_plan_text(run_id: str) -> None:
    """Store the edited text, which the component loses when it is not drawn."""
    text = st.session_state[plan_editor_key(run_id)].get("text")
    if text is not None:
        st.session_state[f"{_PLAN_TEXT}{run_id}"] = text


def plan_revision(run_id: str) -> int:
    """A counter; when it changes, the editor replaces its text with ``plan_text``."""
    return cast(int, st.session_state.get(f"{_PLAN_REVISION}{run_id}", 0))


def reset_plan(run_id: str, original: str) -> None:
    """Discard the edits of a plan."""
    st.session_state[f"{_PLAN_TEXT}{run_id}"] = original
    st.session_state[f"{_PLAN_REVISION}{run_id}"] = plan_revision(run_id) + 1


RUN_FILTERS = ("wb_runs_text", "wb_runs_workspace", "wb_runs_status")


def clear_run_filters() -> None:
    """Clear the filters of the Runs page."""
    for key in RUN_FILTERS:
        st.session_state.pop(key, None)


def runs_shown(least: int) -> int:
    """How many runs the list shows."""
    return max(least, cast(int, st.session_state.get(_RUNS_SHOWN, 0)))


def show_more_runs(more: int) -> None:
    """Make the list longer."""
    st.session_state[_RUNS_SHOWN] = runs_shown(more) + more


def runs_table_key() -> str:
    """The table's widget key; it changes after a deletion, which clears the selection."""
    return f"wb_runs_table_{st.session_state.get(_RUNS_DELETED, 0)}"


def forget_runs(run_ids: list[str]) -> None:
    """Close the current run if it was deleted, and clear the table's selection."""
    if current_name() in run_ids:
        new_thread()
    st.session_state[_RUNS_DELETED] = st.session_state.get(_RUNS_DELETED, 0) + 1


_ENTITY = "wb_registry_entity"
_ENTITIES_SHOWN = "wb_registry_shown"
_CORRECTED = "wb_registry_corrected"


def shown_entity() -> str | None:
    """The id of the entity whose details the Entities page shows."""
    return cast(str | None, st.session_state.get(_ENTITY))


def show_entity(node_id: str | None) -> None:
    """Show the details of an entity."""
    st.session_state[_ENTITY] = node_id


def show_selected_entity() -> None:
    """Show the details of the entity that was selected in the list."""
    act = st.session_state[ENTITY_LIST].get("act")
    if act and act["kind"] == "select":
        show_entity(act["id"])


def entities_shown(least: int) -> int:
    """How many entities the list shows."""
    return max(least, cast(int, st.session_state.get(_ENTITIES_SHOWN, 0)))


def show_more_entities(more: int) -> None:
    """Make the list of entities longer."""
    st.session_state[_ENTITIES_SHOWN] = entities_shown(more) + more


def last_correction() -> "tuple[Correction, Sequence[AffectedRun]] | None":
    """The correction made last in this session, with the runs that it changes."""
    return cast("tuple[Correction, Sequence[AffectedRun]] | None", st.session_state.get(_CORRECTED))


def set_last_correction(made: "tuple[Correction, Sequence[AffectedRun]] | None") -> None:
    """Store the correction to show a notice about; None removes the notice."""
    st.session_state[_CORRECTED] = made
