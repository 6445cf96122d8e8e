"""Store versions of prompt templates in the run database."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pydantic import ValidationError
from sqlalchemy import Connection, func, insert, select

from workbench.domain.prompts import ORIGINAL, PromptEvent, PromptVersion
from workbench.logs import log
from workbench.runs.engine import dialect_insert
from workbench.runs.store_part import StorePart
from workbench.runs.tables import PROMPT_EVENTS, PROMPT_VERSIONS

T = TypeVar("T", PromptEvent, PromptVersion)


class SqlPrompts(StorePart):
    """PromptStore over the connections of a run store."""

    async def versions(self, workspace: str) -> tuple[PromptVersion, ...]:
        """See PromptStore."""
        query = (
            select(PROMPT_VERSIONS)
            .where(PROMPT_VERSIONS.c.workspace == workspace)
            .order_by(PROMPT_VERSIONS.c.name, PROMPT_VERSIONS.c.number)
        )
        rows = await self._read(lambda connection: connection.execute(query).mappings().all())
        return tuple(_valid(PromptVersion, rows))

    async def events(self, workspace: str) -> tuple[PromptEvent, ...]:
        """See PromptStore."""
        query = (
            select(PROMPT_EVENTS)
            .where(PROMPT_EVENTS.c.workspace == workspace)
            .order_by(PROMPT_EVENTS.c.created_at, PROMPT_EVENTS.c.id)
        )
        rows = await self._read(lambda connection: connection.execute(query).mappings().all())
        return tuple(_valid(PromptEvent, rows))

    async def add(self, version: PromptVersion) -> PromptVersion:
        """See PromptStore. If another process takes the number meanwhile, the next one is taken."""

        def work(connection: Connection) -> PromptVersion:
            added = dialect_insert(PROMPT_VERSIONS, connection.dialect.name)
            for statement in (added.on_conflict_do_nothing(), added):
                numbered = version.model_copy(update={"number": _highest(connection, version) + 1})
                if connection.execute(statement, numbered.model_dump(mode="json")).rowcount:
                    break
            return numbered

        numbered: PromptVersion = await self._write(work)
        return numbered

    async def label(self, event: PromptEvent) -> None:
        """See PromptStore."""
        row = event.model_dump(mode="json")
        await self._write(lambda connection: connection.execute(insert(PROMPT_EVENTS), row))

    async def count(self, workspace: str) -> int:
        """See PromptStore."""
        query = select(func.count()).where(PROMPT_EVENTS.c.workspace == workspace)
        return int(await self._read(lambda connection: connection.execute(query).scalar_one()))


def _highest(connection: Connection, version: PromptVersion) -> int:
    """Return the highest number of the versions of a template."""
    of_template = (PROMPT_VERSIONS.c.workspace == version.workspace) & (
        PROMPT_VERSIONS.c.name == version.name
    )
    query = select(func.max(PROMPT_VERSIONS.c.number)).where(of_template)
    return connection.execute(query).scalar() or ORIGINAL


def _valid(kind: type[T], rows: Iterable[Mapping[str, Any]]) -> Iterator[T]:
    """Yield the records of rows, without those that are invalid, such as a newer release's."""
    for row in rows:
        try:
            yield kind.model_validate(dict(row))
        except ValidationError as error:
            reason = error.errors(include_url=False)[0]["msg"]
            log.warning("prompt_not_read", row=row["id"], reason=reason)
