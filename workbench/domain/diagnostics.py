"""Diagnostics of an answer: findings, claims, grounding, confidence, sufficiency."""

from typing import Literal, TypeAlias

from pydantic import Field

from workbench.domain.base import Value, is_empty
from workbench.domain.evidence import StageError
from workbench.domain.local_text import Language

Verdict: TypeAlias = Literal["supported", "contradicted", "not_in_sources", "not_checkable"]


class Finding(Value):
    """One result of the post-check: a violation and the action taken."""

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
    """Probability that the evidence supports the claim; None when not checkable."""
    evidence: tuple[str, ...] = ()
    evidence_sentence: str = ""
    reasons: tuple[str, ...] = ()
    about: str = Field(default="", exclude_if=is_empty)
    """The labels of a cell of a table: "Surgery — Health Basic:"; empty for other claims."""

    @property
    def statement(self) -> str:
        """The claim as it reads by itself: "Surgery — Health Basic: $15,000"."""
        return f"{self.about} {self.text}" if self.about else self.text

    @property
    def is_doubtful(self) -> bool:
        """True when the claim is checkable and the evidence does not support it."""
        return self.verdict in ("contradicted", "not_in_sources")

    @property
    def is_unchecked(self) -> bool:
        """True when the claim could not be checked; ``reasons`` explain why."""
        return self.verdict == "not_checkable" and bool(self.reasons)

    @property
    def states_something(self) -> bool:
        """False for a heading or a question; True for what could not be checked, with why."""
        return self.verdict != "not_checkable" or self.is_unchecked


class Grounding(Value):
    """Share of the answer that the sources support; None where it has no checkable claim."""

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
    """Confidence score, with the steps that compute it (docs/formulas.md)."""

    score: float
    steps: tuple[ConfidenceStep, ...] = ()
    changed_constants: dict[str, float] = Field(default_factory=dict)
    """Constants of the formula that differ from their defaults."""


class Sufficiency(Value):
    """Whether the sources were sufficient, with the level of the ladder and the reasons."""

    sufficient: bool
    ladder: Literal["answer", "caveat", "gap", "unanswerable"]
    reasons: tuple[str, ...] = ()


class VerdictSignal(Value):
    """One input of the estimate: its value, and its effect on the log-odds that all is right."""

    name: str
    value: float
    effect: float


VerdictLabel: TypeAlias = Literal[
    "answered", "partly", "unsure", "corrected", "not_found", "off_topic"
]


class AnswerVerdict(Value):
    """Whether the answer is right: the estimate shown first, with its reasons.

    An answer can be true to the sources and still not answer the question.
    """

    label: VerdictLabel
    probability: float
    """Estimated probability that the answer is right; 0 where nothing was answered."""
    reasons: tuple[str, ...] = ()
    signals: tuple[VerdictSignal, ...] = ()


class CitationScores(Value):
    """Precision: cited evidence that supports its sentence. Recall: supported claims that cite."""

    precision: float | None
    recall: float | None


class JudgedClaim(Value):
    """The model judge's verdict on one claim; ``source`` is of the form "Source N"."""

    claim: str
    supported: bool
    source: str | None = None


class Judgement(Value):
    """The verdict of the optional judge model, in addition to the deterministic check."""

    model: str
    grounded: bool
    claims: tuple[JudgedClaim, ...] = ()
    ungrounded_claims: tuple[str, ...] = ()
    confidence: float
    agreement: float | None = None
    """Share of checkable claims with the same verdict from both; None without checkable claims."""


class CheckResult(Value):
    """The result of checking any text against given sources."""

    text: str
    """The text without markers; the claims' offsets refer to it."""
    language: Language
    claims: tuple[Claim, ...] = ()
    grounding: Grounding
    citations: CitationScores
    unknown_sources: tuple[int, ...] = ()
    """Numbers of markers without a source."""
    judge: Judgement | None = None
    judge_error: StageError | None = None
    unverified: tuple[str, ...] = ()
    """Claims that the judge, or without one the check, does not find in the sources."""
    filtered: str = ""
    """The text followed by a warning for each unverified claim."""


class Diagnostics(Value):
    """The results of all checks of one answer."""

    claims: tuple[Claim, ...] = ()
    grounding: Grounding
    confidence: Confidence
    sufficiency: Sufficiency
    citations: CitationScores
    verdict: AnswerVerdict | None = None
    """The estimate that the answer is right; None in runs of earlier releases."""
    judge: Judgement | None = None
    judge_error: StageError | None = None
    """Why the judge failed; the answer and the other results are unaffected."""
