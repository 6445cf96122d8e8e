"""Embeddings in the providers' protocols: hashed vectors, similar for similar texts."""

import base64
import zlib
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tests.modelserver.exchange import Answer, Exchange, Received

Vectors: TypeAlias = NDArray[np.float32]
Spoil: TypeAlias = Callable[[Vectors], Sequence[Any]]
"""Turns valid vectors into invalid ones."""

SIZE = 64
GRAMS = (3, 4)


def vector_of(text: str, size: int = SIZE) -> Vectors:
    """Hash the text's character n-grams into a unit vector, deterministically."""
    row = np.zeros(size, dtype=np.float32)
    padded = f" {' '.join(text.casefold().split())} "
    for length in GRAMS:
        for start in range(max(len(padded) - length + 1, 1)):
            code = zlib.crc32(padded[start : start + length].encode())
            row[code % size] += 1.0 if code & 0x8000_0000 else -1.0
    if not row.any():
        row[0] = 1.0
    unit: Vectors = row / np.linalg.norm(row)
    return unit


def texts_of(request: Received) -> list[str]:
    """The texts to embed in a request."""
    if _is_openai(request):
        given = request.body["input"]
        return [given] if isinstance(given, str) else list(given)
    return [one["content"]["parts"][0]["text"] for one in request.body["requests"]]


def asks_vectors(request: Received) -> bool:
    """Whether a request of any protocol asks for embeddings."""
    return _is_openai(request) or ":batchEmbedContents" in request.path


def embed(spoil: Spoil = list, *, size: int = SIZE, shuffled: bool = False) -> Answer:
    """The vectors of the texts; ``shuffled`` reverses OpenAI's rows, which carry their index."""

    async def answer(exchange: Exchange) -> None:
        texts = texts_of(exchange.request)
        rows = spoil(np.stack([vector_of(text, size) for text in texts]))
        if _is_openai(exchange.request):
            body = _openai(rows, exchange.request.body, tokens=sum(len(t) // 4 + 1 for t in texts))
            body["data"] = body["data"][::-1] if shuffled else body["data"]
        else:
            body = {"embeddings": [{"values": _numbers(row)} for row in rows]}
        await exchange.respond_json(body)

    return answer


def _openai(rows: Sequence[Any], request: Any, tokens: int) -> dict[str, Any]:
    form = _base64 if request.get("encoding_format") == "base64" else _numbers
    return {
        "object": "list",
        "model": request["model"],
        "data": [
            {"object": "embedding", "index": index, "embedding": form(row)}
            for index, row in enumerate(rows)
        ],
        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
    }


def _is_openai(request: Received) -> bool:
    return request.path.endswith("/embeddings")


def _base64(row: Any) -> Any:
    return row if row is None else base64.b64encode(np.asarray(row, dtype="<f4")).decode()


def _numbers(row: Any) -> Any:
    return row if row is None else [float(value) for value in row]
