"""Store what people noted about runs in the run database."""

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from workbench.domain.run import RunAnnotation
from workbench.runs.tables import ANNOTATIONS


class SqlAnnotations:
    """AnnotationStore over the connections of a run store."""

    def __init__(
        self,
        read: Callable[[Callable[[Connection], Any]], Awaitable[Any]],
        write: Callable[[Callable[[Connection], Any]], Awaitable[Any]],
    ) -> None:
        self._read = read
        self._write = write

    async def get(self, run_id: str) -> RunAnnotation:
        """See AnnotationStore."""
        query = select(ANNOTATIONS).where(ANNOTATIONS.c.id == run_id)
        row = await self._read(lambda connection: connection.execute(query).mappings().first())
        if row is None:
            return RunAnnotation(run_id=run_id)
        return RunAnnotation(
            run_id=run_id, tags=row["tags"], rating=row["rating"], note=row["note"]
        )

    async def put(self, annotation: RunAnnotation) -> None:
        """See AnnotationStore."""
        row = annotation.model_dump(mode="json")
        row["id"] = row.pop("run_id")

        def work(connection: Connection) -> None:
            connection.execute(delete(ANNOTATIONS).where(ANNOTATIONS.c.id == row["id"]))
            connection.execute(insert(ANNOTATIONS), row)

        await self._write(work)
