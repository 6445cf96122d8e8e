"""The models a provider offers, as its own list says."""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from pydantic import SecretStr

from workbench.domain.base import Value
from workbench.errors import ProviderError
from workbench.llm.endpoint import Endpoint, endpoint_of
from workbench.llm.error_mapping import ErrorMapper, error_mapper
from workbench.llm.failure_kinds import BUSY, DOWN, REFUSED_KEY, Failure
from workbench.llm.http import http_client
from workbench.llm.providers import known_provider
from workbench.settings import Settings

DEADLINE_S = 15.0
MOST_PAGES = 20

NO_LIST = Failure("llm.no_list")
REFUSED_LIST = Failure("llm.refused_list")
REFUSALS: Mapping[int, Failure] = {401: REFUSED_KEY, 403: REFUSED_KEY, 404: NO_LIST, 429: BUSY}


class ModelInfo(Value):
    """A model as its provider lists it."""

    name: str
    """``provider:model``, as settings and options take it."""
    title: str = ""


@dataclass(frozen=True)
class _List:
    """How one provider is asked for its list, and how a page of it is read."""

    path: str
    headers: Callable[[str], dict[str, str]]
    rows: str
    read: Callable[[Mapping[str, Any]], tuple[str, str] | None]
    next_page: Callable[[Mapping[str, Any]], dict[str, str] | None] = lambda _: None


async def list_models(provider: str, settings: Settings) -> tuple[ModelInfo, ...]:
    """What the provider lists, in its own order; embedding and image models are among it.

    Raises:
        ProviderError: the provider failed, or has no list.
        ConfigurationError: there is no such provider, or its key or address is missing.
    """
    known_provider(provider)
    at = endpoint_of(provider, settings)
    edge = error_mapper(provider, at.key)
    found = await _read(_LISTS[provider], at, edge)
    return tuple(ModelInfo(name=f"{provider}:{name}", title=title) for name, title in found)


async def _read(kind: _List, at: Endpoint, edge: ErrorMapper) -> list[tuple[str, str]]:
    try:
        async with asyncio.timeout(DEADLINE_S):
            return await _fetch(kind, at, edge)
    except ProviderError:
        raise
    except Exception as raised:
        error = edge.error(raised)
    raise error from error.original


async def _fetch(kind: _List, at: Endpoint, edge: ErrorMapper) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    query: dict[str, str] | None = {}
    async with http_client() as http:
        for _ in range(MOST_PAGES):
            url = f"{at.url.rstrip('/')}{kind.path}"
            reply = await http.get(
                f"{url}?{urlencode(query)}" if query else url, headers=kind.headers(_secret(at.key))
            )
            if reply.status_code != 200:
                raise edge.failed(_refusal(reply.status_code))
            page = json.loads(reply.content)
            found |= dict(_rows(kind, page))
            query = kind.next_page(page)
            if not query:
                break
    return list(found.items())


def _rows(kind: _List, page: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for row in page[kind.rows]:
        if read := kind.read(row):
            yield read


def _refusal(status: int) -> Failure:
    return REFUSALS.get(status) or (DOWN if status >= 500 else REFUSED_LIST)


def _secret(key: SecretStr | None) -> str:
    return key.get_secret_value() if key else ""


def _bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def _openai_row(row: Mapping[str, Any]) -> tuple[str, str]:
    return str(row["id"]), str(row.get("name") or "")


def _gemini_row(row: Mapping[str, Any]) -> tuple[str, str] | None:
    if "generateContent" not in row.get("supportedGenerationMethods", ()):
        return None
    return str(row["name"]).removeprefix("models/"), str(row.get("displayName") or "")


_LISTS: Mapping[str, _List] = {
    "openai": _List("/models", _bearer, "data", _openai_row),
    "compatible": _List("/models", _bearer, "data", _openai_row),
    "anthropic": _List(
        "/v1/models",
        lambda key: {"x-api-key": key, "anthropic-version": "2023-06-01"},
        "data",
        lambda row: (str(row["id"]), str(row.get("display_name") or "")),
        lambda page: {"after_id": str(page["last_id"])} if page.get("has_more") else None,
    ),
    "gemini": _List(
        "/v1beta/models",
        lambda key: {"x-goog-api-key": key},
        "models",
        _gemini_row,
        lambda page: {"pageToken": token} if (token := page.get("nextPageToken")) else None,
    ),
}
