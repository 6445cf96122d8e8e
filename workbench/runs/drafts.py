"""Store drafts and the passages that a model has read in the run database."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete, insert, select

from workbench.domain.base import Span
from workbench.domain.drafts import EdgeDraft, EntryDraft, Support
from workbench.runs.store_part import StorePart
from workbench.runs.tables import DRAFTS, EXTRACTED

AnyDraft: TypeAlias = EdgeDraft | EntryDraft


class SqlDrafts(StorePart):
    """DraftStore over the connections of a run store."""

    async def list(self, workspace: str) -> tuple[EdgeDraft, ...]:
        """See DraftStore."""
        rows = await self._records(workspace)
        return tuple(EdgeDraft.model_validate(row) for row in rows if "section" not in row)

    async def entries(self, workspace: str) -> tuple[EntryDraft, ...]:
        """See DraftStore."""
        rows = await self._records(workspace)
        return tuple(EntryDraft.model_validate(row) for row in rows if "section" in row)

    async def _records(self, workspace: str) -> Sequence[dict[str, Any]]:
        query = (
            select(DRAFTS.c.record)
            .where(DRAFTS.c.workspace == workspace)
            .order_by(DRAFTS.c.created_at, DRAFTS.c.id)
        )
        rows: Sequence[dict[str, Any]] = await self._read(
            lambda connection: connection.execute(query).scalars().all()
        )
        return rows

    async def extracted(self, workspace: str) -> frozenset[str]:
        """See DraftStore."""
        query = select(EXTRACTED.c.id).where(EXTRACTED.c.workspace == workspace)
        rows = await self._read(lambda connection: connection.execute(query).scalars().all())
        return frozenset(rows)

    async def record(self, workspace: str, passage: str, drafts: Sequence[AnyDraft]) -> None:
        """See DraftStore."""
        read = {"id": passage, "workspace": workspace, "created_at": datetime.now(UTC).isoformat()}

        def work(connection: Connection) -> None:
            stored = DRAFTS.c.id.in_([draft.id for draft in drafts])
            known = connection.execute(select(DRAFTS.c.id, DRAFTS.c.record).where(stored)).all()
            earlier = {row.id: row.record for row in known}
            rows = [_row(workspace, draft, earlier.get(draft.id)) for draft in drafts]
            connection.execute(delete(DRAFTS).where(stored))
            if rows:
                connection.execute(insert(DRAFTS), rows)
            connection.execute(delete(EXTRACTED).where(EXTRACTED.c.id == passage))
            connection.execute(insert(EXTRACTED).values(read))

        await self._write(work)


def _merged(earlier: AnyDraft, draft: AnyDraft) -> AnyDraft:
    """Return a draft with what another process has stored of it since: a quote once, all names."""
    found: dict[tuple[str, Span], Support] = {}
    for one in (*earlier.supports, *draft.supports):
        found.setdefault((one.document, one.span), one)
    update: dict[str, Any] = {"supports": tuple(found.values())}
    if isinstance(draft, EdgeDraft) and isinstance(earlier, EdgeDraft):
        update["names"] = tuple(dict.fromkeys((*earlier.names, *draft.names)))
        update["properties"] = draft.properties | earlier.properties
    return draft.model_copy(update=update)


def _row(workspace: str, draft: AnyDraft, stored: Any) -> dict[str, Any]:
    """Return the row of a draft; it keeps what another process has found for it since."""
    earlier = type(draft).model_validate(stored) if stored else draft
    record = _merged(earlier, draft)
    return {
        "id": draft.id,
        "workspace": workspace,
        "record": record.model_dump(mode="json", exclude_defaults=True),
        "created_at": earlier.created_at.isoformat(),
    }
