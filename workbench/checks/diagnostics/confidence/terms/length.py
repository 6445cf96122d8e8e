"""length: short answers lower the confidence."""

from workbench.checks.diagnostics.confidence.terms.base import (
    Constant,
    Constants,
    Factor,
    ScoredAnswer,
    StepWords,
    Term,
    penalty,
)
from workbench.nlp.tokens import count_words

_BANDS = ("very_short", "short", "adequate")


def length(answer: ScoredAnswer, constants: Constants) -> Factor:
    """Return the penalty of the shortest band that the answer falls into; 1 for longer answers."""
    words = count_words(answer.text)
    short = (band for band in _BANDS if words < constants[f"{band}_below"])
    band = next(short, None)
    return Factor("length", constants[f"{band}_penalty"] if band else 1.0, str(words))


def _below(default: int, ru: str, en: str) -> Constant:
    return Constant(default, 0, 1000, {"ru": f"{ru}: слов меньше", "en": f"{en}: fewer words than"})


TERM = Term(
    origin="docs/formulas.md, Confidence",
    factor=length,
    steps={
        "length": StepWords(
            {"ru": "Длина ответа", "en": "Answer length"},
            {"ru": "слов: {value}", "en": "words: {value}"},
        )
    },
    constants={
        "very_short_penalty": penalty(0.7, "очень короткий ответ", "very short answer"),
        "short_penalty": penalty(0.85, "короткий ответ", "short answer"),
        "adequate_penalty": penalty(0.95, "ответ средней длины", "answer of medium length"),
        "very_short_below": _below(5, "Очень короткий", "Very short"),
        "short_below": _below(10, "Короткий", "Short"),
        "adequate_below": _below(15, "Средний", "Medium"),
    },
)
