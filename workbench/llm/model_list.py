"""List the models that a provider offers."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from workbench.domain.base import Value
from workbench.errors import ProviderError
from workbench.llm.endpoint import endpoint_of
from workbench.llm.failures.error_mapping import ErrorMapper, error_mapper
from workbench.llm.failures.kinds import BUSY, DOWN, REFUSED_KEY, Failure
from workbench.llm.http.client import http_client
from workbench.llm.provider import Endpoint, ModelListing
from workbench.llm.providers import PROVIDERS
from workbench.settings import Settings

DEADLINE_S = 15.0
"""Seconds for all pages together."""
MOST_PAGES = 20
"""Further pages are not requested; the longest real list has about ten."""

NO_LIST = Failure("llm.no_list")
REFUSED_LIST = Failure("llm.refused_list")
REFUSALS: Mapping[int, Failure] = {401: REFUSED_KEY, 403: REFUSED_KEY, 404: NO_LIST, 429: BUSY}


class ModelInfo(Value):
    """A model as its provider lists it."""

    name: str
    """``provider:model``, as settings and options take it."""
    title: str = ""


async def list_models(provider: str, settings: Settings) -> tuple[ModelInfo, ...]:
    """Return the provider's models in its own order, including embedding and image models.

    Raises:
        ProviderError: the provider failed, or has no list.
        ConfigurationError: no such provider, no key, or no address.
    """
    at = endpoint_of(provider, settings)
    described = PROVIDERS[provider]
    found = await _read(described.listing, at, error_mapper(described, at.key))
    return tuple(ModelInfo(name=f"{provider}:{name}", title=title) for name, title in found)


async def _read(kind: ModelListing, at: Endpoint, mapper: ErrorMapper) -> list[tuple[str, str]]:
    try:
        async with asyncio.timeout(DEADLINE_S):
            return await _fetch(kind, at, mapper)
    except ProviderError:
        raise
    except Exception as raised:
        error = mapper.error_of_exception(raised)
    raise error from error.original


async def _fetch(kind: ModelListing, at: Endpoint, mapper: ErrorMapper) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    query: dict[str, str] | None = {}
    async with http_client() as http:
        for _ in range(MOST_PAGES):
            url = f"{at.url.rstrip('/')}{kind.path}"
            reply = await http.get(
                f"{url}?{urlencode(query)}" if query else url, headers=kind.headers(at.secret)
            )
            if reply.status_code != 200:
                raise mapper.error_of_failure(_refusal(reply.status_code))
            page = json.loads(reply.content)
            found |= dict(_rows(kind, page))
            query = kind.next_page(page)
            if not query:
                break
    return list(found.items())


def _rows(kind: ModelListing, page: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for row in page[kind.rows]:
        if named := kind.read(row):
            yield named


def _refusal(status: int) -> Failure:
    return REFUSALS.get(status) or (DOWN if status >= 500 else REFUSED_LIST)
