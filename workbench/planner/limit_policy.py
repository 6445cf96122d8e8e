"""How many facts of a kind a plan may ask to show: the policy of seed 004 §6.3."""

from collections.abc import Iterable

from workbench.domain.plan import POLICY_CAPS, LimitKind, Limits
from workbench.workspace.intents import Intent, Start


def limit_kind(intent: Intent, start: Start | None) -> LimitKind:
    """The kind of facts that a call yields; passages of documents are long descriptions."""
    if start is None:
        return "descriptions"
    return intent.fact_at(start).limit_kind


def limits_for(kinds: Iterable[LimitKind]) -> Limits:
    """The limits of a plan whose calls yield these kinds: room for the longest list among them."""
    caps = [POLICY_CAPS[kind] for kind in kinds if kind != "descriptions"]
    return Limits(max_items=max(caps)) if caps else Limits()
