"""Close async streams deterministically: leaving an `async for` early does not."""

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
    """Stream what ``begin`` starts: the first item, which it awaits itself, then the others.

    Whoever retries or falls back does so until the first item is there.
    """
    first, items = await begin()
    async with closing(items):
        yield first
        async for item in items:
            yield item
