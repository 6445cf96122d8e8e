"""The ChatModel port: what the planner, the writer and the judge need of a language model."""

import time
from collections.abc import AsyncIterator, Mapping
from typing import Any, Literal, Protocol

from pydantic import Field

from workbench.domain.answer import Role
from workbench.domain.base import Value, content_hash


class Message(Value):
    """One message of a conversation."""

    role: Literal["user", "assistant"]
    text: str


class ChatRequest(Value):
    """A request in the workbench's own terms; an adapter translates it for its vendor."""

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
    """When a stream has to have begun, on the monotonic clock; None gives it all of the time."""


class ChatReply(Value):
    """A reply. ``finish_reason`` None means that it ended without one: the text is partial."""

    text: str
    finish_reason: Literal["stop", "length", "refusal", "filtered"] | None
    input_tokens: int = 0
    output_tokens: int = 0
    model: str
    ms: float = 0.0
    cached: bool = False
    """True when no provider was asked: it was said before."""

    @property
    def is_whole(self) -> bool:
        """True when the model said that it was done."""
        return self.finish_reason == "stop" and bool(self.text.strip())


def request_hash(request: ChatRequest) -> str:
    """The same for the same request, however much time it is given."""
    return content_hash(request.model_dump(mode="json", exclude={"deadline_s"}))


def words_hash(request: Mapping[str, Any]) -> str:
    """The same for requests, as JSON, with the same words and schema, however a reply is drawn."""
    drawn = {"deadline_s", "max_tokens", "temperature", "top_p", "top_k"}
    return content_hash({name: value for name, value in request.items() if name not in drawn})


def with_deadline(request: ChatRequest, until: float) -> ChatRequest:
    """The request with the time that is left until a moment of the monotonic clock."""
    return request.model_copy(update={"deadline_s": max(until - time.monotonic(), 0.001)})


def begins_within_s(request: ChatRequest) -> float:
    """How long a stream may take to begin."""
    if request.begin_by is None:
        return request.deadline_s
    return min(max(request.begin_by - time.monotonic(), 0.001), request.deadline_s)


class ChatModel(Protocol):
    """A language model. Every failure is a ProviderError; programming errors pass through."""

    @property
    def name(self) -> str:
        """``provider:model``, such as ``openai:gpt-4o``."""
        ...

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The whole reply, within ``request.deadline_s``."""
        ...

    def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """Pieces of text as they come, then the ChatReply with all of the text.

        The first item comes by ``request.begin_by``, all of them within ``request.deadline_s``.
        """
        ...
