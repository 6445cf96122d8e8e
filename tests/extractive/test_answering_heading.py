"""Dates, versions and sections that a text tells in its headings alone."""

import pytest

from workbench.extractive.answerability import assess_answer
from workbench.extractive.sentence_selection import best_statements
from workbench.extractive.sources import Source

VAN = Source("The board agreed to buy a van.", ("Minutes", "Meeting of 14 May 2024"))
LEASE = Source("The lease was renewed until June 2027.", ("Minutes", "Meeting of 9 July 2024"))
REMOVED = Source(
    "## 2.0.0 - 2023-11-02\n\n### Removed\n\n- Support for old notes.\n\n"
    "## 1.9.4 - 2023-06-30\n\n### Fixed\n\n- The import of tags.",
    ("Changelog of Tinderbox",),
)
WALL = Source("Стена высотой девять метров.", ("Новости", "12 марта 2024: открыт скалодром"))


def told(question: str, *sources: Source) -> list[str]:
    return [one.text for one in best_statements(question, sources)]


def is_outright(question: str, *sources: Source) -> bool:
    headings = " ".join(title for one in sources for title in one.headings)
    return assess_answer(question, sources, told(question, *sources), headings).is_outright


@pytest.mark.parametrize(
    ("question", "source", "answer"),
    [
        (
            "When did the board agree to buy a van?",
            VAN,
            "Meeting of 14 May 2024: The board agreed to buy a van.",
        ),
        (
            "Когда открыли скалодром?",
            WALL,
            "12 марта 2024: открыт скалодром: Стена высотой девять метров.",
        ),
        (
            "At which meeting was the van agreed?",
            VAN,
            "Meeting of 14 May 2024: The board agreed to buy a van.",
        ),
        (
            "Which lecture covers field capacity?",
            Source("Infiltration and field capacity.", ("Soils", "Lecture 2 (10 October)")),
            "Lecture 2 (10 October): Infiltration and field capacity.",
        ),
        (
            "Which version removed support for old notes?",
            REMOVED,
            "2.0.0 - 2023-11-02: Removed: Support for old notes.",
        ),
    ],
)
def test_the_heading_that_tells_what_is_asked_opens_the_answer(
    question: str, source: Source, answer: str
) -> None:
    assert told(question, source)[0] == answer
    assert is_outright(question, source)


def test_a_date_of_the_statement_itself_goes_before_that_of_its_heading() -> None:
    assert told("Until when was the lease renewed?", LEASE) == [LEASE.text]


def test_a_heading_with_all_words_of_the_question_goes_before_another_date() -> None:
    pool = Source("Бассейн закрыт до сентября.", ("Новости", "3 июня 2024: закрытие бассейна"))
    assert told("Когда закрыли бассейн?", pool)[0].startswith("3 июня 2024: ")


def test_a_question_for_something_else_is_answered_without_the_heading() -> None:
    assert told("What did the board agree to buy?", VAN) == [VAN.text]


def test_a_version_with_its_date_tells_its_release() -> None:
    question = "When was version 1.9.4 released?"
    assert told(question, REMOVED)[0].startswith("1.9.4 - 2023-06-30: Fixed: ")
    assert is_outright(question, REMOVED)


def test_the_heading_of_another_version_tells_no_release() -> None:
    assert not any("2023" in one for one in told("When was version 3.0 released?", REMOVED))


def test_a_date_in_figures_is_no_version_that_was_released() -> None:
    checked = Source("The handbook was checked on 03.02.2024, in May again.", ("Handbook",))
    assert not is_outright("When was the handbook released?", checked)
