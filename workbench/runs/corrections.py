"""Store the corrections of entities in the run database."""

from datetime import UTC, datetime
from typing import Any

from pydantic import ValidationError
from sqlalchemy import func, insert, select, update

from workbench.domain.corrections import Correction
from workbench.logs import log
from workbench.runs.store_part import StorePart
from workbench.runs.tables import CORRECTIONS


class SqlCorrections(StorePart):
    """CorrectionStore over the connections of a run store."""

    async def add(self, *corrections: Correction) -> None:
        """See CorrectionStore."""
        rows = [correction.model_dump(mode="json") for correction in corrections]
        await self._write(lambda connection: connection.execute(insert(CORRECTIONS), rows))

    async def undo(self, workspace: str, correction_id: str, author: str) -> bool:
        """See CorrectionStore."""
        own = (CORRECTIONS.c.id == correction_id) & (CORRECTIONS.c.workspace == workspace)
        counting = own & CORRECTIONS.c.undone_at.is_(None)
        undone = {"undone_at": datetime.now(UTC).isoformat(), "undone_by": author}
        changed = await self._write(
            lambda connection: (
                connection.execute(update(CORRECTIONS).where(counting).values(undone)).rowcount
            )
        )
        return bool(changed)

    async def list(self, workspace: str) -> tuple[Correction, ...]:
        """See CorrectionStore."""
        query = (
            select(CORRECTIONS)
            .where(CORRECTIONS.c.workspace == workspace)
            .order_by(CORRECTIONS.c.created_at, CORRECTIONS.c.id)
        )
        rows = await self._read(lambda connection: connection.execute(query).mappings().all())
        return tuple(found for row in rows if (found := _read(dict(row))))

    async def counts(self, workspace: str) -> tuple[int, int]:
        """See CorrectionStore."""
        query = select(func.count(), func.count(CORRECTIONS.c.undone_at))
        query = query.where(CORRECTIONS.c.workspace == workspace)
        row = await self._read(lambda connection: connection.execute(query).one())
        return int(row[0]), int(row[1])


def _read(row: dict[str, Any]) -> Correction | None:
    """Return the correction of a row; None for one of a newer release."""
    try:
        return Correction.model_validate(row)
    except ValidationError as error:
        reason = error.errors(include_url=False)[0]["msg"]
        log.warning("correction_not_read", correction=row["id"], kind=row["kind"], reason=reason)
        return None
