"""Compute the confidence score, recording every factor (docs/formulas.md, "Confidence")."""

from collections.abc import Mapping, Sequence
from math import inf, nextafter

from workbench.checks.diagnostics.confidence.config import DEFAULT_CONFIDENCE, ConfidenceConfig
from workbench.checks.diagnostics.confidence.terms import TERMS
from workbench.checks.diagnostics.confidence.terms.base import ScoredAnswer, StepWords
from workbench.domain.diagnostics import Confidence, ConfidenceStep

NO_CONFIDENCE = Confidence(
    score=0.0, steps=(ConfidenceStep(name="no_context", factor=0.0, value_after=0.0),)
)

LIMITS = ("clamp", "grounding")
"""The steps that limit the product of the others."""

STEP_WORDS: Mapping[str, StepWords] = {
    "no_context": StepWords({"ru": "Источников нет", "en": "No sources"}),
    **{name: words for term in TERMS.values() for name, words in term.steps.items()},
    "clamp": StepWords({"ru": "Границы шкалы", "en": "Clamp"}),
    "grounding": StepWords({"ru": "Не больше обоснованности", "en": "At most the grounding"}),
}
"""Labels of every step, by its name."""


def score_confidence(
    text: str, relevances: Sequence[float], config: ConfidenceConfig = DEFAULT_CONFIDENCE
) -> Confidence:
    """Return the clamped product of all terms, with every factor recorded as a step.

    Args:
        text: the answer without markers.
        relevances: of each source provided, on an absolute 0-1 scale; none at all gives 0.
        config: the constants.
    """
    if not relevances:
        return NO_CONFIDENCE
    answer, value = ScoredAnswer(text, relevances), 1.0
    steps = []
    for term in TERMS.values():
        factor = term.factor(answer, config)
        value *= factor.value
        steps.append(
            ConfidenceStep(
                name=factor.step, factor=factor.value, value_after=value, detail=factor.detail
            )
        )
    steps.append(_clamp(value, config["min_confidence_threshold"]))
    return Confidence(
        score=steps[-1].value_after, steps=tuple(steps), changed_constants=config.changed
    )


def cap_at_grounding(
    confidence: Confidence, grounding: float | None, config: ConfidenceConfig = DEFAULT_CONFIDENCE
) -> Confidence:
    """Cap the confidence at the grounding score; unchanged if that is unknown."""
    most = max(grounding or 0.0, config["min_confidence_threshold"])
    if grounding is None or confidence.score <= most:
        return confidence
    factor = most / confidence.score
    value = confidence.score * factor
    step = ConfidenceStep(name="grounding", factor=factor, value_after=value)
    return confidence.model_copy(update={"score": value, "steps": (*confidence.steps, step)})


def _clamp(value: float, least: float) -> ConfidenceStep:
    """Return clamping as a step with a factor, so that the product of all factors is the score."""
    clamped = max(least, min(1.0, value))
    detail = f"[{least:g}, 1]"
    if clamped == value or value <= 0:
        return ConfidenceStep(name="clamp", factor=1.0, value_after=clamped, detail=detail)
    factor = clamped / value
    while value * factor < 1.0 < value:
        factor = nextafter(factor, inf)
    while value * factor > least > value:
        factor = nextafter(factor, 0.0)
    return ConfidenceStep(name="clamp", factor=factor, value_after=clamped, detail=detail)
