"""Await one SDK call within its deadline, with its exceptions mapped to ProviderError."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from pydantic_ai.exceptions import UserError

from workbench.llm.error_mapping import ErrorMapper

T = TypeVar("T")


async def attempt(work: Awaitable[T], edge: ErrorMapper, until: float) -> T:
    """Await a call until a moment of the event loop's clock.

    Raises:
        ProviderError: whatever the SDK raised, or that time ran out. It is raised outside the
            ``except`` block, since the SDK's exception holds requests with keys and would show
            in tracebacks as a local variable.
        UserError: pydantic-ai was misused, which is a programming error.
    """
    try:
        async with asyncio.timeout_at(until):
            return await work
    except UserError:
        raise
    except Exception as raised:
        error = edge.error(raised)
    raise error from error.original
