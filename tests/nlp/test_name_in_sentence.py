"""A name in a Russian sentence takes the case of its place, or the sentence avoids that case."""

import pytest

from workbench.nlp.name_in_sentence import name_after


@pytest.mark.parametrize(
    ("before", "name", "type_label", "sentence"),
    [
        ("Какие проекты были у ", "Дмитрий Лукоморов", "Человек", "Дмитрия Лукоморова"),
        ("Какую часть убытка по ", "Страхование питомцев", "Продукт", "Страхованию питомцев"),
        ("Зачем делали ", "Платформа данных", "Проект", "Платформу данных"),
    ],
)
def test_a_name_takes_the_case_of_the_words_before_it(
    before: str, name: str, type_label: str, sentence: str
) -> None:
    assert name_after(before, name, type_label) == before + sentence


@pytest.mark.parametrize(
    ("before", "name"),
    [
        ("", "Платформа данных"),
        ("Что такое ", "Платформа данных"),
        ("В чём суть проекта ", "Платформа данных"),
        ("Над чем работал ", "Платформа данных"),
        ("Действует ли ", "Платформа данных"),
        ("Что включает ", "Страхование питомцев"),
    ],
)
def test_a_subject_and_a_name_behind_its_type_stay_in_the_nominative(
    before: str, name: str
) -> None:
    assert name_after(before, name, "Проект") == before + name


def test_a_name_that_is_not_inflected_surely_stands_behind_its_type() -> None:
    assert (
        name_after("Что писали о ", "АЛОР Брокер", "Проект") == "Что писали о проекте АЛОР Брокер"
    )
    assert name_after("Зачем делали ", "АЛОР Брокер", "Проект") == "Зачем делали проект АЛОР Брокер"


def test_about_has_the_form_that_the_next_letter_takes() -> None:
    assert name_after("Писали ли о ", "Apache Kafka", "Технология") == "Писали ли об Apache Kafka"
    assert name_after("Писали об ", "Kafka", "Технология") == "Писали о Kafka"
    assert (
        name_after("Кто писал о ", "Анна Ковальская", "Человек") == "Кто писал об Анне Ковальской"
    )


@pytest.mark.parametrize(
    ("before", "name", "type_label"),
    [
        ("Какие проекты были у ", "Ульф Бергстрём", "Человек"),
        ("Что входит в ", "Страхование питомцев", "Продукт"),
        ("Что включает ", "Аптека", "Продукт"),
        ("Куда можно написать ", "Анна Ковальская", "Человек"),
        ("Контактные данные ", "Анна Ковальская", "Человек"),
    ],
)
def test_no_sentence_is_made_where_the_case_is_not_sure(
    before: str, name: str, type_label: str
) -> None:
    assert name_after(before, name, type_label) is None
