"""Compute the diagnostics of an answer, the last stage of a run."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from workbench.checks.diagnostics.citation_scores import score_citations
from workbench.checks.diagnostics.confidence.config import ConfidenceConfig
from workbench.checks.diagnostics.confidence.formula import (
    NO_CONFIDENCE,
    cap_at_grounding,
    score_confidence,
)
from workbench.checks.diagnostics.sufficiency import SufficiencyConfig, assess_sufficiency
from workbench.checks.diagnostics.unknown_names import unknown_names
from workbench.checks.grounding.evidence_index import index_evidence, provided_evidence
from workbench.checks.grounding.overlap_baseline import overlap_baseline
from workbench.checks.grounding.verdicts import (
    Calibration,
    grounding_score,
    judge_claims,
)
from workbench.checks.time_budget import BUDGET_S, TimeBudget
from workbench.domain.answer import Answer, Rendered
from workbench.domain.base import Span
from workbench.domain.diagnostics import CitationScores, Claim, Diagnostics, Grounding
from workbench.domain.evidence import Evidence, FactsPayload
from workbench.domain.local_text import localize
from workbench.domain.question import Question
from workbench.text.citation_marks import Unmarked, without_markers
from workbench.workspace.load import Workspace


@dataclass(frozen=True)
class CheckConfig:
    """Constants of the checks, shared by the check and diagnose stages."""

    confidence: ConfidenceConfig = field(default_factory=ConfidenceConfig)
    sufficiency: SufficiencyConfig = field(default_factory=SufficiencyConfig)
    calibration: Calibration = field(default_factory=Calibration)
    budget_s: float = BUDGET_S
    """Seconds for the claims of an answer; claims not reached are not checkable."""


DEFAULT_CHECKS = CheckConfig()


def diagnose(
    question: Question,
    facts: FactsPayload,
    rendered: Rendered,
    answer: Answer,
    workspace: Workspace | None = None,
    *,
    mentions: Sequence[Span] = (),
    config: CheckConfig = DEFAULT_CHECKS,
) -> Diagnostics:
    """Judge an answer against the evidence it was written from.

    Args:
        question: the question; the reasons are in its language.
        facts: the evidence found, with its gaps.
        rendered: lists the evidence provided, by number.
        answer: with its citations.
        workspace: names entities and intents in the reasons.
        mentions: spans of the question resolved to entities.
        config: the constants.
    """
    if answer.outcome != "answered":
        return _of_no_answer(question, facts, answer, workspace)
    evidence = provided_evidence(facts, rendered)
    pool = index_evidence(evidence, workspace.subject_names if workspace else ())
    language = question.language
    budget = TimeBudget(config.budget_s)
    clean = _unmarked(answer)
    claims = _after_opening(
        answer,
        judge_claims(clean, pool, language, config.calibration, budget=budget),
    )
    relevances = _relevances(evidence)
    contents = [item.content for item in evidence]
    grounding = None if answer.partial else grounding_score(claims)
    confidence = score_confidence(answer.text, relevances, config.confidence)
    return Diagnostics(
        claims=claims,
        grounding=Grounding(
            score=grounding, overlap_baseline=overlap_baseline(answer.marked, contents)
        ),
        confidence=cap_at_grounding(confidence, grounding, config.confidence),
        sufficiency=assess_sufficiency(
            question,
            facts,
            answer,
            relevances,
            claims,
            _names(facts, question, workspace),
            config.sufficiency,
            unknown_names(question, pool, workspace, mentions),
        ),
        citations=score_citations(
            answer.citations, claims, pool, language, config.calibration, budget, clean
        ),
    )


def _unmarked(answer: Answer) -> Unmarked:
    """Return the answer's text with the places of its marks."""
    clean = without_markers(answer.marked)
    return clean if clean.text == answer.text else Unmarked(answer.text, ())


def _after_opening(answer: Answer, claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Return the claims; the opening quotes the question's words and is not a claim to check."""
    end = len(answer.opening) if answer.text.startswith(answer.opening) else 0
    return tuple(
        one
        if one.start >= end
        else Claim(
            text=one.text, start=one.start, end=one.end, verdict="not_checkable", probability=None
        )
        for one in claims
    )


def _relevances(evidence: Sequence[Evidence]) -> list[float]:
    return [item.score for item in evidence if item.score is not None]


def with_scores(answer: Answer, diagnostics: Diagnostics) -> Answer:
    """Return the answer with its scores from the diagnostics."""
    sufficiency = diagnostics.sufficiency
    return answer.model_copy(
        update={
            "grounding_score": diagnostics.grounding.score,
            "confidence": diagnostics.confidence.score,
            "has_sufficient_context": sufficiency.sufficient,
            "reasoning": " ".join(sufficiency.reasons) or answer.reasoning,
        }
    )


def _of_no_answer(
    question: Question, facts: FactsPayload, answer: Answer, workspace: Workspace | None
) -> Diagnostics:
    """Return the diagnostics of an abstention: no claims and no confidence."""
    return Diagnostics(
        grounding=Grounding(score=None, overlap_baseline=None),
        confidence=NO_CONFIDENCE,
        sufficiency=assess_sufficiency(
            question, facts, answer, (), names=_names(facts, question, workspace)
        ),
        citations=CitationScores(precision=None, recall=None),
    )


def _names(facts: FactsPayload, question: Question, workspace: Workspace | None) -> dict[str, str]:
    """Return readable names of the entities and relations in the gaps, by id."""
    if workspace is None:
        return {}
    language = question.language
    names: dict[str, str] = {}
    for gap in facts.meta.gaps:
        if gap.entity_id is not None and gap.entity_id in workspace.nodes:
            names[gap.entity_id] = workspace.entity_name(gap.entity_id, language)
        intent = workspace.spec.intents.get(gap.relation)
        if intent is not None:
            names[gap.relation] = localize(intent.description, language).rstrip(".")
    return names
