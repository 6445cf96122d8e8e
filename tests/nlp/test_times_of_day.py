"""Times of the day are read in hours from midnight, however they are written."""

import pytest

from workbench.nlp.quantities import are_equal, quantities
from workbench.nlp.times_of_day import times_of_day


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("from 7 am to 9 pm", [7.0, 21.0]),
        ("9.30 a.m. to 5:15 p.m.", [9.5, 17.25]),
        ("12 am, 12:30 pm", [0.0, 12.5]),
        ("at noon, by midnight", [12.0, 24.0]),
        ("с 9 утра до 6 вечера", [9.0, 18.0]),
        ("в 2 часа дня", [14.0]),
        ("до полуночи", [24.0]),
        ("8:00 to 20:00: renewals", [8.0, 20.0]),
        ("won 3:2, 5 nights, 10 ночей, at 9", []),
        ("10:15:30", []),
    ],
)
def test_a_time_of_the_day_is_read_with_its_half(text: str, hours: list[float]) -> None:
    assert [one.value for one in times_of_day(text)] == hours


def test_the_same_time_in_two_forms_is_one_quantity_and_the_other_half_is_not() -> None:
    evening, morning, written = (
        quantities(text)[0] for text in ("closes at 9 pm", "closes at 9 am", "closes at 21:00")
    )
    assert are_equal(evening, written)
    assert not are_equal(evening, morning)
