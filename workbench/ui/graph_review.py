"""The view model of the review on the Graph page: drafted edges, their names and their numbers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.bootstrap.values import ReviewedDraft
from workbench.domain.drafts import DraftEnd, DraftState, EdgeDraft
from workbench.domain.graph import Provenance
from workbench.domain.local_text import localize
from workbench.i18n.properties import property_text
from workbench.retrieval.graph_explorer import EVERY_TYPE, GraphExplorer
from workbench.ui.texts import Texts
from workbench.workspace import Workspace

STATES: tuple[DraftState, ...] = ("pending", "accepted", "rejected")
"""The states that the review lists; ``accepted`` includes edited drafts."""
MOST_LISTED = 200
"""Drafts of the list; a decision brings the next ones."""
KEYS = {"KeyA": "accept", "KeyR": "reject", "KeyE": "edit", "KeyU": "undo"}
"""Actions by the key's place on the keyboard, which is the same in every layout."""


@dataclass(frozen=True)
class ReviewFilter:
    """Which drafts the review lists."""

    state: DraftState = "pending"
    relation: str = ""
    document: str = ""

    def keeps(self, one: ReviewedDraft) -> bool:
        """Return True for a draft that is listed."""
        states = ("accepted", "edited") if self.state == "accepted" else (self.state,)
        return (
            one.state in states
            and self.relation in ("", one.draft.type)
            and (not self.document or self.document in _documents(one))
        )


class ReviewPage:
    """What the review shows of the drafts of a workspace, in the interface's language."""

    def __init__(
        self,
        drafts: Sequence[ReviewedDraft],
        workspace: Workspace,
        explorer: GraphExplorer,
        chosen: ReviewFilter,
        selected: str,
        t: Texts,
    ) -> None:
        self.drafts = drafts
        self.chosen = chosen
        self.t = t
        self._workspace = workspace
        self._explorer = explorer
        self.listed = [one for one in drafts if chosen.keeps(one)]
        by_id = {one.draft.id: one for one in self.listed}
        self.selected = by_id.get(selected) or next(iter(self.listed), None)

    # --- names ------------------------------------------------------------------------------

    def relation(self, name: str) -> str:
        """The label of a type of edge."""
        kind = self._workspace.spec.edge_types.get(name)
        return localize(kind.label, self.t.language) if kind else name

    def node_type(self, name: str) -> str:
        """The label of a type of node."""
        kind = self._workspace.spec.node_types.get(name)
        return localize(kind.label, self.t.language) if kind else name

    def node_name(self, node_id: str) -> str:
        """The name of a node of the graph, or the slug of an id that the graph does not have."""
        node = self._workspace.nodes.get(node_id)
        return node.label(self.t.language) if node else node_id.partition(":")[2]

    def node_with_type(self, node_id: str) -> str:
        """The name of a node of the graph with the label of its type."""
        return f"{self.node_name(node_id)} · {self.node_type(node_id.partition(':')[0])}"

    def is_known(self, node_id: str) -> bool:
        """Whether the graph has a node."""
        return node_id in self._workspace.nodes

    def matches(self, text: str, most: int) -> list[str]:
        """The ids of the first nodes whose name, alias or id has a text, best first."""
        return [node.id for node in self._explorer.search(text, EVERY_TYPE)[:most]]

    def relation_names(self) -> list[str]:
        """The types of edges that the workspace declares."""
        return list(self._workspace.spec.edge_types)

    def node_type_names(self) -> list[str]:
        """The types of nodes that the workspace declares."""
        return list(self._workspace.spec.node_types)

    def end(self, end: DraftEnd) -> str:
        """The name of an end: of its node in the graph, or as the document has it."""
        return end.name if end.is_new else self.node_name(end.node_id)

    def sentence(self, one: ReviewedDraft) -> str:
        """A draft in words, after the changes of a person: ``Vasin — painted → Lighthouse``."""
        source, target = self.end(one.draft.source), self.end(one.draft.target)
        if one.state == "edited":
            source = self._edited(one.edge.source, source)
            target = self._edited(one.edge.target, target)
        return f"{source} — {self.relation(one.edge.type)} → {target}"

    def _edited(self, node_id: str, drafted: str) -> str:
        return self.node_name(node_id) if node_id in self._workspace.nodes else drafted

    def how_named(self, end: DraftEnd) -> str:
        """How the name of an end was matched with the nodes of the graph."""
        words = {"name": end.name, "type": self.node_type(end.type)}
        if end.is_new and end.is_certain:
            return self.t("graph.review.new_node", **words)
        others = ", ".join(self.node_name(one) for one in end.others)
        if end.is_new:
            return self.t("graph.review.new_or_other", others=others, **words)
        node = self.node_name(end.node_id)
        if not end.is_certain:
            return self.t("graph.review.unsure", node=node, **words)
        return self.t("graph.review.known_node", node=node, **words)

    def properties(self, draft: EdgeDraft) -> list[tuple[str, str]]:
        """The properties of a drafted edge: labels and values."""
        kind = self._workspace.spec.edge_types.get(draft.type)
        known = kind.properties if kind else {}
        return [
            (
                localize(known[name].label, self.t.language) if name in known else name,
                property_text(value, self.t.language),
            )
            for name, value in draft.properties.items()
        ]

    # --- numbers ----------------------------------------------------------------------------

    def states(self) -> dict[str, int]:
        """The numbers of all drafts by state."""
        found: Counter[str] = Counter(
            "accepted" if one.state == "edited" else one.state for one in self.drafts
        )
        return {state: found[state] for state in STATES}

    def relations(self) -> dict[str, int]:
        """The numbers of drafts in the chosen state by type of edge, the most frequent first."""
        return _counted(one.draft.type for one in self._in_state())

    def documents(self) -> dict[str, int]:
        """The numbers of drafts in the chosen state by document, the most frequent first."""
        return _counted(name for one in self._in_state() for name in _documents(one))

    def _in_state(self) -> Iterable[ReviewedDraft]:
        only_state = ReviewFilter(self.chosen.state)
        return (one for one in self.drafts if only_state.keeps(one))

    @property
    def acceptable(self) -> list[str]:
        """The listed drafts that are accepted together: those whose names are certain."""
        return [one.draft.id for one in self.listed if one.draft.is_certain]

    # --- list -------------------------------------------------------------------------------

    def rows(self) -> dict[str, Any]:
        """The data of the list, with a group for each type of edge."""
        shown = self.listed[:MOST_LISTED]
        kinds = dict.fromkeys(one.draft.type for one in shown)
        groups = [self._group(kind, [o for o in shown if o.draft.type == kind]) for kind in kinds]
        if not groups:
            groups = [{"title": self.t("graph.review.none_listed"), "rows": [], "note": ""}]
        elif len(self.listed) > MOST_LISTED:
            groups[-1]["note"] = self.t("graph.list.first", n=MOST_LISTED)
        return {
            "groups": groups,
            "selected": self.selected.draft.id if self.selected else "",
            "label": self.t("graph.review.list_label"),
            "keys": KEYS,
            "details": "wb_review_card",
        }

    def _group(self, kind: str, drafts: Sequence[ReviewedDraft]) -> dict[str, Any]:
        return {
            "title": f"{self.relation(kind)} · {self.relations()[kind]}",
            "rows": [self._row(one) for one in drafts],
            "note": "",
        }

    def _row(self, one: ReviewedDraft) -> dict[str, str]:
        notes = []
        if not one.draft.is_certain:
            notes.append(self.t("graph.review.uncertain"))
        if one.state == "edited":
            notes.append(self.t("graph.review.state.edited"))
        if len(one.draft.supports) > 1:
            notes.append(self.t("graph.review.quotes", n=len(one.draft.supports)))
        return {
            "id": one.draft.id,
            "text": self.sentence(one),
            "note": ", ".join(notes),
            "color": "",
        }

    def after(self, draft_id: str) -> str:
        """The draft to show when this one leaves the list: the next one, or else the one before."""
        ids = [one.draft.id for one in self.listed]
        if draft_id not in ids:
            return ""
        at = ids.index(draft_id)
        return next(iter((*ids[at + 1 : at + 2], *ids[at - 1 : at])), "") if len(ids) > 1 else ""

    # --- details ----------------------------------------------------------------------------

    def stated(self, one: ReviewedDraft) -> Mapping[str, Provenance]:
        """The places that state a draft, by words that tell them apart."""
        places = one.draft.supports
        words = self.sentence(one)
        if len(places) == 1:
            return {words: places[0].provenance}
        return {
            f"{words} ({number}/{len(places)})": place.provenance
            for number, place in enumerate(places, start=1)
        }


def _documents(one: ReviewedDraft) -> frozenset[str]:
    return frozenset(place.document for place in one.draft.supports)


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(Counter(names).most_common())
