"""Lists that a text tells by its sentences, each on one of the things."""

from workbench.extractive.sentence_selection import best_statements
from workbench.extractive.sources import Source

HALL = ("Hall",)
ROOMS = Source(
    "The hall has three rooms that groups may hire. The Wren Room seats 12 and has a screen. "
    "The Mill Room seats 40. The Attic cannot be reached by lift. Groups pay at the desk.",
    HALL,
)
SHIFTS = Source(
    "Ночная смена длится с 22:00 до 6:00. Утренняя смена начинается в 6:00 и короче. "
    "Вечерняя смена работает в магазине. Замену на смену ищет сам сотрудник.",
    ("Смены",),
)


def told(question: str, *sources: Source) -> list[str]:
    return [one.text for one in best_statements(question, sources)]


def test_as_many_sentences_are_the_things_as_the_one_before_them_counts() -> None:
    shown = told("List the rooms that can be hired.", ROOMS)

    assert shown[0].startswith("The hall has three rooms")
    assert [one.split(" ")[1] for one in shown[1:]] == ["Wren", "Mill", "Attic"]


def test_sentences_that_open_with_things_of_the_kind_are_the_things() -> None:
    shown = told("Какие бывают смены?", SHIFTS)

    assert [one.split(" ")[0] for one in shown] == ["Ночная", "Утренняя", "Вечерняя"]


def test_a_word_of_the_question_that_one_thing_has_is_a_condition() -> None:
    shown = told("Which rooms have a screen?", ROOMS)

    assert any("Wren Room" in one for one in shown)
    assert not any("Attic" in one for one in shown)


def test_sentences_that_open_otherwise_are_not_counted() -> None:
    page = Source("The hall has two keys. Ask Ann for them. Dogs stay outside.", HALL)

    assert "Dogs stay outside." not in told("Which keys does the hall have?", page)


def test_sentences_below_a_heading_of_the_kind_are_the_things() -> None:
    kinds = Source(
        "Permanent: open-ended, full time or part time. Seasonal: from Easter to October, with "
        "hours that vary. Casual: no guaranteed hours, and any shift may be refused.",
        ("Contracts", "Kinds of contract"),
    )
    other = Source("Volunteers are no employees and have no contract.", ("Contracts", "Others"))

    shown = told("What are the kinds of contract?", kinds, other)

    assert [one.split(":")[0] for one in shown] == ["Permanent", "Seasonal", "Casual"]


def test_a_number_beyond_all_counting_counts_nothing() -> None:
    page = Source(f"The hall has {'9' * 400} rooms. The Wren Room seats 12.", HALL)

    assert told("Which rooms are there?", page)
