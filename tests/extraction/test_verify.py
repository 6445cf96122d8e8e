"""What a model's reply says is checked against the passage and the workspace's types."""

import pytest

from workbench.extraction.verify import typed
from workbench.workspace.schema import PropertySpec


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1,200", 1200),
        ("2 345", 2345),
        ("3,5", 3.5),
        ("−4", -4),
        ("NaN", None),
        ("infinity", None),
        ("1_000", None),
    ],
)
def test_a_number_is_read_as_people_write_it(written: str, value: float | None) -> None:
    assert typed(written, PropertySpec(label={"en": "length"}, kind="number")) == value
