"""The Graph page's part of the session: the drawing of each workspace and the widgets' keys."""

from typing import TYPE_CHECKING, Any, TypeAlias, cast

import streamlit as st

from workbench.retrieval.graph_explorer import TypeFilter
from workbench.ui import session
from workbench.ui.graph_state import GraphState
from workbench.ui.stream_jobs import StreamJob, StreamJobs

if TYPE_CHECKING:
    from workbench.extraction.report import DraftingReport, ExtractionReport, ExtractionStep

Extracted: TypeAlias = "ExtractionReport | DraftingReport"
ExtractionJob: TypeAlias = "StreamJob[ExtractionStep, Extracted]"

SEARCH = "wb_graph_search"
NODE_TYPES = "wb_graph_node_types"
EDGE_TYPES = "wb_graph_edge_types"
DRAWING = "wb_graph_drawing"
ITEMS = "wb_graph_items"
RELATIONS = "wb_graph_relations"
PART = "wb_graph_part"
DRAFTS = "wb_review_items"
REVIEW_STATE = "wb_review_state"
REVIEW_FILTERS = {"relation": "wb_review_relation", "document": "wb_review_document"}
_STATE = "wb_graph_state_"
_WRITTEN = "wb_graph_written"
_DRAFT = "wb_review_draft_"
_EDITED_DRAFT = "wb_review_edited"
_DECIDED = "wb_review_decided_"
_ENDED = "wb_extract_ended"
_DECIDED_ENTRIES = "wb_entries_decided_"
KEPT = (_STATE,)
"""Keys whose values a reload of the tab keeps."""
Decided: TypeAlias = tuple[str, tuple[str, ...], tuple[str, ...]]
"""The kind of a decision, the drafts it was made about, and why others were refused."""


@st.cache_resource(show_spinner=False)
def extraction_jobs() -> "StreamJobs[ExtractionStep, Extracted]":
    """The extractions of this process, by workspace."""
    return StreamJobs()


def ends_unseen(job: ExtractionJob) -> bool:
    """Whether this session draws the end of an extraction for the first time."""
    unseen = st.session_state.get(_ENDED) is not job
    st.session_state[_ENDED] = job
    return unseen


def is_review() -> bool:
    """Whether the page shows the review instead of the graph."""
    return st.session_state.get(PART) == "review"


def show_review() -> None:
    """Show the review when the page opens."""
    st.session_state[PART] = "review"


def state() -> GraphState:
    """The drawing of the current workspace with its earlier states."""
    return cast(GraphState, st.session_state.get(_state_key()) or GraphState())


def set_state(value: GraphState) -> None:
    """Replace the drawing of the current workspace."""
    st.session_state[_state_key()] = value


def _state_key() -> str:
    return f"{_STATE}{session.workspace_id()}"


def asked_node() -> str:
    """The node that the address names, unless the page itself wrote it there."""
    wanted = st.query_params.get("node", "")
    return "" if wanted == st.session_state.get(_WRITTEN) else wanted


def ask_for(node_id: str) -> None:
    """Show a node when the page is drawn again."""
    st.query_params["node"] = node_id


def write_address(node_id: str) -> None:
    """Name the selected node in the address, so that a reload or a link opens it."""
    st.session_state[_WRITTEN] = node_id
    session.write_address(with_run=False, **({"node": node_id} if node_id else {}))


def search_text() -> str:
    """What is typed into the search field."""
    return cast(str, st.session_state.get(SEARCH) or "")


def types() -> TypeFilter:
    """The node and edge types chosen in the filters."""
    chosen = (st.session_state.get(key) or () for key in (NODE_TYPES, EDGE_TYPES))
    return TypeFilter(*(frozenset(one) for one in chosen))


def acted(key: str) -> tuple[str, str] | None:
    """What was done in a component: the kind of action, and the id of a node or an edge."""
    act = st.session_state[key].get("act")
    return (act["kind"], act["id"]) if act else None


# --- review of drafts ---------------------------------------------------------------------------


def review_filter() -> dict[str, Any]:
    """The state, the relation and the document that the review is filtered by."""
    chosen = {name: st.session_state.get(key) or "" for name, key in REVIEW_FILTERS.items()}
    return {"state": st.session_state.get(REVIEW_STATE) or "pending", **chosen}


def shown_draft() -> str:
    """The id of the draft whose details are shown; empty for the first one."""
    return cast(str, st.session_state.get(f"{_DRAFT}{session.workspace_id()}") or "")


def show_draft(draft_id: str) -> None:
    """Show the details of a draft when the page is drawn again."""
    st.session_state[f"{_DRAFT}{session.workspace_id()}"] = draft_id


def edit_draft(draft_id: str) -> None:
    """Open the dialog of a draft when the page is drawn again."""
    st.session_state[_EDITED_DRAFT] = draft_id


def take_edited_draft() -> str:
    """The draft whose dialog is to be opened, once."""
    return cast(str, st.session_state.pop(_EDITED_DRAFT, ""))


def set_decided(decided: Decided) -> None:
    """Remember what was decided last about edges."""
    st.session_state[f"{_DECIDED}{session.workspace_id()}"] = decided


def decided() -> Decided:
    """What was decided last about edges."""
    return _remembered(_DECIDED)


def set_decided_entries(decided: Decided) -> None:
    """Remember what was decided last about types and intents."""
    st.session_state[f"{_DECIDED_ENTRIES}{session.workspace_id()}"] = decided


def decided_entries() -> Decided:
    """What was decided last about types and intents."""
    return _remembered(_DECIDED_ENTRIES)


def _remembered(key: str) -> Decided:
    found = st.session_state.get(f"{key}{session.workspace_id()}")
    return cast(Decided, found or ("", (), ()))
