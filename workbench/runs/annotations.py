"""Store what people noted about runs in the run database."""

from collections.abc import Collection

from sqlalchemy import Connection, select

from workbench.domain.run_summary import NOTED_PARTS, RunAnnotation
from workbench.runs.engine import dialect_insert
from workbench.runs.store_part import StorePart
from workbench.runs.tables import ANNOTATIONS


class SqlAnnotations(StorePart):
    """AnnotationStore over the connections of a run store."""

    async def get(self, run_id: str) -> RunAnnotation:
        """See AnnotationStore."""
        query = select(ANNOTATIONS).where(ANNOTATIONS.c.id == run_id)
        row = await self._read(lambda connection: connection.execute(query).mappings().first())
        if row is None:
            return RunAnnotation(run_id=run_id)
        return RunAnnotation(
            run_id=run_id, tags=row["tags"], rating=row["rating"], note=row["note"]
        )

    async def put(self, annotation: RunAnnotation, parts: Collection[str] = NOTED_PARTS) -> None:
        """See AnnotationStore."""
        row = annotation.model_dump(mode="json")
        row["id"] = row.pop("run_id")

        def work(connection: Connection) -> None:
            added = dialect_insert(ANNOTATIONS, connection.dialect.name)
            changed = {part: added.excluded[part] for part in parts}
            put = added.on_conflict_do_update(index_elements=[ANNOTATIONS.c.id], set_=changed)
            connection.execute(put, row)

        await self._write(work)
