"""Compute the confidence score, recording every factor (docs/formulas.md, "Confidence")."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, nextafter

from workbench.domain.diagnostics import Confidence, ConfidenceStep
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.phrases import find_phrases
from workbench.nlp.word_lists import word_list


@dataclass(frozen=True)
class ConfidenceConfig:
    """The constants of the formula."""

    strong_uncertainty_penalty: float = 0.6
    moderate_uncertainty_penalty: float = 0.8
    weak_uncertainty_penalty: float = 0.9
    specificity_boost_per_item: float = 0.05
    max_specificity_boost: float = 1.15
    very_short_penalty: float = 0.7
    short_penalty: float = 0.85
    adequate_penalty: float = 0.95
    very_short_below: int = 5
    short_below: int = 10
    adequate_below: int = 15
    min_confidence_threshold: float = 0.01


DEFAULT_CONFIDENCE = ConfidenceConfig()
NO_CONFIDENCE = Confidence(
    score=0.0, steps=(ConfidenceStep(name="no_context", factor=0.0, value_after=0.0),)
)


def score_confidence(
    text: str, relevances: Sequence[float], config: ConfidenceConfig = DEFAULT_CONFIDENCE
) -> Confidence:
    """Mean relevance x uncertainty penalty, or else specificity boost, x length factor, clamped.

    Args:
        text: the answer without markers.
        relevances: of each source provided, on an absolute 0-1 scale; none at all gives 0.
        config: the constants.
    """
    if not relevances:
        return NO_CONFIDENCE
    mean = sum(relevances) / len(relevances)
    steps = [ConfidenceStep(name="mean_relevance", factor=mean, value_after=mean)]
    for name, factor, detail in (_wording(text, config), _length(text, config)):
        value = steps[-1].value_after * factor
        steps.append(ConfidenceStep(name=name, factor=factor, value_after=value, detail=detail))
    steps.append(_clamp(steps[-1].value_after, config.min_confidence_threshold))
    return Confidence(score=steps[-1].value_after, steps=tuple(steps))


def held_to_grounding(
    confidence: Confidence, grounding: float | None, config: ConfidenceConfig = DEFAULT_CONFIDENCE
) -> Confidence:
    """At most the share of claims that the sources carry; as it is where that is unknown."""
    most = max(grounding or 0.0, config.min_confidence_threshold)
    if grounding is None or confidence.score <= most:
        return confidence
    factor = most / confidence.score
    value = confidence.score * factor
    step = ConfidenceStep(name="grounding", factor=factor, value_after=value)
    return Confidence(score=value, steps=(*confidence.steps, step))


def uncertainty(text: str, level: str) -> str | None:
    """The first phrase of uncertainty of a level (strong, moderate, weak) that the text has."""
    phrases = word_list(f"uncertainty_{level}")
    plain = " ".join(text.lower().replace("’", "'").split())
    literal = next((p for p in phrases if not is_cyrillic(p) and _stands(p, plain)), None)
    if literal is not None:
        return literal
    russian = tuple(phrase for phrase in phrases if is_cyrillic(phrase))
    return next((found.phrase for found in find_phrases(text, russian)), None)


def count_words(text: str) -> int:
    """Words as a reader counts them: dashes and bullets are none."""
    return sum(any(c.isalnum() for c in part) for part in text.split())


def _stands(phrase: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text) is not None


def _wording(text: str, config: ConfidenceConfig) -> tuple[str, float, str]:
    """Uncertainty overrides specificity."""
    penalties = {
        "strong": config.strong_uncertainty_penalty,
        "moderate": config.moderate_uncertainty_penalty,
        "weak": config.weak_uncertainty_penalty,
    }
    for level, penalty in penalties.items():
        phrase = uncertainty(text, level)
        if phrase is not None:
            return f"{level}_uncertainty", penalty, phrase
    items = sum(len(pattern.findall(text.lower())) for pattern in _specific())
    boost = min(config.max_specificity_boost, 1.0 + items * config.specificity_boost_per_item)
    return "specificity", boost, str(items)


@cache
def _specific() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in word_list("specificity"))


def _length(text: str, config: ConfidenceConfig) -> tuple[str, float, str]:
    words = count_words(text)
    factor = 1.0
    if words < config.very_short_below:
        factor = config.very_short_penalty
    elif words < config.short_below:
        factor = config.short_penalty
    elif words < config.adequate_below:
        factor = config.adequate_penalty
    return "length", factor, str(words)


def _clamp(value: float, least: float) -> ConfidenceStep:
    """The last step, as a factor too, so that the product of all factors, clamped, is the score."""
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
