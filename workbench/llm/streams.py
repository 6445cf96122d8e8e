"""Close async streams deterministically, which leaving an `async for` early does not."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")


@asynccontextmanager
async def closing(items: AsyncIterator[T]) -> AsyncIterator[AsyncIterator[T]]:
    """Iterate over a stream and close it on exit, so that its connection closes at once."""
    try:
        yield items
    finally:
        if isinstance(items, AsyncGenerator):
            await items.aclose()


async def prefetch_first(
    begin: Callable[[], Awaitable[tuple[T, AsyncIterator[T]]]],
) -> AsyncGenerator[T, None]:
    """Yield the first item that ``begin`` awaited, then the other items of its stream.

    ``begin`` may retry or fall back to another stream until it has the first item.
    """
    first, items = await begin()
    async with closing(items):
        yield first
        async for item in items:
            yield item
