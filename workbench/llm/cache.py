"""Cache replies on disk by the hash of their request, so that it is paid for once."""

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
    in_one_piece,
    request_hash,
)
from workbench.llm.streams import closing
from workbench.logs import log


class ReplyCache:
    """A file for each reply. Several processes may share the folder: a file appears whole."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> ChatReply | None:
        """The reply kept under a key; a damaged file counts as none."""
        try:
            return ChatReply.model_validate_json(self._file(key).read_bytes())
        except (OSError, ValidationError):
            return None

    def put(self, key: str, reply: ChatReply) -> None:
        """Keep a reply; a full disk costs the entry and nothing else."""
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
    """Serves requests from the cache, and stores what the wrapped model replies.

    Only complete replies that satisfy their schema are stored: others may be better next time.
    """

    def __init__(self, model: ChatModel, cache: ReplyCache, *, address: str) -> None:
        super().__init__(model)
        self._cache = cache
        self._address = address

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The text that is kept in one piece, or else the wrapped model's stream."""
        key = self._key(request)
        if kept := await self._kept(key, request):
            for item in in_one_piece(kept):
                yield item
            return
        async with closing(self._model.stream(request)) as items:
            async for item in items:
                if isinstance(item, ChatReply):
                    await self._keep(key, request, item)
                yield item

    def _key(self, request: ChatRequest) -> str:
        return content_hash([self.name, self._address, request_hash(request)])

    async def _kept(self, key: str, request: ChatRequest) -> ChatReply | None:
        kept = await asyncio.to_thread(self._cache.get, key)
        if kept is None or not is_as_asked(kept, request):
            return None
        return kept.model_copy(update={"cached": True})

    async def _keep(self, key: str, request: ChatRequest, reply: ChatReply) -> None:
        if is_as_asked(reply, request):
            await asyncio.to_thread(self._cache.put, key, reply)


def is_as_asked(reply: ChatReply, request: ChatRequest) -> bool:
    """Whether a reply came to its end, and satisfies the schema if there is one."""
    if request.output_schema is None or not reply.is_whole:
        return reply.is_whole
    import jsonschema

    try:
        said = json.loads(reply.text)
        return jsonschema.Draft202012Validator(request.output_schema).is_valid(said)
    except (ValueError, RecursionError, re.error):  # no JSON, too deep, a pattern that is not ours
        return False
