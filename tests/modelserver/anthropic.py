"""Anthropic's messages; structured output is a call of the tool that the request forces."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.modelserver.dialect import Odd, ScriptedReply, sse

FINISH = {
    "stop": "end_turn",
    "length": "max_tokens",
    "filtered": "refusal",
    "refusal": "refusal",
}
KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}


class AnthropicDialect:
    """``POST /v1/messages`` and ``GET /v1/models``."""

    def speaks(self, path: str, headers: Mapping[str, str]) -> bool:
        where = path.split("?", maxsplit=1)[0]
        lists = where.endswith("/v1/models") and "anthropic-version" in headers
        return lists or where.endswith("/v1/messages")

    def is_streamed(self, path: str, body: Any) -> bool:
        return bool(body and body.get("stream"))

    def models(self, names: Sequence[str]) -> Any:
        rows = [{"type": "model", "id": name, "display_name": name.title()} for name in names]
        return {"data": rows, "has_more": False, "first_id": names[0], "last_id": names[-1]}

    def whole(self, said: ScriptedReply, request: Any) -> Any:
        if tool := _forced_tool(request):
            block = {"type": "tool_use", "id": "toolu_1", "name": tool}
            return _message(request, said, [{**block, "input": _object(said.text)}], "tool_use")
        text = {"type": "text", "text": said.text}
        return _message(request, said, [text], FINISH.get(said.finish or ""))

    def frames(self, said: ScriptedReply, request: Any) -> list[bytes]:
        tool = _forced_tool(request)
        start = _message(request, ScriptedReply("", output_tokens=1), [], None)
        frames = [_event("message_start", message=start)]
        frames += _tool_block(said, tool) if tool else _text_block(said)
        if said.finish is None:
            return frames
        return [
            *frames,
            _event("content_block_stop", index=0),
            _event(
                "message_delta",
                delta={"stop_reason": "tool_use" if tool else FINISH[said.finish]},
                usage={"output_tokens": said.output_tokens},
            ),
            _event("message_stop"),
        ]

    def error(self, status: int, message: str) -> Any:
        kind = KINDS.get(status, "api_error")
        return {"type": "error", "error": {"type": kind, "message": message}}

    def error_frame(self, message: str) -> bytes:
        return _event("error", error={"type": "api_error", "message": message})

    @property
    def odd(self) -> Mapping[str, Odd]:
        silent = ScriptedReply("")
        start = _event("message_start", message=_message({}, silent, [], None))
        end, refused = _end("end_turn"), _end("refusal")
        nothing = {"type": "text", "text": None}
        wrong = {"id": 7, "type": "message", "role": [], "content": "none", "usage": "much"}
        return {
            "empty_choices": Odd(_message({}, silent, [], "end_turn"), [start, *end]),
            "null_content": Odd(
                _message({}, silent, [nothing], "end_turn"),
                [start, _event("content_block_start", index=0, content_block=nothing), *end],
            ),
            "blocked_prompt": Odd(_message({}, silent, [], "refusal"), [start, *refused]),
            "wrong_types": Odd(wrong, [_event("message_start", message=wrong), *end]),
        }


def _object(text: str) -> Any:
    """The arguments of a tool call, which are an object unless the text is incomplete."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return {"text": text}


def _forced_tool(request: Any) -> str | None:
    """The tool that a request forces the model to call."""
    if (request.get("tool_choice") or {}).get("type") not in {"tool", "any"}:
        return None
    name: str = request["tools"][0]["name"]
    return name


def _text_block(said: ScriptedReply) -> list[bytes]:
    start = _event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    deltas = [{"type": "text_delta", "text": piece} for piece in said.pieces]
    return [start, *(_event("content_block_delta", index=0, delta=delta) for delta in deltas)]


def _tool_block(said: ScriptedReply, tool: str) -> list[bytes]:
    block = {"type": "tool_use", "id": "toolu_1", "name": tool, "input": {}}
    start = _event("content_block_start", index=0, content_block=block)
    deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in said.pieces]
    return [start, *(_event("content_block_delta", index=0, delta=delta) for delta in deltas)]


def _end(reason: str) -> list[bytes]:
    return [
        _event("message_delta", delta={"stop_reason": reason}, usage={"output_tokens": 0}),
        _event("message_stop"),
    ]


def _event(name: str, **fields: Any) -> bytes:
    return sse({"type": name, **fields}, event=name)


def _message(
    request: Any, said: ScriptedReply, content: list[dict[str, Any]], stop: str | None
) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": request.get("model", "scripted"),
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": said.input_tokens, "output_tokens": said.output_tokens},
    }
