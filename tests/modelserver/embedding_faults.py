"""All embedding failures, with the number of attempts expected for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.modelserver.embeddings import Vectors, embed
from tests.modelserver.exchange import Answer, Exchange
from tests.modelserver.faults import FAULTS
from workbench.llm.wrappers.retry import TRIES

CHAT_ONLY = frozenset(
    {
        "empty choices",
        "null content",
        "wrong types",
        "error in the stream",
        "no end marker",
        "length",
        "refusal",
        "content filter",
        "blocked prompt",
        "20 MB of text",
    }
)


@dataclass(frozen=True)
class EmbeddingFault:
    """An answer, the expected error and number of attempts; None: as many as time allows."""

    answer: Answer
    tries: int | None = TRIES
    deadline_s: float = 2.0
    error: str = "ProviderError"


def not_a_number(rows: Vectors) -> Vectors:
    rows[len(rows) // 2, 3] = np.nan
    return rows


def another_size(rows: Vectors) -> Sequence[Any]:
    return [*rows[:-1], rows[-1][:-1]]


def nothing_in_one(rows: Vectors) -> Sequence[Any]:
    return [None, *rows[1:]]


async def wrong_types(exchange: Exchange) -> None:
    """Valid JSON with every value of the wrong type."""
    await exchange.respond_json({"data": "none", "embeddings": 7, "usage": []})


async def huge(exchange: Exchange) -> None:
    """Eighty megabytes of numbers."""
    await exchange.respond(b'{"data": [' + b"0.123456789, " * 6_000_000 + b"0]}")


EMBEDDING_FAULTS: Mapping[str, EmbeddingFault] = {
    "too few": EmbeddingFault(embed(lambda rows: rows[:-1])),
    "too many": EmbeddingFault(embed(lambda rows: [*rows, rows[0]])),
    "none": EmbeddingFault(embed(lambda rows: [])),
    "another size": EmbeddingFault(embed(another_size)),
    "not a number": EmbeddingFault(embed(not_a_number)),
    "zero length": EmbeddingFault(embed(lambda rows: rows * 0)),
    "null vector": EmbeddingFault(embed(nothing_in_one)),
    "last first": EmbeddingFault(embed(lambda rows: rows[::-1]), tries=1, error="StoreError"),
    "shifted": EmbeddingFault(
        embed(lambda rows: np.roll(rows, 1, axis=0)), tries=1, error="StoreError"
    ),
    "wrong types": EmbeddingFault(wrong_types),
    "80 MB of numbers": EmbeddingFault(huge, tries=1, deadline_s=20.0),
    **{
        name: EmbeddingFault(fault.answer, fault.tries, fault.deadline_s)
        for name, fault in FAULTS.items()
        if name not in CHAT_ONLY
    },
}
