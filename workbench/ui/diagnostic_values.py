"""The numbers of a run that the explanations of its diagnostics name."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.checks.diagnostics.confidence.formula import LIMITS
from workbench.checks.diagnostics.estimate.model import fitted_model_of
from workbench.checks.diagnostics.estimate.verdict import FAILED_FACTOR
from workbench.checks.diagnostics.sufficiency import measure
from workbench.checks.grounding.evidence_index import provided_evidence
from workbench.checks.grounding.overlap_baseline import overlap_points
from workbench.checks.grounding.verdicts import DEFAULT_CALIBRATION
from workbench.domain.diagnostics import Confidence, Diagnostics, VerdictSignal
from workbench.domain.evidence import Evidence
from workbench.domain.local_text import localize
from workbench.domain.run import Run
from workbench.i18n.numbers import decimal, percent
from workbench.ui.diagnostic_terms import Values, catalogue
from workbench.ui.texts import Texts
from workbench.ui.verdicts import shown_probability

_EQUAL = 0.005
"""Largest difference of a number computed again from the one of the record."""


def run_values(run: Run, found: Diagnostics, t: Texts) -> Values:
    """Return the numbers of a finished run by the first word of their paths.

    Numbers that are not recorded are computed again. They are unknown where they no longer give
    what the record says: a run of an earlier release was computed by other rules.
    """
    facts, answer = run.facts, run.answer
    evidence = provided_evidence(facts, run.rendered) if facts and run.rendered else []
    claims = ClaimNumbers.of(found)
    sufficiency = found.sufficiency
    relevances = [one.score for one in evidence if one.score is not None]
    return {
        "diagnostics": found,
        "claims": claims,
        "verdict": VerdictNumbers.of(run, found, t),
        "sentences": SentenceNumbers.of(run, found, evidence),
        "conditions": measure(run.asked, facts, answer.text, relevances)
        if facts and answer and answer.outcome == "answered"
        else None,
        "context": t(f"ask.diagnostics.{'' if sufficiency.sufficient else 'in'}sufficient"),
        "ladder": t(f"ask.diagnostics.ladder.{sufficiency.ladder}"),
        "multiplied": _multiplied(found.confidence, t),
        "citations": len(answer.citations) if answer else None,
        "gaps": len(facts.meta.gaps) if facts else None,
        "sources": len(evidence),
        "agreed": _part(found.judge.agreement, claims.checkable) if found.judge else None,
        "weights": DEFAULT_CALIBRATION,
    }


def _multiplied(confidence: Confidence, t: Texts) -> str:
    """The factors of the formula with their product, and the score where a limit changes it."""
    terms = [one for one in confidence.steps if one.name not in LIMITS]
    factors = " × ".join(decimal(one.factor, t.language) for one in terms)
    value = terms[-1].value_after if terms else confidence.score
    product = f"{factors} = {decimal(value, t.language)}"
    if abs(value - confidence.score) <= _EQUAL:
        return product
    limit = t("ask.diagnostics.limited", value=decimal(confidence.score, t.language))
    return f"{product}; {limit}"


def _part(share: float | None, whole: int) -> int | None:
    """Return the number of which a share was computed."""
    return None if share is None else round(share * whole)


@dataclass(frozen=True)
class ClaimNumbers:
    """Counts of the claims of an answer, and their support."""

    checkable: int
    supported: int
    doubtful: int
    cited: int | None
    """Supported claims with a citation."""
    mean: float | None
    lowest: float | None

    @classmethod
    def of(cls, found: Diagnostics) -> "ClaimNumbers":
        """Count the claims."""
        supported = sum(one.verdict == "supported" for one in found.claims)
        likely = [one.probability for one in found.claims if one.probability is not None]
        return cls(
            checkable=sum(one.verdict != "not_checkable" for one in found.claims),
            supported=supported,
            doubtful=sum(one.is_doubtful for one in found.claims),
            cited=_part(found.citations.recall, supported),
            mean=sum(likely) / len(likely) if likely else None,
            lowest=min(likely, default=None),
        )


@dataclass(frozen=True)
class SentenceNumbers:
    """Counts of the sentences of an answer that the overlap baseline tells apart."""

    cited: int
    shared: int
    all: int

    @classmethod
    def of(
        cls, run: Run, found: Diagnostics, evidence: Sequence[Evidence]
    ) -> "SentenceNumbers | None":
        """Count them; None if they do not give the recorded baseline."""
        baseline = found.grounding.overlap_baseline
        if run.answer is None or baseline is None:
            return None
        points = overlap_points(run.answer.marked, [one.content for one in evidence])
        if not points or abs(sum(points) / len(points) - baseline) > _EQUAL:
            return None
        return cls(cited=points.count(1.0), shared=points.count(0.5), all=len(points))


@dataclass(frozen=True)
class VerdictNumbers:
    """The steps from the signals of an answer to the probability that it is right."""

    share: str | None
    intercept: float | None = None
    effects: float | None = None
    grounding: float | None = None
    failed: int | None = None
    product: float | None = None
    limited: str | None = None
    """The probability, if a limit lowered it."""
    signals: str | None = None
    """The signals with an effect, the greatest first."""
    failed_factor: float = FAILED_FACTOR

    @classmethod
    def of(cls, run: Run, found: Diagnostics, t: Texts) -> "VerdictNumbers":
        """Compute the steps; unknown if they do not give the recorded probability."""
        verdict = found.verdict
        if verdict is None:
            return cls(share=None)
        shown = shown_probability(verdict.label, verdict.probability)
        share = None if shown is None else percent(shown, t.language)
        model = fitted_model_of(verdict.signals)
        if model is None:
            return cls(share=share)
        grounding = None if run.answer and run.answer.partial else found.grounding.score
        failed = sum(stage.status == "failed" for stage in run.stages)
        factor = (1.0 if grounding is None else grounding) * FAILED_FACTOR**failed
        product = model.probability(verdict.signals) * factor
        if product < verdict.probability - _EQUAL:
            return cls(share=share)
        is_limited = product > verdict.probability + _EQUAL
        return cls(
            share=share,
            intercept=model.intercept,
            effects=sum(one.effect for one in verdict.signals),
            grounding=1.0 if grounding is None else grounding,
            failed=failed,
            product=product,
            limited=share if is_limited else None,
            signals=_signals(verdict.signals, t),
        )


def _signals(signals: Sequence[VerdictSignal], t: Texts) -> str:
    names, language = catalogue().signals, t.language
    by_effect = sorted(signals, key=lambda one: -abs(one.effect))
    return "; ".join(
        f"{localize(names[one.name], language)} {'+' if one.effect > 0 else ''}"
        f"{decimal(one.effect, language)}"
        for one in by_effect
        if abs(one.effect) >= _EQUAL
    )
