"""The register of graph gaps of a workspace, and how a gap becomes a draft for review."""

from collections.abc import Collection, Sequence
from datetime import datetime

from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain.base import Span, content_id
from workbench.domain.drafts import DraftEnd, EdgeDraft, Support
from workbench.domain.evidence import Evidence
from workbench.domain.graph import Node
from workbench.domain.graph_gaps import GraphGap, MissingFact, gap_register
from workbench.domain.local_text import all_texts
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.workspace import Workspace
from workbench.workspace.schema import EdgeType


class GraphGaps(WorkbenchPart):
    """Lists what the graph lacked in runs, and drafts missing edges for review."""

    async def graph_gaps(self, workspace: str) -> tuple[GraphGap, ...]:
        """What the newest 1,000 runs of a workspace asked the graph for in vain.

        Each relation or value is listed once, the most frequent first, with its runs and the
        passages that they found instead.

        Raises:
            InputError, WorkspaceError: the workspace is unknown or cannot be opened.
            RunStoreError: the runs cannot be read.
        """
        opened = await self.workspace_pool.get(workspace)
        gaps = gap_register(await self.runs.with_gaps(workspace))
        drafted = {draft.id for draft in await self.runs.drafts.list(workspace)}
        found = [one for gap in gaps for one in gap.passages]
        return tuple(_with_draft(gap, found, opened.workspace, drafted) for gap in gaps)

    async def promote_gap(self, workspace: str, gap_id: str) -> EdgeDraft:
        """Put the missing edge of a gap into the review queue, with its passage as the quote.

        Raises:
            InputError: there is no such gap, or it has no ``draft``.
        """
        gaps = {gap.id: gap for gap in await self.graph_gaps(workspace)}
        if gap_id not in gaps:
            raise InputError(**localized("bootstrap.no_gap", id=gap_id))
        draft = gaps[gap_id].draft
        if draft is None:
            raise InputError(**localized("bootstrap.gap_without_edge", id=gap_id))
        await self.runs.drafts.record(workspace, content_id("promoted", gap_id), [draft])
        return draft


def _with_draft(
    gap: GraphGap, found: Sequence[Evidence], workspace: Workspace, drafted: Collection[str]
) -> GraphGap:
    """Return a gap with its edge, if it has one; ``found`` are the passages of all gaps."""
    draft = _draft(gap, found, workspace) if gap.missing.is_edge else None
    update = {"draft": draft, "is_drafted": draft is not None and draft.id in drafted}
    return gap.model_copy(update=update)


def _draft(gap: GraphGap, found: Sequence[Evidence], workspace: Workspace) -> EdgeDraft | None:
    """Return the missing edge with the first passage that names both of its ends.

    Its own passages come first. "With what technique did Vasin paint Bridge?" finds none, but
    "What did Vasin paint?" may have found the one that says so.

    None where no passage does, the types of the workspace do not allow the edge, or the graph has
    got it since.
    """
    ends = _ends(gap.missing, workspace)
    if ends is None:
        return None
    source, target = ends
    stated = (one for one in (*gap.passages, *found) if all(_names(one, end) for end in ends))
    support = next((_support(one, gap.last_at) for one in stated), None)
    spec, relation = workspace.spec, gap.missing.relation
    from workbench.extraction.merge import draft_id, edge_key

    key = edge_key(spec, source.id, relation, target.id)
    present = (edge_key(spec, e.source, e.type, e.target) for e in workspace.edges)
    if support is None or key in present:
        return None
    return EdgeDraft(
        id=draft_id(spec.id, key),
        workspace=spec.id,
        source=_end(source),
        type=relation,
        target=_end(target),
        supports=(support,),
        created_at=gap.last_at,
    )


def _ends(missing: MissingFact, workspace: Workspace) -> tuple[Node, Node] | None:
    """Return the nodes of an edge in the direction that its type allows."""
    relation = workspace.spec.edge_types.get(missing.relation)
    source = workspace.nodes.get(missing.subject or "")
    target = workspace.nodes.get(missing.object or "")
    if relation is None or source is None or target is None:
        return None
    pairs = ((source, target), (target, source))
    return next((pair for pair in pairs if _allows(relation, *pair)), None)


def _allows(relation: EdgeType, source: Node, target: Node) -> bool:
    return source.type in relation.from_ and target.type in relation.to


def _names(passage: Evidence, node: Node) -> bool:
    from workbench.understanding.find_names import has_name

    return has_name(passage.content, (*all_texts(node.name), *node.aliases))


def _support(passage: Evidence, found_at: datetime) -> Support | None:
    """Return a passage as the quote of a draft that no model found."""
    if passage.span is None:
        return None
    place = Span(start=passage.span.start, end=passage.span.end)
    return Support(
        document=passage.span.document_id,
        quote=passage.content,
        span=place,
        model="",
        found_at=found_at,
    )


def _end(node: Node) -> DraftEnd:
    return DraftEnd(name=all_texts(node.name)[0], type=node.type, node_id=node.id, is_new=False)
