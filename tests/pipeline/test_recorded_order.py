"""A replay's facts stand in the recorded order, as long as they are the same facts."""

import pytest

from tests.support.insurance_workspace import fact, payload
from workbench.pipeline.recorded_order import in_recorded_order

GLASS, KEYS = fact("Glass is covered"), fact("Keys are covered")


def test_the_same_facts_are_put_in_the_recorded_order() -> None:
    facts = in_recorded_order(payload(GLASS, KEYS), (KEYS.id, GLASS.id))
    assert facts.items == (KEYS, GLASS)


@pytest.mark.parametrize("recorded", [(), (GLASS.id,), (GLASS.id, "another"), (GLASS.id,) * 2])
def test_other_facts_stay_as_they_were_found(recorded: tuple[str, ...]) -> None:
    found = payload(GLASS, KEYS)
    assert in_recorded_order(found, recorded) is found
