"""Schemas of structured answers: nested, with enums, dates and optional fields."""

import datetime as dt
import json
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator


class Closed(BaseModel):
    """A schema without additional fields, as strict modes require."""

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
    """A schema with arbitrary fields, which strict modes refuse."""

    said: str
    by_product: dict[str, Money]
    pair: tuple[int, str] = (0, "")
    anything: list = []  # type: ignore[type-arg]


class Tree(Closed):
    """A recursive schema."""

    said: str
    parts: list["Tree"] = []


class Breaking(Closed):
    """A schema whose validator has a bug."""

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
"""A model's reply that fills `Excesses`."""
