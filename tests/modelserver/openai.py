"""OpenAI's chat completions and embeddings, as served by OpenAI and compatible servers."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.modelserver.dialect import Odd, ScriptedReply, sse

FINISH = {"stop": "stop", "length": "length", "filtered": "content_filter", "refusal": "stop"}
CODES = {401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded"}


class OpenAIDialect:
    """``POST /v1/chat/completions``, ``POST /v1/embeddings`` and ``GET /v1/models``."""

    def speaks(self, path: str, headers: Mapping[str, str]) -> bool:
        lists = path.endswith("/v1/models") and "anthropic-version" not in headers
        return lists or path.endswith(("/chat/completions", "/embeddings"))

    def is_streamed(self, path: str, body: Any) -> bool:
        return bool(body and body.get("stream"))

    def models(self, names: Sequence[str]) -> Any:
        rows = [{"id": name, "object": "model", "owned_by": "scripted"} for name in names]
        return {"object": "list", "data": rows}

    def whole(self, said: ScriptedReply, request: Any) -> Any:
        refused = said.finish == "refusal"
        message = {
            "role": "assistant",
            "content": None if refused else said.text,
            "refusal": said.text if refused else None,
        }
        return _completion(
            request,
            [{"index": 0, "message": message, "finish_reason": _finish(said)}],
            usage=_usage(said),
        )

    def frames(self, said: ScriptedReply, request: Any) -> list[bytes]:
        key = "refusal" if said.finish == "refusal" else "content"
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
        deltas += [{key: piece} for piece in said.pieces]
        frames = [sse(_chunk(request, delta)) for delta in deltas]
        if said.finish is None:
            return frames
        return [
            *frames,
            sse(_chunk(request, {}, finish=_finish(said))),
            sse({**_chunk(request, {}), "choices": [], "usage": _usage(said)}),
            sse("[DONE]"),
        ]

    def error(self, status: int, message: str) -> Any:
        kind = "server_error" if status >= 500 else "invalid_request_error"
        return {"error": {"message": message, "type": kind, "code": CODES.get(status)}}

    def error_frame(self, message: str) -> bytes:
        return sse({"error": {"message": message, "type": "server_error", "code": None}})

    @property
    def odd(self) -> Mapping[str, Odd]:
        done = sse("[DONE]")
        silent = {"index": 0, "message": {"role": "assistant", "content": None}}
        return {
            "empty_choices": Odd(
                _completion({}, []), [sse({**_chunk({}, {}), "choices": []}), done]
            ),
            "null_content": Odd(
                _completion({}, [{**silent, "finish_reason": "stop"}]),
                [sse(_chunk({}, {"content": None}, finish="stop")), done],
            ),
            "blocked_prompt": Odd(
                _completion({}, [{**silent, "finish_reason": "content_filter"}]),
                [sse(_chunk({}, {}, finish="content_filter")), done],
            ),
            "wrong_types": Odd(
                {"id": 7, "object": [], "created": "soon", "model": {}, "choices": "none"},
                [sse({"id": 7, "choices": [{"delta": "text", "index": "first"}]}), done],
            ),
        }


def _finish(said: ScriptedReply) -> str | None:
    return said.finish_as_sent or FINISH.get(said.finish or "")


def _completion(request: Any, choices: list[Any], usage: Any = None) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_760_000_000,
        "model": request.get("model", "scripted"),
        "choices": choices,
        "usage": usage,
    }


def _chunk(request: Any, delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1_760_000_000,
        "model": request.get("model", "scripted"),
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


def _usage(said: ScriptedReply) -> dict[str, int]:
    return {
        "prompt_tokens": said.input_tokens,
        "completion_tokens": said.output_tokens,
        "total_tokens": said.input_tokens + said.output_tokens,
    }
