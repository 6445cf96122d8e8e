"""One try at a vendor: in time, and failing as ours."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from pydantic_ai.exceptions import UserError

from workbench.llm.error_mapping import ErrorMapper

T = TypeVar("T")


async def attempt(work: Awaitable[T], edge: ErrorMapper, until: float) -> T:
    """What comes of the work until a moment of the event loop's clock.

    Whatever the SDK raises becomes a ProviderError; our own misuse of it does not. Raised once the
    SDK's error is forgotten: as a local variable it would be in tracebacks.
    """
    try:
        async with asyncio.timeout_at(until):
            return await work
    except UserError:
        raise
    except Exception as raised:
        error = edge.error(raised)
    raise error from error.original
