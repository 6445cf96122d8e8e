"""Strip ``<think>…</think>`` from the beginning of a reply, whole or as it streams."""

import re
from typing import Literal, TypeAlias

UNTAGGED = ("\0<think>", "\0</think>")
"""Tags that no model writes: pydantic-ai leaves thinking in the text, also later in an answer."""

_OPENING = re.compile(r"\s*<(?P<name>think|thinking)>", re.IGNORECASE)
"""``<think>`` of DeepSeek R1 and Qwen 3, ``<thinking>`` of some Claude-style fine-tunes."""
_TAGS = ("<think>", "<thinking>")

_State: TypeAlias = Literal["beginning", "thinking", "speaking"]


class ReasoningBuffer:
    """Passes text on, without the reasoning blocks before it.

    The result does not depend on how the pieces are cut. A tag later in the text is text.
    """

    def __init__(self) -> None:
        self._state: _State = "beginning"
        self._held = ""
        self._closing = ""
        self._has_thought = False

    @property
    def has_thought(self) -> bool:
        """Whether there was a reasoning block."""
        return self._has_thought

    def feed(self, piece: str) -> str:
        """The text that may be shown now."""
        self._held += piece
        while self._advance():
            pass
        return self._said()

    def _said(self) -> str:
        if self._state != "speaking":
            return ""
        said, self._held = self._held, ""
        return said

    def _advance(self) -> bool:
        """One step; False where more has to come first."""
        match self._state:
            case "beginning":
                return self._begins()
            case "thinking":
                return self._ends()
            case "speaking":
                return False

    def _begins(self) -> bool:
        opening = _OPENING.match(self._held)
        if opening is not None:
            self._state, self._has_thought = "thinking", True
            self._closing = f"</{opening['name'].lower()}>"
            self._held = self._held[opening.end() :]
            return True
        begun = self._held.lstrip()
        if any(tag.startswith(begun.lower()) for tag in _TAGS):
            return False
        self._state = "speaking"
        self._held = begun if self._has_thought else self._held
        return True

    def _ends(self) -> bool:
        end = self._held.lower().find(self._closing)
        if end < 0:
            self._held = self._held[-len(self._closing) :]
            return False
        self._state, self._held = "beginning", self._held[end + len(self._closing) :]
        return True


def without_reasoning(text: str) -> str:
    """A whole reply without the reasoning before it.

    >>> without_reasoning("<think>\\n100 or 40?\\n</think>\\n\\nIt is 100.")
    'It is 100.'
    """
    return ReasoningBuffer().feed(text)
