"""Streams that are closed for certain: leaving an `async for` does not close what it reads."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")


@asynccontextmanager
async def closing(items: AsyncIterator[T]) -> AsyncIterator[AsyncIterator[T]]:
    """The stream, closed on the way out, so that its connection closes at once."""
    try:
        yield items
    finally:
        if isinstance(items, AsyncGenerator):
            await items.aclose()


async def prefetch_first(
    begin: Callable[[], Awaitable[tuple[T, AsyncIterator[T]]]],
) -> AsyncGenerator[T, None]:
    """A stream of which somebody has to wait for the first item, and then for the rest."""
    first, items = await begin()
    async with closing(items):
        yield first
        async for item in items:
            yield item
