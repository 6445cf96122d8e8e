"""Strip ``<think>…</think>`` from the beginning of a reply, complete or streamed."""

import re
from typing import Literal, TypeAlias

UNTAGGED = ("\0<think>", "\0</think>")
"""Tags that no model writes; they disable pydantic-ai's own splitting, which would also remove tags
later in an answer."""

_OPENING = re.compile(r"\s*<(?P<name>think|thinking)>", re.IGNORECASE)
"""``<think>`` of DeepSeek R1 and Qwen 3, ``<thinking>`` of some Claude-style fine-tunes."""
_TAGS = ("<think>", "<thinking>")

_State: TypeAlias = Literal["beginning", "reasoning", "text"]


class ReasoningBuffer:
    """Passes on streamed text without the reasoning blocks at its beginning.

    The result does not depend on how the text is split into pieces. Tags later in the text stay.
    """

    def __init__(self) -> None:
        self._state: _State = "beginning"
        self._buffered = ""
        self._closing = ""
        self._found_reasoning = False

    @property
    def has_reasoning(self) -> bool:
        """Whether there was a reasoning block."""
        return self._found_reasoning

    def feed(self, piece: str) -> str:
        """The text that may be shown now."""
        self._buffered += piece
        while self._advance():
            pass
        return self._flush()

    def _flush(self) -> str:
        if self._state != "text":
            return ""
        text, self._buffered = self._buffered, ""
        return text

    def _advance(self) -> bool:
        """Take one step; False if more text is needed first."""
        match self._state:
            case "beginning":
                return self._read_beginning()
            case "reasoning":
                return self._skip_reasoning()
            case "text":
                return False

    def _read_beginning(self) -> bool:
        opening = _OPENING.match(self._buffered)
        if opening is not None:
            self._state, self._found_reasoning = "reasoning", True
            self._closing = f"</{opening['name'].lower()}>"
            self._buffered = self._buffered[opening.end() :]
            return True
        beginning = self._buffered.lstrip()
        if any(tag.startswith(beginning.lower()) for tag in _TAGS):
            return False
        self._state = "text"
        self._buffered = beginning if self._found_reasoning else self._buffered
        return True

    def _skip_reasoning(self) -> bool:
        end = self._buffered.lower().find(self._closing)
        if end < 0:
            self._buffered = self._buffered[-len(self._closing) :]
            return False
        self._state, self._buffered = "beginning", self._buffered[end + len(self._closing) :]
        return True


def without_reasoning(text: str) -> str:
    """Strip the reasoning from the beginning of a complete reply.

    >>> without_reasoning("<think>\\n100 or 40?\\n</think>\\n\\nIt is 100.")
    'It is 100.'
    """
    return ReasoningBuffer().feed(text)
