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


CHOIR = Source("The chair of the choir is Ann Reed, her deputy is Tom Hall.", ("Choir",))


def test_an_event_that_no_statement_tells_of_the_subject_is_absent() -> None:
    found = assess_answer(
        "Why did Ann Reed resign as chair of the choir?", [CHOIR], [CHOIR.text], "Choir"
    )

    assert found.coverage > 0.4
    assert found.absent_relation == "resign"
    assert not found.is_outright


def test_an_event_of_another_subject_is_not_that_of_the_subject() -> None:
    shown = ["Tom Hall: deputy; Since: 2019", "Swans born in May leave in autumn."]

    assert assess_answer("When was Tom Hall born?", [CHOIR], shown, "").absent_relation == "born"


def test_an_event_may_be_told_of_the_subject_of_the_sentence_before() -> None:
    shown = ["The chair is Ann Reed.", "She stepped down in May because of her health."]

    assert not assess_answer("Why did Ann Reed resign?", [CHOIR], shown, "").absent_relation


def test_a_year_is_no_price() -> None:
    found = assess_answer(
        "How much does Tom Hall earn?", [CHOIR], ["Deputy: Tom Hall; Since: 2019"], ""
    )

    assert found.absent_value == "money"
