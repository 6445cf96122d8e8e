"""relevance: the mean relevance of the sources."""

from workbench.checks.diagnostics.confidence.terms.base import (
    Constants,
    Factor,
    ScoredAnswer,
    StepWords,
    Term,
)


def mean_relevance(answer: ScoredAnswer, _: Constants) -> Factor:
    """Return the mean relevance of the sources, on 0-1."""
    return Factor("mean_relevance", sum(answer.relevances) / len(answer.relevances))


TERM = Term(
    origin="docs/formulas.md, Confidence",
    factor=mean_relevance,
    steps={
        "mean_relevance": StepWords({"ru": "Средняя релевантность", "en": "Mean relevance"}),
    },
)
