"""The port for a provider's protocol."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Finish = Literal["stop", "length", "filtered", "refusal"]


@dataclass(frozen=True)
class ScriptedReply:
    """A scripted reply, independent of the protocol."""

    text: str
    finish: Finish | None = "stop"
    input_tokens: int = 12
    output_tokens: int = 7
    finish_as_sent: str = ""
    """The finish reason as a compatible server spells it."""
    cut_into: int = 4
    """Characters per streamed piece."""

    @property
    def pieces(self) -> list[str]:
        """The text in streamed pieces."""
        return [self.text[i : i + self.cut_into] for i in range(0, len(self.text), self.cut_into)]


@dataclass(frozen=True)
class Odd:
    """Valid JSON without a usable reply: the body, and the same as stream frames."""

    body: Any
    frames: Sequence[bytes]


class Dialect(Protocol):
    """A provider's protocol."""

    @property
    def odd(self) -> Mapping[str, Odd]:
        """JSON that is not a reply, under the same names in every protocol."""
        ...

    def speaks(self, path: str, headers: Mapping[str, str]) -> bool:
        """Whether a request belongs to this protocol."""
        ...

    def is_streamed(self, path: str, body: Any) -> bool:
        """Whether a request asks for a stream."""
        ...

    def models(self, names: Sequence[str]) -> Any:
        """The body of the list of models."""
        ...

    def whole(self, said: ScriptedReply, request: Any) -> Any:
        """The body of a whole reply."""
        ...

    def frames(self, said: ScriptedReply, request: Any) -> list[bytes]:
        """The frames of a streamed reply; with ``finish`` None the end is missing."""
        ...

    def error(self, status: int, message: str) -> Any:
        """The body of an error response."""
        ...

    def error_frame(self, message: str) -> bytes:
        """The frame of an error inside a stream."""
        ...


def sse(value: Any, event: str | None = None) -> bytes:
    """One server-sent event."""
    name = f"event: {event}\n" if event else ""
    data = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"{name}data: {data}\n\n".encode()
