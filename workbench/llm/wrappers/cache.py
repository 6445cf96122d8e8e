"""Cache replies on disk by the hash of their request."""

import asyncio
import contextlib
import json
import os
import re
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

from pydantic import ValidationError

from workbench.domain.base import content_hash
from workbench.llm.protocol import (
    ChatModel,
    ChatReply,
    ChatRequest,
    WrapperModel,
    as_stream,
    request_hash,
)
from workbench.llm.streams import closing
from workbench.logs import log


class ReplyCache:
    """One file per reply. Files are written atomically, so processes may share the folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> ChatReply | None:
        """Return the reply stored under a key; None if there is none or its file is damaged."""
        try:
            return ChatReply.model_validate_json(self._file(key).read_bytes())
        except (OSError, ValidationError):
            return None

    def put(self, key: str, reply: ChatReply) -> None:
        """Store a reply; a write error, such as a full disk, is logged and skips the entry."""
        file = self._file(key)
        part = file.with_name(f".{os.getpid()}-{secrets.token_hex(4)}")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(reply.model_dump_json().encode())
            part.replace(file)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()
            log.warning("model_cache", reason=str(error.strerror))

    def _file(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key[2:]}.json"


class CachedModel(WrapperModel):
    """Serves requests from the cache, and stores the wrapped model's replies.

    Only complete replies that satisfy their schema are stored: a new call may improve the others.
    """

    def __init__(self, model: ChatModel, cache: ReplyCache, *, address: str) -> None:
        super().__init__(model)
        self._cache = cache
        self._address = address

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """Yield the cached text in one piece, or the wrapped model's stream."""
        key = self._key(request)
        if cached := await self._cached(key, request):
            for item in as_stream(cached):
                yield item
            return
        async with closing(self._model.stream(request)) as items:
            async for item in items:
                if isinstance(item, ChatReply):
                    await self._store(key, request, item)
                yield item

    def _key(self, request: ChatRequest) -> str:
        return content_hash([self.name, self._address, request_hash(request)])

    async def _cached(self, key: str, request: ChatRequest) -> ChatReply | None:
        cached = await asyncio.to_thread(self._cache.get, key)
        if cached is None or not is_cacheable(cached, request):
            return None
        return cached.model_copy(update={"cached": True})

    async def _store(self, key: str, request: ChatRequest, reply: ChatReply) -> None:
        if is_cacheable(reply, request):
            await asyncio.to_thread(self._cache.put, key, reply)


def is_cacheable(reply: ChatReply, request: ChatRequest) -> bool:
    """Whether a reply is complete and satisfies the request's schema, if it has one."""
    if request.output_schema is None or not reply.is_whole:
        return reply.is_whole
    import jsonschema

    try:
        content = json.loads(reply.text)
        return jsonschema.Draft202012Validator(request.output_schema).is_valid(content)
    except (ValueError, RecursionError, re.error):  # not JSON, nested too deeply, invalid pattern
        return False
