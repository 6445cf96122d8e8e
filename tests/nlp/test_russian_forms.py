"""Russian labels and names in the forms that a sentence needs."""

import pytest

from workbench.nlp.russian_forms import (
    Case,
    case_after,
    counted_noun,
    each,
    in_case,
    plural_adjective,
    plural_noun,
    verb_for,
    verb_for_plural,
)


@pytest.mark.parametrize(
    ("number", "noun"),
    [(1, "проект"), (3, "проекта"), (5, "проектов"), (12, "проектов"), (21, "проект")],
)
def test_a_noun_agrees_with_the_number_before_it(number: int, noun: str) -> None:
    assert counted_noun(number, "проект") == noun


@pytest.mark.parametrize(
    ("label", "plural"),
    [("вид спорта", "виды спорта"), ("горная река", "горные реки"), ("API", "API")],
)
def test_the_first_noun_of_a_label_and_its_adjectives_are_inflected(
    label: str, plural: str
) -> None:
    assert plural_noun(label) == plural


@pytest.mark.parametrize(
    ("name", "case", "form"),
    [
        ("Анна Ковальская", "datv", "Анне Ковальской"),
        ("Проект «Маяк»", "loct", "Проекте «Маяк»"),
        ("общие положения", "accs", "общие положения"),
        ("виртуальные машины", "accs", "виртуальные машины"),
        ("Kafka", "gent", "Kafka"),
        ("Дмитрий Лукоморов", "gent", "Дмитрия Лукоморова"),
        ("Мария Лукоморова", "datv", "Марии Лукоморовой"),
        ("Ульф Бергстрём", "datv", "Ульф Бергстрём"),
    ],
)
def test_a_name_takes_the_case_of_its_place(name: str, case: Case, form: str) -> None:
    assert in_case(name, case) == form


@pytest.mark.parametrize(
    ("label", "case"),
    [("управляет", "ablt"), ("работает в", "loct"), ("отвечает за", "ablt"), ("основал", "accs")],
)
def test_the_label_of_a_relation_decides_the_case_of_its_object(label: str, case: Case) -> None:
    assert case_after(label) == case


def test_verbs_and_adjectives_agree_with_what_they_are_said_of() -> None:
    assert verb_for("Анна", "написал") == "написала"
    assert verb_for_plural("работает в") == "работают в"
    assert (plural_adjective("независимый"), plural_adjective("река")) == ("независимые", "")
    assert each("картина") == "каждая картина"
