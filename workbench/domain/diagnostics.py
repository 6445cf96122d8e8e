"""Judgement of an answer: findings, claims, grounding, confidence, sufficiency."""

from typing import Literal, TypeAlias

from pydantic import Field

from workbench.domain.base import Value
from workbench.domain.evidence import StageError
from workbench.domain.local_text import Language

Verdict: TypeAlias = Literal["supported", "contradicted", "not_in_sources", "not_checkable"]


class Finding(Value):
    """One result of the post-check: what was wrong and what was done about it."""

    code: str
    """``forbidden_phrase``, ``id_leak``, ``confidence_leak``, ``reference_debris``, …"""
    message: str
    excerpt: str = ""
    action: Literal["none", "rewritten", "cleaned", "replaced", "dropped"] = "none"


class Claim(Value):
    """A checkable statement of the answer; offsets are into ``answer.text``."""

    text: str
    start: int
    end: int
    verdict: Verdict
    probability: float | None
    """How likely the evidence supports it, on 0-1; None when not checkable."""
    evidence: tuple[str, ...] = ()
    evidence_sentence: str = ""
    reasons: tuple[str, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Checkable, and not carried by the evidence."""
        return self.verdict in ("contradicted", "not_in_sources")

    @property
    def is_unchecked(self) -> bool:
        """It may state something, but could not be checked; the reasons say why."""
        return self.verdict == "not_checkable" and bool(self.reasons)


class Grounding(Value):
    """How much of the answer the sources carry; None where there is nothing to judge."""

    score: float | None
    overlap_baseline: float | None
    """Overlap baseline (docs/formulas.md), kept for comparison."""


class ConfidenceStep(Value):
    """One factor of the confidence formula and the value after it."""

    name: str
    factor: float
    value_after: float
    detail: str = ""


class Confidence(Value):
    """Confidence score; the steps reproduce it exactly (docs/formulas.md)."""

    score: float
    steps: tuple[ConfidenceStep, ...] = ()
    changed_constants: dict[str, float] = Field(default_factory=dict)
    """The constants of the formula that had other values than their defaults."""


class Sufficiency(Value):
    """Whether the sources were sufficient, with the rung of the ladder and the reasons."""

    sufficient: bool
    ladder: Literal["answer", "caveat", "gap", "unanswerable"]
    reasons: tuple[str, ...] = ()


class CitationScores(Value):
    """Precision: cited evidence that supports its sentence. Recall: supported claims that cite."""

    precision: float | None
    recall: float | None


class JudgedClaim(Value):
    """One claim as the model judge sees it; ``source`` reads "Source N"."""

    claim: str
    supported: bool
    source: str | None = None


class Judgement(Value):
    """The optional judge model's view, beside the deterministic check."""

    model: str
    grounded: bool
    claims: tuple[JudgedClaim, ...] = ()
    ungrounded_claims: tuple[str, ...] = ()
    confidence: float
    agreement: float | None = None
    """The share of checkable claims on which both say the same; None without any."""


class Checked(Value):
    """A text that anybody wrote, held against the sources it is said to rest on."""

    text: str
    """Without markers; the offsets of the claims are into it."""
    language: Language
    claims: tuple[Claim, ...] = ()
    grounding: Grounding
    citations: CitationScores
    unknown_sources: tuple[int, ...] = ()
    """Numbers of markers for which there is no source."""
    judge: Judgement | None = None
    judge_error: StageError | None = None
    unverified: tuple[str, ...] = ()
    """What the check, or the judge where there is one, does not find in the sources."""
    filtered: str = ""
    """The text followed by a warning for each unverified claim."""


class Diagnostics(Value):
    """Everything the checks say of one answer."""

    claims: tuple[Claim, ...] = ()
    grounding: Grounding
    confidence: Confidence
    sufficiency: Sufficiency
    citations: CitationScores
    judge: Judgement | None = None
    judge_error: StageError | None = None
    """Why the judge did not judge; the answer and everything else stand."""
