"""Store versions of prompt templates in the run database."""

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Connection, func, insert, select

from workbench.domain.prompts import PromptEvent, PromptVersion
from workbench.runs.tables import PROMPT_EVENTS, PROMPT_VERSIONS


class SqlPrompts:
    """PromptStore over the connections of a run store."""

    def __init__(
        self,
        read: Callable[[Callable[[Connection], Any]], Awaitable[Any]],
        write: Callable[[Callable[[Connection], Any]], Awaitable[Any]],
    ) -> None:
        self._read = read
        self._write = write

    async def versions(self, workspace: str) -> tuple[PromptVersion, ...]:
        """See PromptStore."""
        query = (
            select(PROMPT_VERSIONS)
            .where(PROMPT_VERSIONS.c.workspace == workspace)
            .order_by(PROMPT_VERSIONS.c.name, PROMPT_VERSIONS.c.number)
        )
        rows = await self._read(lambda connection: connection.execute(query).mappings().all())
        return tuple(PromptVersion.model_validate(dict(row)) for row in rows)

    async def events(self, workspace: str) -> tuple[PromptEvent, ...]:
        """See PromptStore."""
        query = (
            select(PROMPT_EVENTS)
            .where(PROMPT_EVENTS.c.workspace == workspace)
            .order_by(PROMPT_EVENTS.c.created_at, PROMPT_EVENTS.c.id)
        )
        rows = await self._read(lambda connection: connection.execute(query).mappings().all())
        return tuple(PromptEvent.model_validate(dict(row)) for row in rows)

    async def add(self, version: PromptVersion) -> None:
        """See PromptStore."""
        row = version.model_dump(mode="json")
        await self._write(lambda connection: connection.execute(insert(PROMPT_VERSIONS), row))

    async def label(self, event: PromptEvent) -> None:
        """See PromptStore."""
        row = event.model_dump(mode="json")
        await self._write(lambda connection: connection.execute(insert(PROMPT_EVENTS), row))

    async def count(self, workspace: str) -> int:
        """See PromptStore."""
        query = select(func.count()).where(PROMPT_EVENTS.c.workspace == workspace)
        return int(await self._read(lambda connection: connection.execute(query).scalar_one()))
