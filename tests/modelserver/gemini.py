"""Gemini's generateContent; structured output is text in JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.modelserver.dialect import Odd, ScriptedReply, sse

FINISH = {"stop": "STOP", "length": "MAX_TOKENS", "filtered": "SAFETY", "refusal": "SAFETY"}
STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    409: "ABORTED",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}


class GeminiDialect:
    """``GET /v1beta/models``; ``POST …/NAME:generateContent``, ``:streamGenerateContent`` and
    ``:batchEmbedContents``."""

    def speaks(self, path: str, headers: Mapping[str, str]) -> bool:
        lists = path.split("?", maxsplit=1)[0].endswith("/v1beta/models")
        asks = ("generatecontent", "batchembedcontents")
        return lists or any(one in path.lower() for one in asks)

    def is_streamed(self, path: str, body: Any) -> bool:
        return ":streamGenerateContent" in path

    def models(self, names: Sequence[str]) -> Any:
        can = ["generateContent", "countTokens"]
        embeds = {
            "name": "models/scripted-embedding",
            "supportedGenerationMethods": ["embedContent"],
        }
        rows = [{"name": f"models/{name}", "displayName": name.title()} for name in names]
        return {"models": [{**row, "supportedGenerationMethods": can} for row in rows] + [embeds]}

    def whole(self, said: ScriptedReply, request: Any) -> Any:
        return _response(said, said.text, FINISH.get(said.finish or ""))

    def frames(self, said: ScriptedReply, request: Any) -> list[bytes]:
        *before, last = said.pieces
        end = FINISH.get(said.finish or "")
        return [
            *(sse(_response(said, piece, None)) for piece in before),
            sse(_response(said, last, end)),
        ]

    def error(self, status: int, message: str) -> Any:
        return {
            "error": {
                "code": status,
                "message": message,
                "status": STATUSES.get(status, "INTERNAL"),
            }
        }

    def error_frame(self, message: str) -> bytes:
        return sse(self.error(500, message))

    @property
    def odd(self) -> Mapping[str, Odd]:
        nothing: dict[str, Any] = {"candidates": [], "modelVersion": "scripted"}
        silent = _response(ScriptedReply(""), None, "STOP")
        wrong = {"candidates": "none", "usageMetadata": []}
        blocked = {"promptFeedback": {"blockReason": "SAFETY"}, "modelVersion": "scripted"}
        return {
            "blocked_prompt": Odd(blocked, [sse(blocked)]),
            "empty_choices": Odd(nothing, [sse(nothing)]),
            "null_content": Odd(silent, [sse(silent)]),
            "wrong_types": Odd(wrong, [sse(wrong)]),
        }


def _response(said: ScriptedReply, text: str | None, finish: str | None) -> dict[str, Any]:
    candidate: dict[str, Any] = {"index": 0, "content": {"role": "model"}}
    if text is not None:
        candidate["content"]["parts"] = [{"text": text}]
    if finish:
        candidate["finishReason"] = finish
    return {
        "candidates": [candidate],
        "modelVersion": "scripted",
        "responseId": "response-1",
        "usageMetadata": {
            "promptTokenCount": said.input_tokens,
            "candidatesTokenCount": said.output_tokens,
            "totalTokenCount": said.input_tokens + said.output_tokens,
        },
    }
