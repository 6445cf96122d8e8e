"""Review drafted edges: accepted ones become edits of the graph, rejected ones do not come back."""

from collections import ChainMap
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from uuid import uuid4

from workbench.bootstrap.values import DraftDecisions, ReviewedDraft
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain.corrections import Correction, CorrectionKind
from workbench.domain.drafts import DraftState, EdgeDraft
from workbench.domain.evidence import StageError
from workbench.domain.graph import Edge, Node
from workbench.errors import InputError, WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.check_graph import check_edge, check_node
from workbench.workspace.nearest_name import nearest
from workbench.workspace.schema import WorkspaceSpec


class Drafts(WorkbenchPart):
    """Lists drafted edges and decides about them; every decision can be undone."""

    async def drafts(
        self,
        workspace: str,
        *,
        state: DraftState | None = None,
        relation: str = "",
        document: str = "*",
        supports: int = 1,
    ) -> tuple[ReviewedDraft, ...]:
        """The drafts of a workspace, oldest first, each with what was decided about it.

        Args:
            workspace: its id.
            state: only those in this state; ``accepted`` includes the edited ones.
            relation: only those of this type of edge.
            document: only those with a quote in a document of this pattern: ``reports/*``.
            supports: only those with so many quotes at least.
        """
        opened = await self.workspace_pool.get(workspace)
        decisions = _decisions(opened.corrections)
        removed = _removed_edges(opened.corrections)
        drafts = await self.runs.drafts.list(workspace)
        found = (_reviewed(draft, decisions.get(draft.id), removed) for draft in drafts)
        wanted = (state, "edited") if state == "accepted" else (state,)
        return tuple(
            one
            for one in found
            if (state is None or one.state in wanted)
            and relation in ("", one.edge.type)
            and len(one.draft.supports) >= supports
            and any(fnmatchcase(place.document, document) for place in one.draft.supports)
        )

    async def accept_drafts(
        self, workspace: str, ids: Sequence[str], *, author: str = ""
    ) -> DraftDecisions:
        """Add drafted edges to the graph, with the nodes that they need.

        An edge that the workspace's types do not allow any more is refused with the reason.

        Raises:
            InputError: there is no draft of an id; nothing is changed.
        """
        chosen = await self._chosen(workspace, ids)
        opened = (await self.workspace_pool.get(workspace)).workspace
        known = dict(opened.nodes)
        refused: dict[str, StageError] = {}
        for one in chosen:
            try:
                _check(opened.spec, known, one.draft.edge, one.draft.new_nodes)
            except WorkspaceError as error:
                refused[one.draft.id] = StageError.of(error)
        made = [
            _decision("accept_draft", one.draft, one.draft.edge, author)
            for one in chosen
            if one.draft.id not in refused and one.state not in ("accepted", "edited")
        ]
        await self._decide(workspace, chosen, made, author)
        return DraftDecisions(decided=tuple(one.texts[0] for one in made), refused=refused)

    async def reject_drafts(
        self, workspace: str, ids: Sequence[str], *, author: str = ""
    ) -> DraftDecisions:
        """Reject drafted edges; further extractions do not draft them again.

        Raises:
            InputError: there is no draft of an id; nothing is changed.
        """
        chosen = await self._chosen(workspace, ids)
        made = [
            _decision("reject_draft", one.draft, one.draft.edge, author)
            for one in chosen
            if one.state != "rejected"
        ]
        await self._decide(workspace, chosen, made, author)
        return DraftDecisions(decided=tuple(one.texts[0] for one in made))

    async def edit_draft(self, workspace: str, edited: EdgeDraft, *, author: str = "") -> None:
        """Accept a draft with other ends, another relation or other properties.

        Raises:
            InputError: there is no draft of this id.
            WorkspaceError: the workspace's types do not allow the edge.
        """
        chosen = await self._chosen(workspace, [edited.id])
        opened = (await self.workspace_pool.get(workspace)).workspace
        _check(opened.spec, dict(opened.nodes), edited.edge, edited.new_nodes)
        made = _decision("accept_draft", edited, edited.edge, author)
        await self._decide(workspace, chosen, [made], author)

    async def undo_drafts(
        self, workspace: str, ids: Sequence[str], *, author: str = ""
    ) -> DraftDecisions:
        """Undo what was decided about drafts, so that they wait for review again.

        Raises:
            InputError: there is no draft of an id; nothing is changed.
        """
        chosen = [one for one in await self._chosen(workspace, ids) if one.decision_id]
        await self._decide(workspace, chosen, [], author)
        return DraftDecisions(decided=tuple(one.draft.id for one in chosen))

    async def _chosen(self, workspace: str, ids: Sequence[str]) -> list[ReviewedDraft]:
        known = {one.draft.id: one for one in await self.drafts(workspace)}
        for draft_id in ids:
            if draft_id not in known:
                close = nearest(draft_id, known) or "-"
                raise InputError(**localized("bootstrap.no_draft", id=draft_id, close=close))
        return [known[draft_id] for draft_id in dict.fromkeys(ids)]

    async def _decide(
        self,
        workspace: str,
        chosen: Iterable[ReviewedDraft],
        made: Sequence[Correction],
        author: str,
    ) -> None:
        """Store decisions in place of the earlier ones about the same drafts."""
        again = {one.texts[0] for one in made}
        for one in chosen:
            if one.decision_id and (one.draft.id in again or not made):
                await self.runs.corrections.undo(workspace, one.decision_id, author)
        if made:
            await self.runs.corrections.add(*made)
        await self.workspace_pool.refresh(workspace)


def _decision(kind: CorrectionKind, draft: EdgeDraft, edge: Edge, author: str) -> Correction:
    records = (edge, *draft.new_nodes)
    return Correction(
        id=uuid4().hex,
        workspace=draft.workspace,
        kind=kind,
        node_id=edge.source,
        texts=(draft.id, *(one.model_dump_json(exclude_defaults=True) for one in records)),
        other_id=edge.target,
        author=author,
        created_at=datetime.now(UTC),
    )


def _decisions(corrections: Iterable[Correction]) -> Mapping[str, Correction]:
    """Return the last decision about each draft that counts."""
    kinds = ("accept_draft", "reject_draft")
    return {one.texts[0]: one for one in corrections if one.kind in kinds and one.counts}


def _removed_edges(corrections: Iterable[Correction]) -> Mapping[str, datetime]:
    """Return when a person removed edges from the graph, by their ids."""
    removed = (one for one in corrections if one.kind == "remove_edge" and one.counts)
    return {edge_id: one.created_at for one in removed for edge_id in one.texts}


def _reviewed(
    draft: EdgeDraft, decision: Correction | None, removed: Mapping[str, datetime]
) -> ReviewedDraft:
    if decision is None:
        state: DraftState = "rejected" if draft.edge.id in removed else "pending"
        return ReviewedDraft(draft=draft, state=state, edge=draft.edge)
    edge = Edge.model_validate_json(decision.texts[1])
    state = "rejected"
    if decision.kind == "accept_draft":
        changed = (edge.id, edge.properties) != (draft.edge.id, draft.properties)
        gone = edge.id in removed and removed[edge.id] > decision.created_at
        state = "rejected" if gone else "edited" if changed else "accepted"
    return ReviewedDraft(
        draft=draft,
        state=state,
        edge=edge,
        decision_id=decision.id,
        decided_by=decision.author,
        decided_at=decision.created_at,
    )


def _check(
    spec: WorkspaceSpec, known: MutableMapping[str, Node], edge: Edge, new_nodes: Sequence[Node]
) -> None:
    """Raise WorkspaceError for an edge or a node that the types of a workspace do not allow."""
    for node in new_nodes:
        check_node(spec, node, node.id)
    check_edge(spec, ChainMap(known, {node.id: node for node in new_nodes}), edge, edge.id)
