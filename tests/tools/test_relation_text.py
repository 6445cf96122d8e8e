"""Labels as the sentences about a graph inflect them."""

import pytest

from workbench.domain.local_text import Language
from workbench.tools.relation_text import Names, relation_text


@pytest.mark.parametrize(
    ("language", "label", "things"),
    [
        ("en", "employees", "employees"),
        ("en", "number of employees", ""),
        ("en", "height", ""),
        ("ru", "сотрудники", "сотрудников"),
        ("ru", "число сотрудников", ""),
        ("ru", "высота", ""),
    ],
)
def test_only_a_plural_label_names_things_that_are_counted(
    language: Language, label: str, things: str
) -> None:
    assert relation_text(language).counted_things(label) == things


@pytest.mark.parametrize(
    ("language", "things", "label", "clause"),
    [
        ("en", "plans", "has plan", "plans that Health has"),
        ("en", "rooms", "has plan", "rooms that Health has plan"),
        ("ru", "планы", "имеет план", "планы, которые имеет Health"),
    ],
)
def test_what_a_relation_leads_to_is_said_once(
    language: Language, things: str, label: str, clause: str
) -> None:
    assert relation_text(language).clause(things, label, Names(("Health",)), "out") == clause


@pytest.mark.parametrize(
    ("label", "sentence", "clause", "reached"),
    [
        ("near", "Gull is near Ulma", "huts near Ulma", "huts that Ulma is near"),
        (
            "part of",
            "Gull is part of Ulma",
            "huts that are part of Ulma",
            "huts that Ulma is part of",
        ),
        (
            "member of",
            "Gull is a member of Ulma",
            "huts that are members of Ulma",
            "huts that Ulma is a member of",
        ),
    ],
)
def test_labels_that_need_a_verb_are_given_one(
    label: str, sentence: str, clause: str, reached: str
) -> None:
    text = relation_text("en")
    assert text.sentence(label, "Gull", "Ulma") == sentence
    assert text.clause("huts", label, Names(("Ulma",)), "in") == clause
    assert text.clause("huts", label, Names(("Ulma",)), "out") == reached
