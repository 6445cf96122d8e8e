"""The ChatModel port, with its request and reply types."""

import marshal
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal

from pydantic import Field
from pydantic_core import to_jsonable_python

from workbench.domain.answer import Role
from workbench.domain.base import Value, content_hash, sorted_json, text_hash
from workbench.llm.streams import closing


class Message(Value):
    """One message of a conversation."""

    role: Literal["user", "assistant"]
    text: str


class ChatRequest(Value):
    """A vendor-neutral request; an adapter translates it for its vendor."""

    role: Role
    system: str
    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    output_schema: dict[str, Any] | None = None
    """JSON Schema the reply must satisfy; None for free text."""
    schema_name: str = "reply"
    deadline_s: float = Field(gt=0)
    begin_by: float | None = Field(default=None, exclude=True)
    """Deadline of the first item on the monotonic clock; None applies only ``deadline_s``."""
    streamed: bool = Field(default=True, exclude=True)
    """False requests the whole reply at once, so that an interrupted reply is an error."""


class ChatReply(Value):
    """A reply. ``finish_reason`` is None if the reply was interrupted: its text is partial."""

    text: str
    finish_reason: Literal["stop", "length", "refusal", "filtered"] | None
    input_tokens: int = 0
    output_tokens: int = 0
    model: str
    ms: float = 0.0
    cached: bool = False
    """True if the reply was cached or replayed, without a call to the provider."""

    @property
    def is_whole(self) -> bool:
        """Whether the model finished the reply, and the reply has text."""
        return self.finish_reason == "stop" and bool(self.text.strip())


PROMPT_EDITION = 2
"""Version of the built-in prompts and output schemas.

A release that changes them increments it: replies to an earlier edition are then replayed in the
order of the calls (see ``workbench.llm.recording.replay``). Edition 0 is that of release 170e391.
"""

_ALWAYS_HASHED = frozenset(
    {
        "role", "system", "messages", "max_tokens", "temperature", "top_p", "top_k",
        "output_schema", "schema_name",
    }
)  # fmt: skip
"""Fields of the first release, which recorded hashes include even at their defaults."""

_SAMPLING = frozenset({"max_tokens", "temperature", "top_p", "top_k"})
"""Fields that control sampling."""


def request_hash(request: ChatRequest) -> str:
    """Hash a request; its deadlines do not affect the hash."""
    return json_hash(request_json(request))


def request_json(request: ChatRequest) -> dict[str, Any]:
    """Return a request in its JSON form; its schema, which is JSON already, is not copied."""
    bare = request.model_copy(update={"output_schema": None})
    return {**bare.model_dump(mode="json"), "output_schema": request.output_schema}


def json_hash(request: Mapping[str, Any]) -> str:
    """Hash a request in its JSON form; the same as ``request_hash``."""
    return text_hash(hashed_json(request))


def hashed_json(request: Mapping[str, Any]) -> str:
    """Return what ``json_hash`` hashes: the fields that count, with all texts, as JSON."""
    fields = _set_fields(request)
    written = (f"{sorted_json(name)}: {_field_json(name, fields[name])}" for name in sorted(fields))
    return f"{{{', '.join(written)}}}"


def _field_json(name: str, value: Any) -> str:
    """Return the JSON of a field; that of a schema, the longest one, is kept."""
    if name != "output_schema" or value is None:
        return sorted_json(value)
    return _schema_json(schema_key(value))


@lru_cache(maxsize=256)
def _schema_json(key: bytes) -> str:
    return sorted_json(schema_of_key(key))


_WITHOUT_REFERENCES = 2
"""The version of `marshal` that writes equal schemas alike."""


def schema_key(schema: dict[str, Any]) -> bytes:
    """Return a schema as a key of a cache; as JSON it would take six times as long."""
    return marshal.dumps(schema, _WITHOUT_REFERENCES)


def schema_of_key(key: bytes) -> dict[str, Any]:
    """Return the schema of a ``schema_key``."""
    schema: dict[str, Any] = marshal.loads(key)
    return schema


def prompt_hash(request: Mapping[str, Any]) -> str:
    """Hash a request in its JSON form without its sampling settings and deadlines."""
    given = _set_fields(request)
    return content_hash({name: given[name] for name in given if name not in _SAMPLING})


def _set_fields(request: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are hashed; a field added since the first release counts only if it is set.

    A new optional field therefore changes no hash: recorded runs still replay, and cached replies
    are still found.
    """
    return {
        name: value
        for name, value in request.items()
        if name in _ALWAYS_HASHED or (name != "deadline_s" and value != _default(name))
    }


def _default(name: str) -> Any:
    """A field's default in its JSON form; None for a field unknown to this release."""
    field = ChatRequest.model_fields.get(name)
    return to_jsonable_python(field.get_default(call_default_factory=True)) if field else None


def with_deadline(request: ChatRequest, until: float) -> ChatRequest:
    """Return the request with the time left until a deadline on the monotonic clock."""
    return request.model_copy(update={"deadline_s": max(until - time.monotonic(), 0.001)})


def as_stream(reply: ChatReply) -> Iterator[str | ChatReply]:
    """Yield a whole reply as a stream: its text, if any, then the reply."""
    if reply.text:
        yield reply.text
    yield reply


def first_item_timeout_s(request: ChatRequest) -> float:
    """Seconds that a stream may take to yield its first item."""
    if request.begin_by is None:
        return request.deadline_s
    return min(max(request.begin_by - time.monotonic(), 0.001), request.deadline_s)


class ChatModel(ABC):
    """A language model. Every failure is a ProviderError; programming errors pass through."""

    @property
    @abstractmethod
    def name(self) -> str:
        """``provider:model``, such as ``openai:gpt-4o``."""

    @abstractmethod
    def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """Yield pieces of text as they arrive, then the ChatReply with the whole text.

        The first item arrives by ``request.begin_by``, all of them within ``request.deadline_s``. A
        request that is not ``streamed`` yields its text in one piece, and raises an error where a
        stream would end with a partial reply.
        """

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Return the whole reply within ``request.deadline_s``."""
        whole = request.model_copy(update={"streamed": False})
        async with closing(self.stream(whole)) as items:
            # Read to the end: a stream closed early counts as abandoned.
            *_, reply = [item async for item in items]
        assert isinstance(reply, ChatReply), "a stream ends with its reply"
        return reply


class WrapperModel(ChatModel):
    """Passes every call on to the wrapped model; a subclass overrides what it changes."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The wrapped model's name."""
        return self._model.name

    def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream."""
        return self._model.stream(request)
