"""What the server needs to know of one provider's protocol."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Finish = Literal["stop", "length", "filtered", "refusal"]


@dataclass(frozen=True)
class Said:
    """What the scripted model says, whatever the protocol."""

    text: str
    finish: Finish | None = "stop"
    input_tokens: int = 12
    output_tokens: int = 7
    spelled: str = ""
    """The finish in a compatible server's own word."""
    cut_into: int = 4
    """How many characters a streamed piece has."""

    @property
    def pieces(self) -> list[str]:
        """The text as it is streamed."""
        return [self.text[i : i + self.cut_into] for i in range(0, len(self.text), self.cut_into)]


@dataclass(frozen=True)
class Odd:
    """A reply in good JSON that says nothing usable: the body, and the same as stream frames."""

    body: Any
    frames: Sequence[bytes]


class Dialect(Protocol):
    """A provider's protocol."""

    @property
    def odd(self) -> Mapping[str, Odd]:
        """JSON that is no answer: the same names in every protocol."""
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

    def whole(self, said: Said, request: Any) -> Any:
        """The body of a whole reply."""
        ...

    def frames(self, said: Said, request: Any) -> list[bytes]:
        """The frames of a streamed reply; with ``finish`` None the end is missing."""
        ...

    def error(self, status: int, message: str) -> Any:
        """The body of an error response."""
        ...

    def error_frame(self, message: str) -> bytes:
        """An error inside a stream that began well."""
        ...


def sse(value: Any, event: str | None = None) -> bytes:
    """One server-sent event."""
    name = f"event: {event}\n" if event else ""
    data = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"{name}data: {data}\n\n".encode()
