"""The word and the colour of a verdict, and that they agree with its probability."""

import pytest

from workbench.i18n.verdicts import (
    grounding_tone,
    probability_tone,
    verdict_name,
    verdict_names,
    verdict_tone,
)


@pytest.mark.parametrize(
    ("probability", "name", "tone"),
    [
        (None, "Answered", "green"),
        (0.97, "Answered", "green"),
        (0.796, "Answered", "green"),
        (0.79, "Likely answer", "orange"),
        (0.51, "Likely answer", "orange"),
    ],
)
def test_an_answer_is_green_only_if_its_probability_is(
    probability: float | None, name: str, tone: str
) -> None:
    assert verdict_name("answered", "en", probability) == name
    assert verdict_tone("answered", probability) == tone
    assert probability_tone(probability) == ("gray" if probability is None else tone)


def test_an_answer_with_a_doubtful_claim_is_likely_however_high_its_probability() -> None:
    assert verdict_name("answered", "en", 0.92, 1.0) == "Answered"
    assert verdict_name("answered", "en", 0.92, 0.97) == "Likely answer"
    assert verdict_tone("answered", 0.92, 0.97) == probability_tone(0.92, 0.97) == "orange"
    assert verdict_name("answered", "en", 0.92, None) == "Answered"  # nothing to check


@pytest.mark.parametrize(
    ("grounding", "tone"),
    [(1.0, "green"), (0.996, "orange"), (0.5, "orange"), (0.49, "red"), (None, "gray")],
)
def test_grounding_is_green_only_if_every_claim_is_supported(
    grounding: float | None, tone: str
) -> None:
    assert grounding_tone(grounding) == tone


def test_a_corrected_premise_keeps_its_name_but_not_its_green() -> None:
    assert verdict_name("corrected", "en", 0.6) == verdict_name("corrected", "en")
    assert verdict_tone("corrected", 0.6) == "orange"
    assert verdict_tone("corrected", 0.9) == "green"


def test_a_question_without_an_answer_has_no_colour() -> None:
    assert verdict_tone("not_found", 0.0) == verdict_tone("off_topic", 0.0) == "gray"


def test_a_filter_names_all_that_it_lists() -> None:
    assert verdict_names("answered", "ru") == "Ответ найден / Вероятный ответ"
    assert verdict_names("unsure", "ru") == "Ответ под сомнением"
