"""Check any text against given sources, as the check stage does, without a run."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from pydantic import ValidationError

from workbench.answer.citations import CitationResult, cite
from workbench.checks.diagnostics.citations import score_citations
from workbench.checks.diagnostics.diagnose import DEFAULT_CHECKS, CheckConfig
from workbench.checks.grounding.evidence_index import index_evidence
from workbench.checks.grounding.hallucination_filter import filter_hallucinations, unverified_claims
from workbench.checks.grounding.model_judge import check_grounding
from workbench.checks.grounding.verdicts import grounding_score, judge_claims, overlap_baseline
from workbench.checks.time_budget import TimeBudget, off_loop
from workbench.domain.answer import Rendered
from workbench.domain.base import Value
from workbench.domain.diagnostics import CheckResult, Claim, Grounding, Judgement
from workbench.domain.evidence import Evidence, FactsPayload, Passage, SourceRef, StageError
from workbench.domain.local_text import LANGUAGES, Language, WholeText
from workbench.domain.plan import SHORT_STYLE
from workbench.errors import InputError, ProviderError
from workbench.i18n.errors import localized
from workbench.llm.protocol import ChatModel
from workbench.nlp.language_detection import detect_language
from workbench.settings import JUDGE_DEADLINE_S


class GivenSource(Value):
    """A source that the caller provides; ``[Source N]`` refers to the N-th one."""

    text: WholeText
    title: WholeText = ""


Source: TypeAlias = GivenSource | Mapping[str, Any] | str


def given_sources(sources: Sequence[Source]) -> list[Evidence]:
    """Return the sources as evidence, in their order.

    Raises:
        InputError: one is neither a text nor ``{"text": …, "title": …}``; its number is named.
    """
    return [_evidence(number, source) for number, source in enumerate(sources, start=1)]


async def check_text(
    marked: str,
    evidence: Sequence[Evidence],
    language: Language,
    *,
    judge: ChatModel | None = None,
    deadline_s: float = JUDGE_DEADLINE_S,
    config: CheckConfig = DEFAULT_CHECKS,
) -> CheckResult:
    """Return the verdict on each claim of a text, its citation scores and the flagged text.

    Args:
        marked: the text, with ``[Source N]`` where it cites.
        evidence: the sources in the order of their numbers.
        language: the language of the reasons.
        judge: an optional judge model; its failure is reported in ``judge_error``.
        deadline_s: for the judge, in seconds.
        config: the constants of the checks.
    """
    checked = await off_loop(partial(_checked, marked, evidence, language, config))
    judgement, error = await _judged(checked.text, checked.claims, evidence, judge, deadline_s)
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
    marked: str, evidence: Sequence[Evidence], language: Language, config: CheckConfig
) -> CheckResult:
    """Return the checks that need no model."""
    cited = _cited(marked, evidence)
    pool = index_evidence(evidence)
    written = detect_language(cited.text, LANGUAGES)
    budget = TimeBudget(config.budget_s)
    claims = judge_claims(cited.text, pool, language, config.calibration, written, budget)
    baseline = overlap_baseline(marked, [item.content for item in evidence])
    return CheckResult(
        text=cited.text,
        language=language,
        claims=claims,
        grounding=Grounding(score=grounding_score(claims), overlap_baseline=baseline),
        citations=score_citations(
            cited.citations, claims, pool, written, config.calibration, budget
        ),
        unknown_sources=cited.dropped,
        filtered=marked,
    )


def _cited(marked: str, evidence: Sequence[Evidence]) -> CitationResult:
    facts = FactsPayload(found=bool(evidence), items=tuple(evidence))
    sources = tuple(item.id for item in evidence)
    rendered = Rendered(style=SHORT_STYLE, text="", marked="", context="", sources=sources)
    return cite(marked, rendered, facts)


async def _judged(
    text: str,
    claims: Sequence[Claim],
    evidence: Sequence[Evidence],
    judge: ChatModel | None,
    deadline_s: float,
) -> tuple[Judgement | None, StageError | None]:
    if judge is None:
        return None, None
    try:
        return await check_grounding(text, claims, evidence, judge, deadline_s), None
    except ProviderError as error:
        return None, StageError.of(error)


def _evidence(number: int, source: Source) -> Evidence:
    given = _given(number, source)
    name, title = f"source-{number}", given.title
    return Evidence(
        type="source",
        text=given.text,
        source=SourceRef(id=name, title=title),
        span=Passage(document_id=name, title=title, start=0, end=len(given.text)),
    )


def _given(number: int, source: Source) -> GivenSource:
    if isinstance(source, GivenSource):
        return source
    try:
        return GivenSource.model_validate({"text": source} if isinstance(source, str) else source)
    except ValidationError as error:
        said = error.errors()[0]["msg"]
        raise InputError(**localized("pipeline.bad_source", number=number, detail=said)) from error
