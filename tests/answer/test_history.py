"""Earlier turns within their budget."""

from workbench.answer.history import recent
from workbench.domain.question import Turn

LONG = "The windscreen excess is a hundred dollars. " * 20


def turn(number: int, answer: str = "Yes.") -> Turn:
    return Turn(run_id=str(number), question=f"Question {number}?", answer=answer)


def test_what_fits_is_told_in_its_order() -> None:
    history = recent([turn(1), turn(2)], 100)

    assert [message.text for message in history.messages] == [
        "Question 1?",
        "Yes.",
        "Question 2?",
        "Yes.",
    ]
    assert (history.left_out, history.cut) == (0, ())


def test_the_oldest_turns_are_left_out_and_named() -> None:
    history = recent([turn(1, LONG), turn(2)], 40)

    assert [message.text for message in history.messages] == ["Question 2?", "Yes."]
    assert history.cut == ("Question 1?",)
    assert history.left_out > 200


def test_a_long_answer_is_shortened_to_whole_sentences() -> None:
    history = recent([turn(1), turn(2, LONG)], 100)

    asked, answered = history.messages
    assert asked.text == "Question 2?"
    assert answered.text.endswith("hundred dollars.")
    assert len(answered.text) < len(LONG)
    assert history.cut == ("Question 1?", "Question 2?")


def test_no_budget_means_no_history() -> None:
    assert recent([turn(1)], 0).messages == ()
