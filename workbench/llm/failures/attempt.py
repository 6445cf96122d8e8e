"""Await one SDK call within its deadline, with its exceptions mapped to ProviderError."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from pydantic_ai.exceptions import UserError

from workbench.llm.failures.error_mapping import ErrorMapper

T = TypeVar("T")


async def attempt(work: Awaitable[T], mapper: ErrorMapper, until: float) -> T:
    """Return the result of a call; ``until`` is its deadline on the event loop's clock.

    Raises:
        ProviderError: the SDK raised an exception, or the deadline passed. It is raised outside
            the ``except`` block: the SDK's exception holds requests with keys, which tracebacks
            would show as local variables.
        UserError: pydantic-ai was called incorrectly, which is a programming error.
    """
    try:
        async with asyncio.timeout_at(until):
            return await work
    except UserError:
        raise
    except Exception as raised:
        error = mapper.error_of_exception(raised)
    raise error from error.original
