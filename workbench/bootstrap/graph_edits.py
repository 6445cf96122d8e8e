"""Edit the graph of a workspace; edits are stored beside its files and can be undone."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from uuid import uuid4

from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain.corrections import Correction, CorrectionKind
from workbench.domain.graph import Edge, Node
from workbench.domain.run import Run
from workbench.domain.run_summary import RunSummary
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.workspace.check_graph import check_edge, check_node
from workbench.workspace.graph_builder import Graph
from workbench.workspace.nearest_name import nearest


class GraphEdits(WorkbenchPart):
    """Adds, changes and removes nodes and edges; every edit counts at once until it is undone."""

    async def put_node(self, workspace: str, node: Node, *, author: str = "") -> Correction:
        """Add a node, or replace the node with its id.

        Raises:
            WorkspaceError: its type or a property is not declared, or the id is of another type.
            InputError: a value cannot be stored, such as an infinite number.
        """
        opened = await self.workspace_pool.get(workspace)
        check_node(opened.workspace.spec, node, node.id)
        return await self._edit(opened, "put_node", node.id, _record(node), author=author)

    async def remove_node(self, workspace: str, node_id: str, *, author: str = "") -> Correction:
        """Remove a node with its edges; an unknown id raises InputError."""
        opened = await self.workspace_pool.get(workspace)
        if node_id not in opened.workspace.nodes:
            close = nearest(node_id, opened.workspace.nodes) or "-"
            raise InputError(**localized("bootstrap.no_entity", entity=node_id, close=close))
        return await self._edit(opened, "remove_node", node_id, author=author)

    async def put_edge(self, workspace: str, edge: Edge, *, author: str = "") -> Correction:
        """Add an edge, or replace the edge with its id.

        Raises:
            WorkspaceError: its type, an end or a property is unknown, or an end has another type.
            InputError: a value cannot be stored, such as an infinite number.
        """
        opened = await self.workspace_pool.get(workspace)
        check_edge(opened.workspace.spec, opened.workspace.nodes, edge, edge.id)
        return await self._edit(
            opened, "put_edge", edge.source, _record(edge), other_id=edge.target, author=author
        )

    async def remove_edge(self, workspace: str, edge_id: str, *, author: str = "") -> Correction:
        """Remove an edge; an unknown id raises InputError."""
        opened = await self.workspace_pool.get(workspace)
        edge = opened.graph.edge(edge_id)
        if edge is None:
            close = nearest(edge_id, (one.id for one in opened.workspace.edges)) or "-"
            raise InputError(**localized("bootstrap.no_entity", entity=edge_id, close=close))
        return await self._edit(
            opened, "remove_edge", edge.source, edge_id, other_id=edge.target, author=author
        )

    async def export_graph(self, workspace: str) -> Mapping[str, str]:
        """The graph with everything that counts, as the texts of nodes.jsonl and edges.jsonl."""
        opened = (await self.workspace_pool.get(workspace)).workspace
        return Graph(opened.nodes, opened.edges).files()

    async def outdated_runs(self, runs: Sequence[RunSummary]) -> frozenset[str]:
        """The ids of the runs that used a node which an edit or its undoing changed since."""
        edits: dict[str, tuple[Correction, ...]] = {}
        for name in {run.workspace for run in runs}:
            edits[name] = await self.runs.corrections.list(name)
        found = set()
        for summary in runs:
            changed = _changed_since(summary.created_at, edits[summary.workspace])
            run = await self.runs.get(summary.id) if changed else None
            if run is not None and changed & _used(run):
                found.add(summary.id)
        return frozenset(found)

    async def _edit(
        self,
        opened: OpenedWorkspace,
        kind: CorrectionKind,
        node_id: str,
        *texts: str,
        other_id: str = "",
        author: str,
    ) -> Correction:
        edit = Correction(
            id=uuid4().hex,
            workspace=opened.workspace.id,
            kind=kind,
            node_id=node_id,
            texts=texts,
            other_id=other_id,
            author=author,
            created_at=datetime.now(UTC),
        )
        await self.runs.corrections.add(edit)
        await self.workspace_pool.refresh(opened.workspace.id)
        return edit


def _record(item: Node | Edge) -> str:
    """Return a node or an edge as JSON; InputError if it could not be read from it again."""
    try:
        text = item.model_dump_json(exclude_defaults=True)
        type(item).model_validate_json(text)
    except ValueError as error:  # of pydantic, when it validates or serialises
        raise InputError(**localized("bootstrap.bad_graph_value", entity=item.id)) from error
    return text


def _changed_since(moment: datetime, edits: Sequence[Correction]) -> set[str]:
    """The nodes of the edits that counted at a moment and do not count now, or the reverse."""
    changed = set()
    for edit in edits:
        if edit.kind == "reject_draft":
            continue
        counted = edit.created_at <= moment and not (edit.undone_at and edit.undone_at <= moment)
        if counted != edit.counts:
            changed |= {edit.node_id, edit.other_id} - {""}
    return changed


def _used(run: Run) -> set[str]:
    """The nodes that a run resolved or read facts from."""
    drawn = {node.id for call in run.tool_calls for node in call.subgraph.nodes}
    return drawn | {entity.canonical_id for entity in run.entities}
