"""Lists that a text tells by its headings: one for the kind, and one below it for each thing."""

import pytest

from workbench.extractive.listed_headings import names_kind
from workbench.extractive.sentence_selection import best_statements
from workbench.extractive.sources import Source
from workbench.nlp.terms import content_terms

TITLE = "Allotment handbook"
SPADE = Source("Kept in the shed. It is cleaned after use.", (TITLE, "Shared tools", "Spade"))
MOWER = Source("Runs on petrol.", (TITLE, "Shared tools", "Mower"))
WATER = Source("The tools are rinsed at the tap.", (TITLE, "Water"))
PLOT = Source(
    "## Hazards\n\n### Well\n\nKeep the lid shut.\n\n### Wasps\n\nThey nest in the old oak.",
    (TITLE,),
)


def told(question: str, *sources: Source) -> list[str]:
    return [one.text for one in best_statements(question, sources)]


def test_headings_under_one_of_the_kind_are_the_things() -> None:
    assert told("Which tools are shared?", SPADE, MOWER, WATER) == [
        "Spade: Kept in the shed.",
        "Mower: Runs on petrol.",
    ]


def test_headings_within_one_passage_are_too() -> None:
    assert told("Which hazards are there?", PLOT) == [
        "Well: Keep the lid shut.",
        "Wasps: They nest in the old oak.",
    ]


def test_headings_that_each_name_one_of_the_kind_are_the_things() -> None:
    light = Source("It has two desks.", ("Theatre", "Light workshop"))
    sound = Source("It has one desk.", ("Theatre", "Sound workshop"))
    fire = Source("The doors of the workshops stay shut.", ("Theatre", "Fire"))

    assert told("Which workshops are there?", light, sound, fire) == [
        "Light workshop: It has two desks.",
        "Sound workshop: It has one desk.",
    ]


def test_a_word_that_tells_the_things_apart_is_answered_by_statements() -> None:
    shown = told("Which tools run on petrol?", SPADE, MOWER, WATER)

    assert "Runs on petrol." in shown
    assert not any("Spade" in one for one in shown)


def test_kinds_of_a_thing_are_its_headings() -> None:
    """«Печём» says nothing that tells one bread from another: they bake all of them."""
    rye = Source("Пекут его на закваске.", ("Рецептуры", "Хлеб", "Ржаной"))
    wheat = Source("Тесто зреет сутки.", ("Рецептуры", "Хлеб", "Пшеничный"))

    assert told("Какие виды хлеба мы печём?", rye, wheat) == [
        "Ржаной: Пекут его на закваске.",
        "Пшеничный: Тесто зреет сутки.",
    ]


def test_headings_below_the_heading_of_the_best_statement_are_the_things() -> None:
    page = Source(
        "## Types of flexible shift\n\nWe allow both types of flexible shift.\n\n"
        "### Gliding\n\nYou start when you like.\n\n### Split\n\nYou rest at noon.",
        ("Work",),
    )

    assert told("What types of flexible shift are allowed?", page) == [
        "Gliding: You start when you like.",
        "Split: You rest at noon.",
    ]


def test_headings_that_are_fewer_than_is_said_are_no_list() -> None:
    """The other ones stand in passages that were not found."""
    rooms = Source(
        "## Rooms\n\nThere are 4 rooms.\n\n### Wren\n\nIt seats 12.\n\n### Mill\n\nIt seats 9.",
        ("Hall",),
    )

    assert told("Which rooms are there?", rooms) == ["There are 4 rooms."]


def test_long_sections_are_told_by_their_headings() -> None:
    long = [
        Source(f"{'It is oiled ' * 13}often.", (TITLE, "Shared tools", name))
        for name in ("Spade", "Mower", "Rake")
    ]

    assert told("Which tools are shared?", *long) == ["Spade", "Mower", "Rake"]


@pytest.mark.parametrize(
    ("heading", "kind", "is_named"),
    [
        ("Shared tools", "tools", True),
        ("Tools for members", "tools", True),
        ("Types of power tools", "tools", True),
        ("Rules for tools", "tools", False),
        ("Tool requests", "tools", False),
        ("Cleaning tools", "tools", False),
        ("How to borrow tools", "tools", False),
        ("Оборудование в аренду", "оборудование", True),
        ("Доступное оборудование", "оборудование", True),
        ("Виды оборудования", "оборудование", True),
        ("Правила для оборудования", "оборудование", False),
    ],
)
def test_the_heading_is_about_the_things(heading: str, kind: str, is_named: bool) -> None:
    assert names_kind(heading, content_terms(kind)[0]) is is_named
