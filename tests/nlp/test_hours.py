"""The beginning and the end of opening hours, in questions and in texts."""

import pytest

from workbench.nlp.hours import HoursBound, asked_bound, time_at


@pytest.mark.parametrize(
    ("question", "bound"),
    [
        ("When does the museum close?", "end"),
        ("Until what time is the museum open?", "end"),
        ("When does the museum open?", "start"),
        ("How many rooms does the museum have?", None),
        ("До скольки работает касса?", "end"),
        ("Когда открывается музей?", "start"),
        ("When do quiet hours start?", "start"),
        ("Когда заканчивается концерт?", "end"),
    ],
)
def test_a_question_asks_for_one_end(question: str, bound: HoursBound | None) -> None:
    assert asked_bound(question) == bound


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Open from 9:00 to 17:30.", 9.0, 17.5),
        ("Mon-Fri 9:00–17:30", 9.0, 17.5),
        ("It opens at 9:00 and closes at 17:30.", 9.0, 17.5),
        ("It closes at 17:30.", None, 17.5),
        ("Касса работает с 9:00 до 21:30.", 9.0, 21.5),
        ("Касса с 1 февраля работает до 22:00.", None, 22.0),
        ("Tours start at 10:00 and 12:00.", None, None),
        ("The museum has two floors.", None, None),
    ],
)
def test_a_text_tells_both_ends_or_one(text: str, start: float | None, end: float | None) -> None:
    found = {bound: time_at(bound, text) for bound in ("start", "end")}

    assert {bound: time and time.value for bound, time in found.items()} == {
        "start": start,
        "end": end,
    }
