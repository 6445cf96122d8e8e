"""Collect the edges found in passages into drafts: one for each edge, with all of its quotes."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Literal, TypeAlias

from workbench.domain.base import content_id
from workbench.domain.drafts import EdgeDraft, Support
from workbench.domain.graph import Edge
from workbench.extraction.resolve_names import NameResolver
from workbench.extraction.verify import Finding, written_key
from workbench.workspace.schema import WorkspaceSpec

Merged: TypeAlias = Literal["new", "support", "repeated", "in_graph"]
"""What an edge became: a new draft, a further quote of one, a quote that is already there, or an
edge that the graph has."""


def edge_key(spec: WorkspaceSpec, source: str, relation: str, target: str) -> str:
    """Return a key of an edge; of a symmetric relation, the same for both directions."""
    declared = spec.edge_types.get(relation)
    ends: Collection[str] = (source, target)
    if declared is not None and declared.symmetric:
        ends = sorted(ends)
    return "|".join((relation, *ends))


def draft_id(workspace: str, key: str) -> str:
    """Return the id of the draft of an edge with a key."""
    return content_id("draft", workspace, key)


class DraftBook:
    """The drafts of a workspace while passages are read.

    An edge that was drafted before is recognised by its nodes and by its names, whatever was
    decided about it: a rejected draft does not come back.
    """

    def __init__(
        self,
        workspace: str,
        spec: WorkspaceSpec,
        edges: Iterable[Edge],
        drafts: Iterable[EdgeDraft],
        names: NameResolver,
    ) -> None:
        self._workspace = workspace
        self._spec = spec
        self._names = names
        self._in_graph = {self._key(e.source, e.type, e.target) for e in edges}
        self._drafts: dict[str, EdgeDraft] = {}
        self._by_key: dict[str, str] = {}
        for draft in drafts:
            self._keep(draft)

    def add(self, finding: Finding, model: str, found_at: datetime) -> tuple[Merged, EdgeDraft]:
        """Add a verified edge; return how it was merged, with its draft."""
        relation = self._spec.edge_types[finding.relation]
        source = self._names.resolve(finding.source, relation.from_)
        target = self._names.resolve(finding.target, relation.to)
        support = Support(
            document=finding.document,
            quote=finding.quote,
            span=finding.span,
            model=model,
            found_at=found_at,
        )
        by_nodes = self._key(source.node_id, finding.relation, target.node_id)
        by_names = self._key(
            written_key(finding.source.name), finding.relation, written_key(finding.target.name)
        )
        known = self._by_key.get(by_nodes) or self._by_key.get(by_names)
        if known is not None:
            return self._supported(self._drafts[known], finding, support, by_names)
        draft = EdgeDraft(
            id=draft_id(self._workspace, by_nodes),
            workspace=self._workspace,
            source=source,
            type=finding.relation,
            target=target,
            properties=dict(finding.properties),
            supports=(support,),
            names=(by_names,),
            created_at=found_at,
        )
        if source.is_certain and target.is_certain and by_nodes in self._in_graph:
            return "in_graph", draft
        self._keep(draft)
        return "new", draft

    def _supported(
        self, draft: EdgeDraft, finding: Finding, support: Support, by_names: str
    ) -> tuple[Merged, EdgeDraft]:
        places = {(one.document, one.quote) for one in draft.supports}
        if (support.document, support.quote) in places:
            return "repeated", draft
        names = tuple(dict.fromkeys((*draft.names, by_names)))
        changed = draft.model_copy(
            update={
                "supports": (*draft.supports, support),
                "names": names,
                "properties": {**finding.properties, **draft.properties},
            }
        )
        self._keep(changed)
        return "support", changed

    def _keep(self, draft: EdgeDraft) -> None:
        self._drafts[draft.id] = draft
        nodes = self._key(draft.source.node_id, draft.type, draft.target.node_id)
        for key in (nodes, *draft.names):
            self._by_key.setdefault(key, draft.id)
        self._names.add(draft.source)
        self._names.add(draft.target)

    def _key(self, source: str, relation: str, target: str) -> str:
        return edge_key(self._spec, source, relation, target)
