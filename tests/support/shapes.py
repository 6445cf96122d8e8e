"""Shapes that programs ask answers for: nested, with choices, dates and optional parts."""

import datetime as dt
import json
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator


class Closed(BaseModel):
    """Names every field it may have, so strict modes can hold it."""

    model_config = ConfigDict(extra="forbid")


class Product(StrEnum):
    CAR = "car"
    MOTORCYCLE = "motorcycle"


class Money(Closed):
    amount: float = Field(ge=0)
    currency: Literal["USD", "EUR"] = "USD"


class Excess(Closed):
    product: Product
    sum: Money
    said: str
    since: dt.date | None = None


class Excesses(Closed):
    """What a policyholder pays in each product."""

    title: Annotated[str, Field(alias="heading")]
    excesses: list[Excess]
    highest: Excess | None = None
    checked_at: dt.datetime | None = None


class Loose(BaseModel):
    """Open in every way: strict modes refuse it."""

    said: str
    by_product: dict[str, Money]
    pair: tuple[int, str] = (0, "")
    anything: list = []  # type: ignore[type-arg]


class Tree(Closed):
    """Holds itself."""

    said: str
    parts: list["Tree"] = []


class Breaking(Closed):
    """Its validator has a mistake in it."""

    said: str

    @field_validator("said")
    @classmethod
    def _looked_up(cls, _: str) -> str:
        raise LookupError("no register")


CAR = {
    "product": "car",
    "sum": {"amount": 100, "currency": "USD"},
    "said": "It is $100 for each claim [Source 1].",
    "since": "2024-05-01",
}
FILLED = {
    "heading": "Windscreen [Source 1]",
    "excesses": [
        CAR,
        {
            "product": "motorcycle",
            "sum": {"amount": 40, "currency": "USD"},
            "said": "It is $40 for each claim [Source 2].",
            "since": None,
        },
    ],
    "highest": CAR,
    "checked_at": "2026-01-02T03:04:05Z",
}
SAID = json.dumps(FILLED)
"""What a model says that fills `Excesses`."""
