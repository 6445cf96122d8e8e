"""Search and correct the entities of a workspace; what changes is stored beside its files."""

import asyncio
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from uuid import uuid4

import yaml

from workbench.bootstrap.entity_values import (
    AffectedRun,
    Duplicate,
    EntityPage,
    UnlinkedMention,
    duplicates,
    entity_page,
    unlinked_mentions,
)
from workbench.bootstrap.input_limits import check_length
from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain import limits
from workbench.domain.corrections import Correction, CorrectionKind
from workbench.domain.evidence import Evidence
from workbench.domain.graph import Node
from workbench.domain.local_text import whole_characters
from workbench.domain.question import MemoryDecision
from workbench.domain.run_summary import RunSummary
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.understanding.entities import resolve
from workbench.understanding.entity_registry import EntityRegistry
from workbench.understanding.normalize import normalize
from workbench.workspace.corrections import corrected, denied_names, names_of
from workbench.workspace.nearest_name import nearest

LONGEST_ALIAS = 200
"""Characters of the longest alias."""
PASSAGES = 20
"""Passages of an entity that are listed."""
RECENT_RUNS = 300
"""Newest runs of a workspace whose questions are resolved again."""
_SLUG = re.compile(r"[^\w]+")


class Entities(WorkbenchPart):
    """Searches entities and corrects their names; every correction can be undone."""

    async def entities(
        self,
        workspace: str,
        text: str = "",
        *,
        type_: str | None = None,
        only_proposed: bool = False,
        limit: int = 50,
        offset: int = 0,
        language: str = "en",
    ) -> EntityPage:
        """Search the entities of a workspace by name, alias or id, best first.

        Equally good ones come in the order of their names in the language.
        """
        check_length(text, limits.QUESTION, "search query")
        opened = await self.workspace_pool.get(workspace)
        return entity_page(opened.registry, text, type_, only_proposed, limit, offset, language)

    async def entity_passages(self, workspace: str, node_id: str) -> Sequence[Evidence]:
        """The passages that name an entity, best first."""
        from workbench.understanding.find_names import has_name

        opened = await self.workspace_pool.get(workspace)
        names = names_of(_node(opened, node_id))
        found: dict[str, Evidence] = {}
        for name in names:
            for passage in await opened.retriever.search(name, top_k=PASSAGES):
                if has_name(passage.text or "", names):
                    found.setdefault(passage.id, passage)
        return list(found.values())[:PASSAGES]

    async def duplicates(self, workspace: str) -> Sequence[Duplicate]:
        """Pairs of entities of one type whose names agree, with the names as evidence."""
        opened = await self.workspace_pool.get(workspace)
        return await asyncio.to_thread(duplicates, opened.registry)

    async def unlinked_mentions(self, workspace: str) -> Sequence[UnlinkedMention]:
        """Names in the documents that mean no entity, the most frequent first."""
        opened = await self.workspace_pool.get(workspace)
        return await asyncio.to_thread(
            unlinked_mentions, opened.documents.values(), opened.registry
        )

    async def corrections(self, workspace: str) -> tuple[Correction, ...]:
        """Every correction of a workspace, oldest first, undone ones included."""
        await self.workspace_pool.get(workspace)
        return await self.runs.corrections.list(workspace)

    async def correct(
        self,
        workspace: str,
        kind: CorrectionKind,
        node_id: str,
        *texts: str,
        other_id: str = "",
        author: str = "",
        run_id: str = "",
    ) -> Correction:
        """Store a correction and apply it at once to the open workspace.

        Args:
            workspace: its id.
            kind: ``alias`` and ``unalias`` say that ``texts`` mean the entity or do not; ``merge``
                makes ``other_id`` a part of it; ``split`` takes ``texts`` out into a new entity;
                ``accept`` and ``reject`` decide about a proposed one.
            node_id: the entity.
            texts: names, as they are written.
            other_id: of a merge, the entity that disappears.
            author: who corrects.
            run_id: the run in which the mistake was seen.

        Raises:
            InputError: an entity does not exist, or the correction makes no sense for it.
        """
        opened = await self.workspace_pool.get(workspace)
        correction = self._correction(
            opened, kind, node_id, texts, other_id=other_id, author=author, run_id=run_id
        )
        await self.runs.corrections.add(correction)
        await self.workspace_pool.refresh(workspace)
        return correction

    async def undo_correction(self, workspace: str, correction_id: str, author: str = "") -> None:
        """Undo a correction; an unknown or undone one raises InputError."""
        await self.workspace_pool.get(workspace)
        if not await self.runs.corrections.undo(workspace, correction_id, author):
            raise InputError(**localized("bootstrap.no_correction", correction=correction_id))
        await self.workspace_pool.refresh(workspace)

    async def affected_runs(
        self,
        workspace: str,
        kind: CorrectionKind,
        node_id: str,
        *texts: str,
        other_id: str = "",
    ) -> Sequence[AffectedRun]:
        """The newest runs whose question names other entities after a correction."""
        opened = await self.workspace_pool.get(workspace)
        correction = self._correction(opened, kind, node_id, texts, other_id=other_id)
        runs = await self.runs.list(workspace=workspace, limit=RECENT_RUNS)
        return await asyncio.to_thread(_affected, runs, opened, correction)

    async def export_corrections(self, workspace: str) -> str:
        """The corrections that count, as YAML."""
        kept = [c for c in await self.corrections(workspace) if c.counts]
        skipped = {"workspace", "undone_at", "undone_by"}
        rows = [c.model_dump(mode="json", exclude=skipped, exclude_defaults=True) for c in kept]
        return yaml.safe_dump(
            {"workspace": workspace, "corrections": rows}, allow_unicode=True, sort_keys=False
        )

    def _correction(
        self,
        opened: OpenedWorkspace,
        kind: CorrectionKind,
        node_id: str,
        texts: Sequence[str],
        *,
        other_id: str = "",
        author: str = "",
        run_id: str = "",
    ) -> Correction:
        node = _node(opened, node_id)
        for text in texts:
            check_length(text, LONGEST_ALIAS, "alias")
        written = tuple(clean for text in texts if (clean := whole_characters(text).strip()))
        if kind in ("alias", "unalias", "split") and not written:
            raise InputError(**localized("bootstrap.no_alias"))
        if kind == "split":
            other_id = _split_id(node, written, opened)
        if kind == "merge" and (other_id == node_id or _node(opened, other_id).type != node.type):
            raise InputError(**localized("bootstrap.no_merge", one=node_id, other=other_id))
        return Correction(
            id=uuid4().hex,
            workspace=opened.workspace.id,
            kind=kind,
            node_id=node_id,
            texts=written,
            other_id=other_id,
            author=author,
            run_id=run_id,
            created_at=datetime.now(UTC),
        )


def _node(opened: OpenedWorkspace, node_id: str) -> Node:
    node = opened.workspace.nodes.get(node_id)
    if node is None:
        close = nearest(node_id, opened.workspace.nodes) or "-"
        raise InputError(**localized("bootstrap.no_entity", entity=node_id, close=close))
    return node


def _split_id(node: Node, texts: Iterable[str], opened: OpenedWorkspace) -> str:
    """Return a free id for the names that are taken out of a node."""
    aliases = {alias.casefold() for alias in node.aliases}
    names = list(texts)
    if not all(name.casefold() in aliases for name in names):
        raise InputError(**localized("bootstrap.no_split", entity=node.id, alias=names[0]))
    base = f"{node.type}:{_SLUG.sub('-', names[0].lower()).strip('-')}"
    taken = opened.workspace.nodes
    return next(
        name
        for number in range(1, len(taken) + 2)
        if (name := base if number == 1 else f"{base}-{number}") not in taken
    )


def _affected(
    runs: Iterable[RunSummary], opened: OpenedWorkspace, correction: Correction
) -> list[AffectedRun]:
    """Return the runs whose question names other entities after a further correction."""
    corrections = (*opened.corrections, correction)
    after = EntityRegistry.build(
        corrected(opened.library.workspace, corrections), denied_names(corrections)
    )
    return [
        AffectedRun(run_id=run.id, question=run.question)
        for run in runs
        if _named(run.question, opened.registry) != _named(run.question, after)
    ]


def _named(question: str, registry: EntityRegistry) -> list[str]:
    normalized = normalize(question, registry.workspace.spec.languages)
    independent = MemoryDecision(decision="independent")
    return [e.canonical_id for e in resolve(normalized, independent, registry).entities]
