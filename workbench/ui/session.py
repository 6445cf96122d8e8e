"""Session state, and the workbench and runs that all sessions share.

Only this module and its neighbours, ``session_documents`` and the other modules named after a page
or panel, name a key of ``st.session_state``.
"""

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, cast
from zoneinfo import ZoneInfo

import streamlit as st

from workbench.domain.answer import AskOptions
from workbench.domain.documents import Document
from workbench.domain.local_text import LANGUAGES, Language
from workbench.errors import InputError, RunStoreError, WorkbenchError
from workbench.llm.providers import PROVIDERS
from workbench.settings import load_settings
from workbench.ui import session_documents, sign_in
from workbench.ui.live_runs import LiveRun, LiveRunRegistry, Preparation
from workbench.ui.navigation import page_path
from workbench.ui.role_access import RestrictedWorkbench
from workbench.ui.session_models import SessionModels
from workbench.ui.sign_in import Person, Role
from workbench.ui.texts import Texts

if TYPE_CHECKING:
    from workbench.bootstrap import Workbench, WorkspaceSummary
    from workbench.bootstrap.sync import SyncWorkbench

LANGUAGE = "wb_language"
WORKSPACE = "wb_workspace"
_RUN = "wb_run"
_OPEN = "wb_open"
_THREAD = "wb_thread"
_OPTIONS = "wb_options"
_MODELS = "wb_models"
_RESTORED = "wb_restored"
_WRITTEN = "wb_written"
_UNSTORED_SHOWN = "wb_unstored_shown"
_CHOSEN = "wb_chosen_workspace"
_MOVED = "wb_moved_to_workspace"
_UNKNOWN = "wb_unknown_workspace"
_WORDED = "wb_worded_"
_MENUS_CLOSED = "wb_menus_closed"
KEPT = (_MODELS, _OPTIONS)
"""Keys whose values a reload of the tab keeps."""


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
    """The workbench, opened once for all sessions, as far as this session's person may use it."""
    whole, user = _workbench().sync, person()
    if user.may(Role.EDITOR):
        return whole
    return cast("SyncWorkbench", RestrictedWorkbench(whole, user))


def person() -> Person:
    """The person of this session."""
    return sign_in.current(_workbench().settings)


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


def typed_keys() -> frozenset[str]:
    """The variables that the keys typed in this tab stand for, such as ``OPENAI_API_KEY``."""
    held = cast("SessionModels | None", st.session_state.get(_MODELS))
    typed = held.credentials.keys.items() if held else ()
    return frozenset(PROVIDERS[name].key_variable for name, key in typed if key is not None)


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

    Streamlit identifies a choice by its label, so the choice is set again when labels change. A
    label that arrives too late is not an option; ``format_func`` must have no label for it.

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


def workspaces() -> list["WorkspaceSummary"]:
    """Every workspace, read again when the address names one that is not known yet."""
    known = _workspaces()
    wanted = st.query_params.get("w")
    if _RESTORED in st.session_state or wanted is None or any(one.id == wanted for one in known):
        return known
    forget_workspaces()
    return _workspaces()


@st.cache_resource(ttl=20, show_spinner=False)
def _workspaces() -> list["WorkspaceSummary"]:
    """Every workspace; another process may have made one."""
    return list(_workbench().sync.workspaces())


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


def restore(available: Mapping[str, Sequence[str]]) -> None:
    """Restore language, workspace and run from the URL, once per session (a reload starts one).

    Args:
        available: the languages of each workspace, by its id.
    """
    state, address = st.session_state, st.query_params
    before = state.get(WORKSPACE)
    if _RESTORED not in state:
        state[_RESTORED] = True
        before = address.get("w") if address.get("w") in available else None
        state[LANGUAGE] = browser_language(address.get("lang"))
        state[WORKSPACE] = _first_workspace(address.get("w"), available)
        state[_UNKNOWN] = address.get("w") if address.get("w") not in available else None
        state[_OPEN] = address.get("run") or None
    elif address.get("run") not in (None, "", state.get(_WRITTEN)):
        state[_OPEN] = address["run"]
    if (chosen := state.pop(_CHOSEN, None)) in available:
        state[WORKSPACE] = chosen
    if state[WORKSPACE] not in available:
        # Its title in the language before, when two changes follow each other at once.
        state[WORKSPACE] = _first_workspace(address.get("w"), available)
    _open(state.pop(_OPEN, None), available, before)


def unknown_workspace() -> str | None:
    """The workspace that the address named and nobody knows, until another one is chosen."""
    return cast(str | None, st.session_state.get(_UNKNOWN))


def _first_workspace(wanted: str | None, available: Mapping[str, Sequence[str]]) -> str:
    """The wanted workspace, or the first one, which is the settings' default."""
    return cast(str, wanted) if wanted in available else next(iter(available))


def entered_workspace() -> bool:
    """Whether a run that was just opened changed the workspace; True once for each change."""
    return bool(st.session_state.pop(_MOVED, False))


def _open(name: str | None, available: Collection[str], before: str | None) -> None:
    """Show a run with its workspace and its conversation.

    ``before`` is the workspace that the session showed so far, or that the address of a session
    that begins names; None if it names none.

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
        st.session_state[_MOVED] = before not in (None, run.workspace)
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
    current_live()
    return cast(str | None, st.session_state.get(_RUN))


def current_live() -> LiveRun | None:
    """The current run if it is in progress or has just ended; its id replaces its ticket."""
    live = registry().find(st.session_state.get(_RUN))
    if live is not None and live.run_id:
        st.session_state[_RUN] = live.run_id
    return live


def open_run(run_id: str) -> None:
    """Show a stored run on the next rerun."""
    st.session_state[_OPEN] = run_id


def visit_run(run_id: str, workspace: str) -> None:
    """Go to the Ask page with a run.

    The address is complete, so that one step back leads to where the person came from.
    """
    open_run(run_id)
    address = {"w": workspace, "lang": language(), "run": run_id}
    st.switch_page(page_path("ask"), query_params=address)


def show_live(run: LiveRun) -> None:
    """Show a run in progress."""
    st.session_state[_RUN] = run.ticket


def thread_id() -> str:
    """The thread id of the next question."""
    if not st.session_state.get(_THREAD):
        st.session_state[_THREAD] = uuid.uuid4().hex[:12]
    return cast(str, st.session_state[_THREAD])


def new_thread() -> None:
    """Close the current run and start a new conversation."""
    st.session_state[_RUN] = None
    st.session_state[_THREAD] = None
    st.query_params.pop("run", None)


def change_workspace() -> None:
    """Close what is shown of the workspace that was chosen before."""
    st.session_state[_UNKNOWN] = None
    new_thread()
    session_documents.close_document()


def forget_workspaces() -> None:
    """Read the list of workspaces again."""
    _workspaces.clear()


def reopen_workspace() -> None:
    """Read the files of the current workspace again, after one of them was mended."""
    forget_workspaces()
    registry().drop_preparation(workspace_id())


def choose_workspace(name: str) -> None:
    """Show another workspace on the next rerun."""
    forget_workspaces()
    st.session_state[_CHOSEN] = name
    change_workspace()


def options() -> AskOptions:
    """The options for the next question."""
    chosen = cast(AskOptions, st.session_state.get(_OPTIONS) or AskOptions())
    return chosen.model_copy(update={"models": dict(models().chosen)})


def set_options(value: AskOptions) -> None:
    """Store the options for the following questions."""
    st.session_state[_OPTIONS] = value


def menu_key(run_id: str) -> str:
    """The widget key of a run's menu; it changes when the menu is closed."""
    return f"wb_menu_{run_id}_{st.session_state.get(_MENUS_CLOSED, 0)}"


def close_menu() -> None:
    """Close the menu of a run, for a dialog that opens from it.

    A new menu takes its place. The menu has no state on the server: opening it would run its part
    of the page again, and Streamlit drops a click on a download that is drawn again meanwhile.
    """
    st.session_state[_MENUS_CLOSED] = st.session_state.get(_MENUS_CLOSED, 0) + 1
