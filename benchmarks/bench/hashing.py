"""The embedder of both sides: words hashed into 384 numbers. Needs numpy alone."""

import re
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

DIMENSION = 384
_WORD = re.compile(r"\w+")


@lru_cache(maxsize=1_000_000)
def _place(word: str) -> tuple[int, float]:
    code = zlib.crc32(word.encode())
    return code % DIMENSION, 1.0 if code & 0x8000_0000 else -1.0


def embed(texts: Sequence[str]) -> Any:
    """Return a float32 array of unit rows, of shape (len(texts), DIMENSION)."""
    rows = np.zeros((len(texts), DIMENSION), dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        for word in _WORD.findall(text.lower()):
            place, sign = _place(word)
            row[place] += sign
        if not row.any():
            row[0] = 1.0
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)
