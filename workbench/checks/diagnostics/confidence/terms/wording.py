"""wording: words of uncertainty lower the confidence; without any, amounts and dates raise it."""

import re
from functools import cache

from workbench.checks.diagnostics.confidence.terms.base import (
    Constant,
    Constants,
    Factor,
    ScoredAnswer,
    StepWords,
    Term,
    penalty,
)
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.phrases import find_phrases
from workbench.nlp.word_lists import word_list

_LEVELS = ("strong", "moderate", "weak")
_QUOTED = {"ru": "«{value}»", "en": "“{value}”"}


def wording(answer: ScoredAnswer, constants: Constants) -> Factor:
    """Return the penalty of the strongest uncertainty, else a capped boost per specific item."""
    for level in _LEVELS:
        phrase = uncertainty(answer.text, level)
        if phrase is not None:
            penalty = constants[f"{level}_uncertainty_penalty"]
            return Factor(f"{level}_uncertainty", penalty, phrase)
    items = sum(len(pattern.findall(answer.text.lower())) for pattern in _specific())
    boost = 1.0 + items * constants["specificity_boost_per_item"]
    return Factor("specificity", min(constants["max_specificity_boost"], boost), str(items))


def uncertainty(text: str, level: str) -> str | None:
    """Return the text's first phrase of a level of uncertainty (strong, moderate, weak)."""
    phrases = word_list(f"uncertainty_{level}")
    plain = " ".join(text.lower().replace("’", "'").split())
    literal = next((p for p in phrases if not is_cyrillic(p) and _occurs(p, plain)), None)
    if literal is not None:
        return literal
    russian = tuple(phrase for phrase in phrases if is_cyrillic(phrase))
    return next((found.phrase for found in find_phrases(text, russian)), None)


def _occurs(phrase: str, text: str) -> bool:
    if phrase not in text:
        return False
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text) is not None


@cache
def _specific() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in word_list("specificity"))


TERM = Term(
    origin="docs/formulas.md, Confidence",
    factor=wording,
    steps={
        "strong_uncertainty": StepWords(
            {"ru": "Явная неуверенность", "en": "Strong uncertainty"}, _QUOTED
        ),
        "moderate_uncertainty": StepWords(
            {"ru": "Заметная неуверенность", "en": "Moderate uncertainty"}, _QUOTED
        ),
        "weak_uncertainty": StepWords(
            {"ru": "Лёгкая неуверенность", "en": "Weak uncertainty"}, _QUOTED
        ),
        "specificity": StepWords(
            {"ru": "Конкретность", "en": "Specificity"},
            {"ru": "сумм, процентов, сроков: {value}", "en": "amounts, shares, periods: {value}"},
        ),
    },
    constants={
        "strong_uncertainty_penalty": penalty(0.6, "явная неуверенность", "strong uncertainty"),
        "moderate_uncertainty_penalty": penalty(
            0.8, "заметная неуверенность", "moderate uncertainty"
        ),
        "weak_uncertainty_penalty": penalty(0.9, "лёгкая неуверенность", "weak uncertainty"),
        "specificity_boost_per_item": Constant(
            0.05, 0.0, 1.0, {"ru": "Прибавка за конкретный факт", "en": "Boost per specific item"}
        ),
        "max_specificity_boost": Constant(
            1.15, 1.0, 2.0, {"ru": "Прибавка не больше", "en": "Highest boost"}
        ),
    },
)
