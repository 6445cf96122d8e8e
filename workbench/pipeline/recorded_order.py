"""Put a replay's facts in the order of the recorded run, whose replies cite them by number."""

from collections.abc import Sequence

from workbench.domain.evidence import FactsPayload


def in_recorded_order(facts: FactsPayload, recorded: Sequence[str]) -> FactsPayload:
    """Return the same facts in the order of these ids.

    A later release may rank passages in another order. If it finds other facts than the recorded
    run did, they stay as they are.
    """
    by_id = {item.id: item for item in facts.items}
    if len(recorded) != len(facts.items) or by_id.keys() != set(recorded):
        return facts
    return facts.model_copy(update={"items": tuple(by_id[one] for one in recorded)})
