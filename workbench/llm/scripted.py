"""A ChatModel with scripted replies, for tests."""

import re
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TypeAlias

from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest

Line: TypeAlias = str | ChatReply | Exception | Callable[[ChatRequest], str]
"""A scripted reply: its text, the whole reply, an exception, or a function of the request."""

_PIECE = re.compile(r"\S+\s*|\s+")


class ScriptExhaustedError(AssertionError):
    """The test made more requests than its script has lines."""


class ScriptedModel(ChatModel):
    """Replies to each request with the next line of its script; ``requests`` holds them all."""

    def __init__(self, script: Iterable[Line], *, name: str = "scripted:model") -> None:
        self._script = iter(script)
        self._name = name
        self.requests: list[ChatRequest] = []

    @property
    def name(self) -> str:
        """``provider:model``."""
        return self._name

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """Yield the next line word by word, then the reply."""
        reply = self._next(request)
        for piece in _PIECE.findall(reply.text):
            yield piece
        yield reply

    def _next(self, request: ChatRequest) -> ChatReply:
        self.requests.append(request)
        try:
            line = next(self._script)
        except StopIteration:
            raise ScriptExhaustedError(f"no line for request {len(self.requests)}") from None
        if isinstance(line, Exception):
            raise line
        if isinstance(line, ChatReply):
            return line
        text = line if isinstance(line, str) else line(request)
        return ChatReply(
            text=text,
            finish_reason="stop",
            input_tokens=_tokens(request.system) + sum(_tokens(m.text) for m in request.messages),
            output_tokens=_tokens(text),
            model=self._name,
        )


def _tokens(text: str) -> int:
    """Count words as tokens, which is deterministic."""
    return len(_PIECE.findall(text))
