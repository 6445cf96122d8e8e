"""Translate pydantic-ai's replies and stream events, without a client."""

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from pydantic_ai.messages import (
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ToolCallPart,
    ToolCallPartDelta,
)

from workbench.domain.local_text import whole_characters
from workbench.llm.protocol import ChatReply
from workbench.llm.pydantic_ai.reasoning_tags import without_reasoning
from workbench.llm.pydantic_ai.translate import OutputMode
from workbench.text.json_text import object_text

FinishReason: TypeAlias = Literal["stop", "length", "refusal", "filtered"]

COMPATIBLE = "compatible"
"""The provider whose servers use finish reasons of their own."""

_UNFINISHED: Mapping[str, FinishReason] = {"length": "length", "content_filter": "filtered"}
# Finish reasons of an interrupted reply: "error", "cancelled", "timeout", "tool_calls" for a tool
# that was not offered, the literal words "null" and "None".
_BROKE_OFF = re.compile(
    r"error|fail|cancel|abort|time_?out|interrupt|incomplete|tool|function|unknown|^(?:none|null)$",
    re.IGNORECASE,
)
# "content_filter", "SAFETY", "guardrail_intervened", "PROHIBITED_CONTENT"
_FILTERED = re.compile(r"filter|safety|guardrail|block|moderat|prohibit|refus", re.IGNORECASE)
# "length", "max_tokens", "token_limit", "truncated"
_LENGTH = re.compile(r"length|max|limit|truncat", re.IGNORECASE)


def reply_of(
    response: ModelResponse, *, mode: OutputMode | None, model: str, ms: float
) -> ChatReply:
    """Translate a response; its text may be empty, which the caller checks."""
    details = response.provider_details or {}
    return ChatReply(
        text=whole_characters(_text(response, mode) or str(details.get("refusal") or "")),
        finish_reason=_finish(response, mode),
        input_tokens=response.usage.input_tokens,
        output_tokens=response.usage.output_tokens,
        model=model,
        ms=ms,
    )


def text_delta(event: ModelResponseStreamEvent, mode: OutputMode | None) -> str:
    """The text that an event adds to the reply; empty if it adds none."""
    match event:
        case PartStartEvent(part=ToolCallPart(args=str(args))) if mode == "tool":
            return args
        case PartDeltaEvent(delta=ToolCallPartDelta(args_delta=str(args))) if mode == "tool":
            return args
        case PartStartEvent(part=TextPart(content=str(text))) if mode != "tool":
            return text
        case PartDeltaEvent(delta=TextPartDelta(content_delta=str(text))) if mode != "tool":
            return text
        case _:
            return ""


class SurrogateBuffer:
    """Holds back the first half of a surrogate pair until the second half arrives."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """Add a piece; return the text that may be shown now."""
        text = self._held + piece
        cut = len(text) - 1 if text and "\ud800" <= text[-1] <= "\udbff" else len(text)
        self._held = text[cut:]
        return whole_characters(text[:cut])


def _text(response: ModelResponse, mode: OutputMode | None) -> str:
    if mode == "tool":
        for part in response.parts:
            if isinstance(part, ToolCallPart):
                # Unchanged: pydantic-ai's args_as_json_str() wraps arguments that are not JSON.
                return _as_json(part.args)
    content = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    text = without_reasoning(content)
    return object_text(text) if mode == "prompted" else text


def _as_json(args: str | Mapping[str, Any] | None) -> str:
    return args if isinstance(args, str) else json.dumps(args or {}, ensure_ascii=False)


def _finish(response: ModelResponse, mode: OutputMode | None) -> FinishReason | None:
    """Why the model stopped; None if the vendor gave no reason (pydantic-ai assumes "stop")."""
    details = response.provider_details or {}
    if "refusal" in details or details.get("finish_reason") == "refusal":
        return "refusal"
    match response.finish_reason:
        case "stop" if details.get("finish_reason"):
            return "stop"
        case "tool_call" if mode == "tool":
            return "stop"
        case None if response.provider_name == COMPATIBLE:
            return finish_reason_of(str(details.get("finish_reason") or ""))
        case other:
            return _UNFINISHED.get(other or "")


def finish_reason_of(reason: str) -> FinishReason | None:
    """Translate a compatible server's finish reason.

    Servers have many names for a normal end (``eos_token``, ``end_turn``), so every reason that
    matches no other pattern is "stop".
    """
    if not reason or _BROKE_OFF.search(reason):
        return None
    if _FILTERED.search(reason):
        return "filtered"
    return "length" if _LENGTH.search(reason) else "stop"
