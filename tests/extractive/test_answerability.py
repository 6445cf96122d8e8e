"""What an answer has of its question."""

from workbench.extractive.answerability import assess_answer
from workbench.extractive.sentence_selection import Source

LIGHTHOUSE = Source("The lamp burns oil. The keeper climbs the tower at dusk.", ("Lighthouse",))


def test_an_answer_with_the_words_and_the_value_is_outright() -> None:
    found = assess_answer(
        "When does the keeper climb the tower?",
        [LIGHTHOUSE],
        ["The keeper climbs the tower at dusk, before 21:00."],
        "Lighthouse",
    )

    assert found.is_outright
    assert (found.missing, found.absent_value) == ((), None)


def test_words_that_no_source_has_are_named() -> None:
    found = assess_answer(
        "Is the foghorn electric?", [LIGHTHOUSE], ["The lamp burns oil."], "Lighthouse"
    )

    assert not found.is_outright
    assert found.missing == ("foghorn", "electric")


def test_an_answer_without_the_kind_of_value_asked_for_is_not_outright() -> None:
    found = assess_answer(
        "How much does the keeper of the tower earn?",
        [LIGHTHOUSE],
        ["The keeper climbs the tower at dusk."],
        "Lighthouse",
    )

    assert found.coverage > 0.4
    assert found.absent_value == "money"
    assert not found.is_outright
