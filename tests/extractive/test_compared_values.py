"""Which of two things is cheaper, longer or heavier, by the values of their statements."""

import pytest

from workbench.extractive.compared_values import compared_values
from workbench.extractive.sentence_selection import best_statements
from workbench.extractive.sources import Source

FARES = Source("A return costs 12 pounds, a day pass 15 pounds and a month pass 90 pounds.")
SEATS = Source(
    "|Seat|Weekday|Weekend|\n|---|---|---|\n|Stalls|$18|$24|\n|Balcony|$6|$9|", ("Seats",)
)
BOATS = Source("|Boat|Weight|\n|---|---|\n|Heron|410 kg|\n|Tern|410 kg|", ("Boats",))
ROOMS = Source("|Room|Price|\n|---|---|\n|Loft|$40 a day|\n|Barn|€30 a day|", ("Rooms",))


def computed(question: str, source: Source) -> tuple[str, ...] | None:
    return compared_values(question, best_statements(question, [source]))


@pytest.mark.parametrize(
    ("question", "source", "expected"),
    [
        (
            "Which is cheaper, a return or a day pass?",
            FARES,
            ("return", "cheaper", "12 pounds", "15 pounds"),
        ),
        (
            "Which is more expensive on a weekday, the Stalls or the Balcony?",
            SEATS,
            ("Stalls", "expensive", "$18", "$6"),
        ),
        (
            "What is cheaper on a weekend, the Stalls or the Balcony?",
            SEATS,
            ("Balcony", "cheaper", "$9", "$24"),
        ),
    ],
)
def test_the_values_of_one_unit_are_compared(
    question: str, source: Source, expected: tuple[str, ...]
) -> None:
    assert computed(question, source) == expected


def test_equal_values_name_neither() -> None:
    found = computed("Which is heavier, the Heron or the Tern?", BOATS)

    assert found == ("", "heavier", "410 kg", "410 kg")


@pytest.mark.parametrize(
    ("question", "source"),
    [
        ("Which is cheaper, the Loft or the Barn?", ROOMS),  # two currencies
        ("Which is cheaper, the Stalls or the Balcony?", SEATS),  # two prices each
        ("Which is older, the Heron or the Tern?", BOATS),  # no dates
        ("What do the Heron and the Tern weigh?", BOATS),  # nothing is compared
    ],
)
def test_nothing_is_computed_where_it_is_not_clear(question: str, source: Source) -> None:
    assert computed(question, source) is None
