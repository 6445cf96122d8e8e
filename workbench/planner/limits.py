"""How many facts of a kind a plan may ask to show: the policy of seed 004 §6.3."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from workbench.domain.plan import Limits
from workbench.workspace.intents import Intent, Start

LimitKind: TypeAlias = Literal["technologies", "achievements", "bullets", "descriptions"]

CAPS: dict[LimitKind, int] = {
    "technologies": 12,
    "achievements": 10,
    "bullets": 10,
    "descriptions": 4,
}


def limit_kind(intent: Intent, start: Start | None) -> LimitKind:
    """The kind of facts that a call yields; passages of documents are long descriptions."""
    if start is None:
        return "descriptions"
    return intent.fact_at(start).limit_kind


def limits_for(kinds: Iterable[LimitKind]) -> Limits:
    """The limits of a plan whose calls yield these kinds: room for the longest list among them."""
    caps = [CAPS[kind] for kind in kinds if kind != "descriptions"]
    return Limits(max_items=max(caps)) if caps else Limits()
