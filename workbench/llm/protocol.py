"""The ChatModel port: what the planner, the writer and the judge need of a language model."""

import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Literal

from pydantic import Field
from pydantic_core import to_jsonable_python

from workbench.domain.answer import Role
from workbench.domain.base import Value, content_hash
from workbench.llm.streams import closing


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
    """When the first item is due, on the monotonic clock; None allows the whole deadline."""
    streamed: bool = Field(default=True, exclude=True)
    """False asks the provider for the whole reply at once, so that one that breaks off fails."""


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


PROMPT_EDITION = 1
"""Which edition of the built-in prompts and output schemas requests are worded by.

A release that rewords them raises it: what a model replied to an earlier edition is then found by
the order of the calls (see ``workbench.llm.replay``). Edition 0 is that of release 170e391.
"""

_ALWAYS_HASHED = frozenset(
    {
        "role", "system", "messages", "max_tokens", "temperature", "top_p", "top_k",
        "output_schema", "schema_name",
    }
)  # fmt: skip
"""The fields of the first release, which recorded hashes contain even at their defaults."""

_SAMPLING = frozenset({"max_tokens", "temperature", "top_p", "top_k"})
"""How a reply is drawn, beside what is asked."""


def request_hash(request: ChatRequest) -> str:
    """The same for the same request, however much time it is given."""
    return content_hash(_set_fields(request.model_dump(mode="json")))


def words_hash(request: Mapping[str, Any]) -> str:
    """The same for requests, as JSON, with the same words and schema, however a reply is drawn."""
    given = _set_fields(request)
    return content_hash({name: given[name] for name in given if name not in _SAMPLING})


def _set_fields(request: Mapping[str, Any]) -> dict[str, Any]:
    """What a hash is taken over: a field that is added later counts where it was set.

    So a new optional field changes no hash: recorded runs replay, and the cache keeps its replies.
    """
    return {
        name: value
        for name, value in request.items()
        if name in _ALWAYS_HASHED or (name != "deadline_s" and value != _default(name))
    }


def _default(name: str) -> Any:
    """A field's default, as JSON; None for one that this release does not know."""
    field = ChatRequest.model_fields.get(name)
    return to_jsonable_python(field.get_default(call_default_factory=True)) if field else None


def with_deadline(request: ChatRequest, until: float) -> ChatRequest:
    """The request with the time that is left until a moment of the monotonic clock."""
    return request.model_copy(update={"deadline_s": max(until - time.monotonic(), 0.001)})


def in_one_piece(reply: ChatReply) -> Iterator[str | ChatReply]:
    """A whole reply as a stream has it: its text, if any, then the reply."""
    if reply.text:
        yield reply.text
    yield reply


def begins_within_s(request: ChatRequest) -> float:
    """How long a stream may take to begin."""
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
        """Pieces of text as they come, then the ChatReply with all of the text.

        The first item comes by ``request.begin_by``, all of them within ``request.deadline_s``. A
        request that is not ``streamed`` yields its text in one piece, and raises where a stream
        would end in a partial reply.
        """

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The whole reply, within ``request.deadline_s``."""
        whole = request.model_copy(update={"streamed": False})
        async with closing(self.stream(whole)) as items:
            # Read to the end: a stream that is left early counts as abandoned.
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
