"""Draft types and intents with a model, and write those that a person accepts to workspace.yaml."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from workbench.bootstrap.bundled_files import is_bundled
from workbench.bootstrap.copied_files import os_errors_as_store_errors
from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.bootstrap.values import DraftDecisions, ReviewedEntry
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain.base import content_id
from workbench.domain.corrections import Correction
from workbench.domain.documents import Chunk
from workbench.domain.drafts import SECTIONS, DraftState, EntryDraft
from workbench.domain.evidence import StageError
from workbench.errors import InputError, WorkspaceError
from workbench.extraction.report import DraftingReport, ExtractionEstimate
from workbench.i18n.errors import localized
from workbench.ingest.lock import file_lock
from workbench.ingest.stored_documents import write_atomically
from workbench.llm.prices import price_usd
from workbench.llm.protocol import ChatRequest
from workbench.llm.recording.record import Recording
from workbench.llm.redaction.redact import Secrets
from workbench.llm.session import Session
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace
from workbench.workspace.edit_spec import with_entry, without_entry
from workbench.workspace.nearest_name import nearest, require
from workbench.workspace.read_spec import SPEC_FILE, read_raw_spec, with_default_intents
from workbench.workspace.schema import WorkspaceSpec
from workbench.workspace.yaml_text import load_yaml

T = TypeVar("T")

SAMPLE = 24
"""Passages that a model sees, from as many documents as there are: about 6,000 tokens."""


class EntryDrafts(WorkbenchPart):
    """Drafts entries of workspace.yaml; they count only after a person accepts them."""

    async def estimate_drafting(
        self, workspace: str, *, model: str = "", passages: int = SAMPLE
    ) -> ExtractionEstimate:
        """Return the tokens and the price of the one call that drafts types and intents.

        Raises:
            InputError: the workspace has no documents, or there is no model.
        """
        name = self._extraction_model(model)
        _, chosen, request = await self._asked(workspace, passages)
        from workbench.extraction.draft_types import MAX_TOKENS
        from workbench.extraction.request import request_tokens

        tokens = request_tokens(request)
        return ExtractionEstimate(
            workspace=workspace,
            model=name,
            passages=len(chosen),
            done=0,
            left=0,
            input_tokens=tokens,
            output_tokens=MAX_TOKENS,
            price_usd=price_usd(name, input_tokens=tokens, output_tokens=MAX_TOKENS),
        )

    async def draft_entries(
        self,
        workspace: str,
        *,
        model: str = "",
        passages: int = SAMPLE,
        session: Session | None = None,
    ) -> DraftingReport:
        """Draft types of nodes and edges, and intents with examples, from a sample of passages.

        Entries that were drafted before, also rejected ones, are not drafted again.

        Raises:
            InputError: the workspace has no documents, or there is no model.
            ConfigurationError: the model's name, key or address is missing or wrong.
            ProviderError: the model failed, or its reply does not follow the schema.
        """
        from workbench.extraction.draft_types import TypesReply, drafted_entries
        from workbench.extraction.reply import read_reply

        name = self._extraction_model(model)
        opened, chosen, request = await self._asked(workspace, passages)
        settings = self._settings_of(session)
        recording = Recording(Secrets.of(self.settings, settings))
        budget = session.budget if session else None
        chat = self.gateway.connect([name], settings, recording, budget=budget)
        reply = read_reply(await chat.complete(request), TypesReply)
        drafts, dropped = drafted_entries(
            reply, chosen, opened.workspace, chat.name, datetime.now(UTC)
        )
        known = {one.id for one in await self.runs.drafts.entries(workspace)}
        new = [one for one in drafts if one.id not in known]
        key = content_id("passage", workspace, request.model_dump(mode="json"))
        await self.runs.drafts.record(workspace, key, new)
        return DraftingReport(
            workspace=workspace,
            model=chat.name,
            passages=len(chosen),
            new=len(new),
            repeated=len(drafts) - len(new),
            dropped=dict(dropped.most_common()),
            usage=recording.usage,
        )

    async def entries(
        self, workspace: str, state: DraftState | None = None
    ) -> tuple[ReviewedEntry, ...]:
        """The drafted types and intents: node types, then edge types, then intents."""
        opened = await self.workspace_pool.get(workspace)
        raw = await asyncio.to_thread(read_raw_spec, opened.workspace.root)
        rejected = {
            one.node_id: one.id
            for one in opened.corrections
            if one.kind == "reject_entry" and one.counts
        }
        drafts = await self.runs.drafts.entries(workspace)
        found = [
            ReviewedEntry(
                draft=draft,
                state=_state(draft, raw, rejected),
                decision_id=rejected.get(draft.id, ""),
            )
            for draft in sorted(drafts, key=lambda one: SECTIONS.index(one.section))
        ]
        return tuple(one for one in found if state in (None, one.state))

    async def accept_entries(
        self, workspace: str, ids: Sequence[str], *, author: str = ""
    ) -> DraftDecisions:
        """Write drafted types and intents to workspace.yaml, whose comments stay.

        An entry that the workspace would not open with, such as a relation between types that
        are not accepted, is refused with the reason.

        Raises:
            InputError: there is no draft of an id, or the workspace belongs to the installation.
            StoreError: the file cannot be written.
        """
        chosen = await self._chosen_entries(workspace, ids)
        root = self._writable(workspace)
        refused: dict[str, StageError] = {}
        accepted: list[str] = []
        for one in chosen:
            draft = one.draft
            if one.state == "accepted":
                continue
            try:
                added = partial(_added, root=root, draft=draft)
                await asyncio.to_thread(_change, root, self._lock(workspace), added)
            except WorkspaceError as error:
                refused[draft.id] = StageError.of(error)
                continue
            accepted.append(draft.id)
            if one.decision_id:
                await self.runs.corrections.undo(workspace, one.decision_id, author)
        await self.workspace_pool.reopen(workspace)
        return DraftDecisions(decided=tuple(accepted), refused=refused)

    async def reject_entries(
        self, workspace: str, ids: Sequence[str], *, author: str = ""
    ) -> DraftDecisions:
        """Reject drafted types and intents that wait; they are not drafted again.

        Raises:
            InputError: there is no draft of an id.
        """
        chosen = await self._chosen_entries(workspace, ids)
        waiting = [one.draft for one in chosen if one.state == "pending"]
        made = [
            Correction(
                id=uuid4().hex,
                workspace=workspace,
                kind="reject_entry",
                node_id=draft.id,
                texts=(draft.name,),
                author=author,
                created_at=datetime.now(UTC),
            )
            for draft in waiting
        ]
        if made:
            await self.runs.corrections.add(*made)
            await self.workspace_pool.refresh(workspace)
        return DraftDecisions(decided=tuple(draft.id for draft in waiting))

    async def undo_entries(
        self, workspace: str, ids: Sequence[str], *, author: str = ""
    ) -> DraftDecisions:
        """Take accepted entries out of workspace.yaml again, and undo rejections.

        An entry that others need is refused with the reason.

        Raises:
            InputError: there is no draft of an id, or the workspace belongs to the installation.
            StoreError: the file cannot be written.
        """
        refused: dict[str, StageError] = {}
        undone: list[str] = []
        for one in reversed(await self._chosen_entries(workspace, ids)):
            draft = one.draft
            try:
                if one.state == "accepted":
                    root = self._writable(workspace)
                    removed = partial(_removed, draft=draft)
                    await asyncio.to_thread(_change, root, self._lock(workspace), removed)
                elif one.decision_id:
                    await self.runs.corrections.undo(workspace, one.decision_id, author)
                else:
                    continue
            except WorkspaceError as error:
                refused[draft.id] = StageError.of(error)
                continue
            undone.append(draft.id)
        await self.workspace_pool.reopen(workspace)
        return DraftDecisions(decided=tuple(undone), refused=refused)

    async def _chosen_entries(self, workspace: str, ids: Sequence[str]) -> list[ReviewedEntry]:
        """Return the drafts of the ids in the order in which they need each other."""
        known = {one.draft.id: one for one in await self.entries(workspace)}
        for draft_id in ids:
            if draft_id not in known:
                close = nearest(draft_id, known) or "-"
                raise InputError(**localized("bootstrap.no_draft", id=draft_id, close=close))
        return [one for one in known.values() if one.draft.id in ids]

    def _writable(self, workspace: str) -> Path:
        """Return the folder of a workspace, unless it belongs to the installation."""
        root = self.workspace_pool.folder(workspace)
        if is_bundled(root):
            raise InputError(**localized("bootstrap.bundled_workspace", name=workspace))
        return root

    def _lock(self, workspace: str) -> Path:
        """Return the file that is locked while workspace.yaml is changed."""
        return self.settings.workbench_home / "indexes" / workspace / "workspace.lock"

    async def _asked(
        self, workspace: str, passages: int
    ) -> tuple[OpenedWorkspace, list[Chunk], ChatRequest]:
        opened = await self.workspace_pool.get(workspace)
        chosen = await asyncio.to_thread(_sample, opened, passages)
        if not chosen:
            raise InputError(**localized("bootstrap.empty_workspace", name=workspace))
        temperature = self.settings.planner_temperature
        from workbench.extraction.draft_types import types_request

        return opened, chosen, types_request(opened.workspace, chosen, temperature)


def _state(draft: EntryDraft, raw: Mapping[str, Any], rejected: Collection[str]) -> DraftState:
    """Return the state of a draft: workspace.yaml itself shows whether it is accepted."""
    if draft.name in (raw.get(draft.section) or {}):
        return "accepted"
    return "rejected" if draft.id in rejected else "pending"


def _sample(opened: OpenedWorkspace, most: int) -> list[Chunk]:
    """Return passages spread over the documents, and in each of them over its length."""
    names = _spread(list(opened.documents), most)
    each = ceil(most / len(names)) if names else 0
    chunks = (_spread(opened.documents.chunks(name), each) for name in names)
    return [indexed.chunk for some in chunks for indexed in some][:most]


def _spread(items: Sequence[T], most: int) -> list[T]:
    """Return items at even distances."""
    if len(items) <= most:
        return list(items)
    return [items[at * len(items) // most] for at in range(most)]


def _added(text: str, root: Path, draft: EntryDraft) -> str:
    """Return the text with an entry; the first own intent comes after the default ones."""
    raw = read_raw_spec(root)
    if draft.section == "intents" and "intents" not in raw:
        text = with_default_intents(text)
    return with_entry(text, draft.section, draft.name, draft.entry)


def _removed(text: str, draft: EntryDraft) -> str:
    """Return the text without an entry that nobody has changed since it was accepted."""
    if load_yaml(text)[draft.section][draft.name] != draft.entry:
        raise WorkspaceError(**localized("workspace.edited_since", name=draft.name))
    return without_entry(text, draft.section, draft.name)


def _change(root: Path, lock: Path, change: Callable[[str], str]) -> None:
    """Change workspace.yaml, unless the workspace could not be opened with the change.

    One change at a time: of two that read the same text, the second would lose the first.

    Raises:
        WorkspaceError: why it could not; the file is as before.
    """
    path = root / SPEC_FILE
    with os_errors_as_store_errors(path), file_lock(lock):
        before = path.read_text("utf-8")
        write_atomically(path, change(before).encode())
        try:
            _require_ends(open_workspace(root, TOOL_SPECS).spec)
        except WorkspaceError:
            write_atomically(path, before.encode())
            raise


def _require_ends(spec: WorkspaceSpec) -> None:
    """Raise WorkspaceError for a relation whose ends are of a type that is not declared."""
    for name, kind in spec.edge_types.items():
        for end in (*kind.from_, *kind.to):
            require(end, spec.node_types, what="node type", place=f"edge_types.{name}")
