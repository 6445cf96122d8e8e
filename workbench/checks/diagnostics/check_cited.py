"""Check any text against given evidence, without a question."""

from collections.abc import Sequence
from functools import partial

from workbench.checks.diagnostics.citation_scores import score_citations
from workbench.checks.diagnostics.diagnose import DEFAULT_CHECKS, CheckConfig
from workbench.checks.grounding.evidence_index import index_evidence
from workbench.checks.grounding.hallucination_filter import filter_hallucinations, unverified_claims
from workbench.checks.grounding.model_judge import Judge, judgement_or_error
from workbench.checks.grounding.overlap_baseline import overlap_baseline
from workbench.checks.grounding.verdicts import grounding_score, judge_claims
from workbench.checks.time_budget import TimeBudget, off_loop
from workbench.domain.answer import Citation
from workbench.domain.diagnostics import CheckResult, Grounding
from workbench.domain.evidence import Evidence
from workbench.domain.local_text import LANGUAGES, Language
from workbench.nlp.language_detection import detect_language
from workbench.settings import JUDGE_DEADLINE_S
from workbench.text.citation_marks import without_markers


async def check_cited(
    text: str,
    marked: str,
    citations: Sequence[Citation],
    evidence: Sequence[Evidence],
    language: Language,
    *,
    judge: Judge | None = None,
    deadline_s: float = JUDGE_DEADLINE_S,
    config: CheckConfig = DEFAULT_CHECKS,
) -> CheckResult:
    """Return the verdict on each claim of a text, its citation scores and the flagged text.

    Args:
        text: the text without marks.
        marked: the text, with ``[Source N]`` where it cites.
        citations: the text's citations.
        evidence: the sources in the order of their numbers.
        language: the language of the reasons.
        judge: an optional judge model; its failure is reported in ``judge_error``.
        deadline_s: for the judge, in seconds.
        config: the constants of the checks.
    """
    check = partial(_checked, text, marked, citations, evidence, language, config)
    checked = await off_loop(check, len(marked) + sum(len(one.content) for one in evidence))
    judgement, error = await judgement_or_error(text, checked.claims, evidence, judge, deadline_s)
    doubts = unverified_claims(checked.claims, judgement)
    return checked.model_copy(
        update={
            "judge": judgement,
            "judge_error": error,
            "unverified": doubts,
            "filtered": filter_hallucinations(marked, doubts),
        }
    )


def _checked(
    text: str,
    marked: str,
    citations: Sequence[Citation],
    evidence: Sequence[Evidence],
    language: Language,
    config: CheckConfig,
) -> CheckResult:
    """Return the checks that need no model."""
    pool = index_evidence(evidence)
    written = detect_language(text, LANGUAGES)
    budget = TimeBudget(config.budget_s)
    clean = without_markers(marked)
    claims = judge_claims(clean, pool, language, config.calibration, written, budget)
    baseline = overlap_baseline(marked, [item.content for item in evidence])
    return CheckResult(
        text=text,
        language=language,
        claims=claims,
        grounding=Grounding(score=grounding_score(claims), overlap_baseline=baseline),
        citations=score_citations(
            citations, claims, pool, written, config.calibration, budget, clean
        ),
        filtered=marked,
    )
