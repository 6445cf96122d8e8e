"""Whether a text gives a reason."""

import pytest

from workbench.nlp.reasons import gives_reason


@pytest.mark.parametrize(
    "text",
    [
        "The mill is closed because the wheel broke.",
        "The mill is closed, as the wheel broke.",
        "The wheel broke, so the mill is closed.",
        "The mill is closed: the wheel broke.",
        "The mill is closed to protect the fish.",
        "The mill is closed since the wheel broke.",
        "The miller feared for the wheel.",
        "Мельница закрыта, так как сломалось колесо.",
        "Мельница закрыта: колесо сломалось.",
        "Мельницу закрыли в целях безопасности.",
    ],
)
def test_a_reason_has_a_word_or_a_mark_of_one(text: str) -> None:
    assert gives_reason(text)


@pytest.mark.parametrize(
    "text",
    [
        "The mill is closed as usual.",
        "The mill was closed, as usual, in winter.",
        "As a member you help at the mill.",
        "The miller came to live here.",
        "The mill has been closed since 2011.",
        "The mill has been closed since Monday.",
        "We help members and allow visits.",
        "There are so many visitors.",
        "Opening hours: Monday to Friday.",
        "The mill sells three things: flour, bread and tea.",
        "Мельник: Пётр Ильин",
        "Для входа нужен билет.",
        "На мельнице продают: муку, хлеб и чай.",
        "В случае дождя мельница закрыта.",
    ],
)
def test_a_manner_a_time_or_a_list_is_no_reason(text: str) -> None:
    assert not gives_reason(text)
