"""Signals by which right answers differ from wrong ones (docs/formulas.md, "Verdict")."""

from collections.abc import Sequence

from workbench.checks.diagnostics.estimate.answer_reading import AnsweredRun, AnswerReading
from workbench.checks.grounding.cross_lingual import language_of_script
from workbench.domain.evidence import Evidence
from workbench.extractive.sentence_selection import SupportingStatement
from workbench.text.statements import Statement

_FIFTH = 4
"""Index of the passage whose relevance is compared with the best one's."""
_FEWEST_ITEMS, _FEWEST_COMMAS = 2, 2
"""Items, or commas in a sentence, from which an answer is a list: "a, b and c"."""
_LABEL_WORDS = 4
"""Words before the colon of what is defined in a list of terms: "Fixed term: up to a year"."""


def document_signals(run: AnsweredRun, reading: AnswerReading) -> dict[str, float]:
    """Return the signals of an answer from documents, by name."""
    scores = sorted((one.score for one in run.passages if one.score is not None), reverse=True)
    first = reading.cited[0] if reading.cited else None
    best = reading.ranked[0] if reading.ranked else None
    return {
        "coverage": reading.answerability.coverage,
        "best_coverage": reading.answerability.best_coverage,
        "value_absent": float(reading.lacks_value),
        "list_absent": float(
            reading.asked.wants_list and not (reading.lists_each_thing or _is_list(reading.shown))
        ),
        "other_language": float(_is_other_language(run.question, reading.cited)),
        "lead_over_passage": _lead(best, _of_another_source(reading.ranked)),
        "lead_over_statement": _lead(best, next(iter(reading.ranked[1:2]), None)),
        "relevance": first.score if first and first.score is not None else 1.0,
        "relevance_margin": scores[0] - scores[: _FIFTH + 1][-1] if scores else 0.0,
        "most_relevant": float(first is not None and first == run.passages[0]),
        "section_likeness": reading.section_likeness,
        "reason_told": float(reading.asked.wants_reason and reading.answerability.is_outright),
        **common_signals(run),
    }


def graph_signals(run: AnsweredRun, reading: AnswerReading) -> dict[str, float]:
    """Return the signals of an answer from a graph or a table, by name."""
    return {
        "relations_found": run.coverage,
        "sufficient": float(run.is_sufficient),
        "words_read": reading.words_read,
        **common_signals(run),
    }


def common_signals(run: AnsweredRun) -> dict[str, float]:
    """Return the signals of any answer: of its plan, and of its claims."""
    supported = [claim.probability for claim in run.claims if claim.probability is not None] or [
        1.0
    ]
    return {
        "plan": run.plan_confidence,
        "grounding": sum(supported) / len(supported),
        "worst_claim": min(supported),
    }


def _lead(best: SupportingStatement | None, other: SupportingStatement | None) -> float:
    if best is None:
        return 0.0
    return best.score - (other.score if other is not None else 0.0)


def _of_another_source(ranked: Sequence[SupportingStatement]) -> SupportingStatement | None:
    return next((one for one in ranked if one.source != ranked[0].source), None)


def _is_list(shown: Sequence[Statement]) -> bool:
    items = sum(one.kind != "sentence" or _is_labelled(one.text) for one in shown)
    commas = max((one.text.count(",") + one.text.count(";") for one in shown), default=0)
    return items >= _FEWEST_ITEMS or commas >= _FEWEST_COMMAS


def _is_labelled(text: str) -> bool:
    label, colon, _ = text.partition(":")
    return bool(colon) and len(label.split()) <= _LABEL_WORDS


def _is_other_language(question: str, cited: Sequence[Evidence]) -> bool:
    """Return True for a Russian question about English text, or the reverse."""
    text = " ".join(one.content for one in cited)
    return bool(text) and language_of_script(question) != language_of_script(text)
