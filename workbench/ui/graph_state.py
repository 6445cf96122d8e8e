"""What the Graph page draws, and how each action changes it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from workbench.domain.evidence import GraphPath
from workbench.retrieval.graph_explorer import EVERY_TYPE, GraphExplorer, TypeFilter

MOST_DRAWN = 60
"""Nodes drawn at most; a drawing of more has no room for their labels."""
STEP = 12
"""Neighbours that one expansion adds, the most connected first."""
_CENTRES = 5
_AROUND = 6
"""The overview: the most connected nodes, and so many neighbours of each."""
_WHOLE = 40
"""Nodes of a graph that is drawn as a whole."""
_REMEMBERED = 50
"""Steps that Back can return."""


@dataclass(frozen=True)
class View:
    """One state of the drawing."""

    drawn: tuple[str, ...] = ()
    """Ids of nodes, the oldest first; empty for the overview."""
    selected: str = ""
    """The id of a node or of an edge."""
    path: GraphPath | None = None
    path_from: str = ""
    """The node from which a path is being looked for."""
    apart: tuple[str, str] | None = None
    """Two nodes between which there is no path."""
    dropped: int = 0
    """Nodes that the last action removed to make room."""


@dataclass(frozen=True)
class GraphState:
    """The drawing with its earlier states."""

    view: View = View()
    earlier: tuple[View, ...] = ()

    def then(self, view: View) -> "GraphState":
        """Show another view; Back returns to this one."""
        if view == self.view:
            return self
        return GraphState(view, (*self.earlier, self.view)[-_REMEMBERED:])

    def back(self) -> "GraphState":
        """Show the view before this one."""
        return GraphState(self.earlier[-1], self.earlier[:-1]) if self.earlier else self


class GraphActions:
    """The actions of the page over one graph and the types that are looked at."""

    def __init__(self, explorer: GraphExplorer, types: TypeFilter = EVERY_TYPE) -> None:
        self._explorer = explorer
        self._types = types

    def current(self, view: View) -> View:
        """The view without a path, or the search for one, whose nodes or edges are removed."""
        path = view.path or GraphPath(nodes=())
        nodes = (*path.nodes, *(view.apart or ()), *filter(None, (view.path_from,)))
        known = all(one in self._explorer.nodes for one in nodes) and all(
            self._explorer.edge(one) for one in path.edges
        )
        return view if known else self.drop_path(view)

    def drawn(self, view: View) -> Sequence[str]:
        """The nodes that are drawn: the chosen ones that the filter allows, or the overview."""
        known = self._explorer.nodes
        chosen = [one for one in view.drawn if one in known and self._shows(one, view)]
        return chosen or self._overview()

    def _shows(self, node_id: str, view: View) -> bool:
        return self._types.allows_node(self._explorer.nodes[node_id]) or node_id == view.selected

    def _overview(self) -> Sequence[str]:
        """A small graph as a whole; of a larger one the most connected nodes with neighbours."""
        first = [one.id for one in islice(self._explorer.most_connected(self._types), _WHOLE + 1)]
        if len(first) <= _WHOLE:
            return first
        found: dict[str, None] = {}
        for centre in islice(self._explorer.most_connected(self._types), _CENTRES):
            found[centre.id] = None
            near = (one.id for one in self._explorer.neighbours(centre.id, self._types))
            found |= dict.fromkeys(islice((one for one in near if one not in found), _AROUND))
        return list(found)

    def hidden(self, node_id: str, drawn: Sequence[str]) -> Sequence[str]:
        """The neighbours of a node that are not drawn, the most connected first."""
        near = self._explorer.neighbours(node_id, self._types)
        return [one.id for one in near if one.id not in drawn]

    def begin(self, node_id: str) -> View:
        """Draw a node with its neighbours and nothing else."""
        near = self.hidden(node_id, (node_id,))[:STEP]
        return View(drawn=(node_id, *near), selected=node_id)

    def select(self, view: View, item_id: str) -> View:
        """Select a node or an edge, drawing it first; a node may end the path looked for."""
        if edge := self._explorer.edge(item_id):
            return replace(self._with(view, (edge.source, edge.target)), selected=item_id)
        if item_id not in self._explorer.nodes:
            return replace(view, selected="")
        if view.path_from and item_id != view.path_from:
            return self._joined(view, item_id)
        if item_id in self.drawn(view):
            return replace(view, selected=item_id, dropped=0)
        near = [one for one in self.hidden(item_id, ()) if one in self.drawn(view)]
        return (
            replace(self._with(view, (item_id,)), selected=item_id) if near else self.begin(item_id)
        )

    def _joined(self, view: View, end: str) -> View:
        path = self._explorer.shortest_path(view.path_from, end, self._types)
        ends = (view.path_from, end)
        kept = replace(view, path=path, path_from="", apart=None if path else ends)
        return replace(self._with(kept, path.nodes if path else (end,)), selected=end)

    def look_for_path(self, view: View, node_id: str) -> View:
        """Make the node that is selected next the end of a path from this one."""
        return replace(view, path_from=node_id, path=None, apart=None)

    def drop_path(self, view: View) -> View:
        """Stop looking for a path, or stop showing one."""
        return replace(view, path_from="", path=None, apart=None)

    def expand(self, view: View, node_id: str) -> View:
        """Draw more neighbours of a node."""
        more = self.hidden(node_id, self.drawn(view))[:STEP]
        return replace(self._with(view, more, keep=node_id), selected=node_id)

    def collapse(self, view: View, node_id: str) -> View:
        """Remove the neighbours of a node that are drawn beside nothing else."""
        drawn = self.drawn(view)
        leaves = set(self._leaves(node_id, drawn))
        return replace(
            view,
            drawn=tuple(one for one in drawn if one not in leaves),
            selected=node_id,
            dropped=0,
        )

    def has_leaves(self, view: View, node_id: str) -> bool:
        """Whether collapsing the node would remove anything."""
        return bool(self._leaves(node_id, self.drawn(view)))

    def _leaves(self, node_id: str, drawn: Sequence[str]) -> Sequence[str]:
        edges = self._explorer.edges_among(drawn, self._types)
        near: dict[str, set[str]] = {one: set() for one in drawn}
        for edge in edges:
            near[edge.source].add(edge.target)
            near[edge.target].add(edge.source)
        return [one for one in drawn if one != node_id and near[one] - {one} == {node_id}]

    def hide(self, view: View, node_id: str) -> View:
        """Remove a node from the drawing."""
        left = tuple(one for one in self.drawn(view) if one != node_id)
        return replace(view, drawn=left, selected="", dropped=0)

    def _with(self, view: View, added: Sequence[str], keep: str = "") -> View:
        """Add nodes, removing the oldest ones beyond the limit."""
        drawn = list(dict.fromkeys((*self.drawn(view), *added)))
        kept = {*added, keep, view.selected, *(view.path.nodes if view.path else ())}
        spare = [one for one in drawn if one not in kept]
        dropped = set(spare[: max(0, len(drawn) - MOST_DRAWN)])
        left = tuple(one for one in drawn if one not in dropped)
        return replace(view, drawn=left, dropped=len(dropped))
