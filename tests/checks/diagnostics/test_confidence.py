"""The confidence formula of docs/formulas.md, step by step."""

import re

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.checks.diagnostics.confidence.config import DEFAULT_CONFIDENCE, ConfidenceConfig
from workbench.checks.diagnostics.confidence.formula import cap_at_grounding, score_confidence
from workbench.domain.diagnostics import Confidence

LONG = "The policy pays for the repair of the car at a workshop of your own choice every year."


def factors(confidence: Confidence) -> dict[str, float]:
    return {step.name: step.factor for step in confidence.steps}


def test_without_context_there_is_no_confidence() -> None:
    assert score_confidence(LONG, []).score == 0.0


def test_a_plain_long_answer_has_the_mean_relevance() -> None:
    assert score_confidence(LONG, [0.9, 0.5]).score == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("sentence", "name", "factor"),
    [
        ("I don't have enough information.", "strong_uncertainty", 0.6),
        ("I don’t have enough information.", "strong_uncertainty", 0.6),
        ("Недостаточно информации для ответа.", "strong_uncertainty", 0.6),
        ("It possibly changes.", "moderate_uncertainty", 0.8),
        ("Скорее всего, это меняется.", "moderate_uncertainty", 0.8),
        ("It usually holds.", "weak_uncertainty", 0.9),
        ("Обычно так и есть.", "weak_uncertainty", 0.9),
        ("It is unclear and possibly wrong.", "strong_uncertainty", 0.6),
    ],
)
def test_uncertainty_costs(sentence: str, name: str, factor: float) -> None:
    assert factors(score_confidence(f"{LONG} {sentence}", [0.5]))[name] == factor


@pytest.mark.parametrize(
    ("sentence", "factor"),
    [
        ("It is $100.", 1.05),
        ("It is $100 and 20 %.", 1.10),
        ("It is $100, 20% and 14 days, up to 65 years old.", 1.15),
        ("Это 100 рублей и 5 дней.", 1.10),
        ("Страхуем с 18 лет.", 1.05),
        ("Это случилось в 2023 году, а 2024 год был тихим.", 1.0),
        ("Nothing specific.", 1.0),
    ],
)
def test_specificity_pays_up_to_a_limit(sentence: str, factor: float) -> None:
    steps = factors(score_confidence(f"{LONG} {sentence}", [0.5]))

    assert steps["specificity"] == pytest.approx(factor)


def test_uncertainty_overrides_specificity() -> None:
    steps = factors(score_confidence(f"{LONG} It is possibly $100.", [0.5]))

    assert "specificity" not in steps


@pytest.mark.parametrize(("words", "factor"), [(4, 0.7), (5, 0.85), (10, 0.95), (15, 1.0)])
def test_short_answers_cost(words: int, factor: float) -> None:
    assert factors(score_confidence(" ".join(["word"] * words), [0.5]))["length"] == factor


def test_list_marks_are_not_words() -> None:
    assert factors(score_confidence("- a\n- b\n- c\n— d", [0.5]))["length"] == 0.7


def test_the_words_that_decided_are_on_record() -> None:
    steps = score_confidence(f"{LONG} It possibly changes.", [0.5]).steps

    assert "possibly" in [step.detail for step in steps]


def test_every_constant_can_be_set() -> None:
    config = ConfidenceConfig(very_short_penalty=0.1, min_confidence_threshold=0.0)

    assert score_confidence("Yes.", [0.5], config).score == pytest.approx(0.05)


@given(
    st.lists(st.floats(min_value=0, max_value=1), min_size=1, max_size=8),
    st.sampled_from(["Yes.", LONG, f"{LONG} It is $1, $2, $3 and 4%.", "It is unclear."]),
)
def test_the_steps_with_the_clamp_reproduce_the_score_exactly(
    relevances: list[float], text: str
) -> None:
    confidence = score_confidence(text, relevances)

    product = 1.0
    for step in confidence.steps:
        product *= step.factor

    assert max(0.01, min(1.0, product)) == confidence.score
    assert confidence.steps[-1].value_after == confidence.score
    assert 0.01 <= confidence.score <= 1.0


@given(
    st.lists(st.floats(0.0, 1.0), min_size=1, max_size=5),
    st.one_of(st.none(), st.floats(0.0, 1.0)),
)
def test_confidence_is_never_above_the_grounding(
    relevances: list[float], grounding: float | None
) -> None:
    scored = score_confidence("The excess is $100 for each claim on every plan.", relevances)

    held = cap_at_grounding(scored, grounding)

    if grounding is None or max(grounding, 0.01) >= scored.score:
        assert held == scored
    else:
        assert held.score == pytest.approx(max(grounding, 0.01))
        assert held.steps[:-1] == scored.steps
        assert held.score == scored.score * held.steps[-1].factor


STRONG = (
    "don't have enough information",
    "not enough information",
    "insufficient information",
    "cannot determine",
    "unclear",
    "please contact",
    "i don't know",
    "unsure",
)
MODERATE = (
    "may depend",
    "might vary",
    "could be",
    "possibly",
    "perhaps",
    "seems to",
    "appears to",
    "likely",
    "probably",
    "i think",
    "it depends",
    "varies",
)
SPECIFIC = (r"\$\d+", r"\d+\s*%", r"\d+\s*days?", r"\d+\s*years?\s*old")
PIECES = st.one_of(
    st.sampled_from(("the cover", "is paid", "for", "each claim", "plan", "policy year", "car")),
    st.integers(0, 9999).flatmap(
        lambda n: st.sampled_from((f"${n}", f"{n}%", f"{n} days", f"{n} years old", f"{n} metres"))
    ),
)
HEDGES = st.sampled_from(("", "", *STRONG, *MODERATE))


def documented_confidence(text: str, relevances: list[float], constants: ConfidenceConfig) -> float:
    """The formula as its description states it, written out once more."""
    value = sum(relevances) / len(relevances)
    lower, words = text.lower(), len(text.split())
    if any(phrase in lower for phrase in STRONG):
        value *= 0.6
    elif any(phrase in lower for phrase in MODERATE):
        value *= 0.8
    else:
        items = sum(len(re.findall(pattern, lower)) for pattern in SPECIFIC)
        boost = 1.0 + items * constants["specificity_boost_per_item"]
        value *= min(constants["max_specificity_boost"], boost)
    value *= 0.7 if words < 5 else 0.85 if words < 10 else 0.95 if words < 15 else 1.0
    return max(constants["min_confidence_threshold"], min(1.0, value))


@hypothesis.settings(max_examples=1000)
@given(
    st.lists(PIECES, min_size=1, max_size=20),
    HEDGES,
    st.lists(st.floats(0.0, 1.0), min_size=1, max_size=8),
)
def test_the_score_equals_the_documented_formula(
    pieces: list[str], hedge: str, relevances: list[float]
) -> None:
    text = " ".join(filter(None, (*pieces, hedge)))

    expected = documented_confidence(text, relevances, DEFAULT_CONFIDENCE)

    assert score_confidence(text, relevances).score == pytest.approx(expected, abs=1e-9)
