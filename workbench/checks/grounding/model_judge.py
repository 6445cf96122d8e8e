"""Ask the optional judge, a chat or an NLI model, about each claim (docs/formulas.md)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from rapidfuzz import fuzz

from workbench.checks.grounding.entailment import EntailmentModel
from workbench.domain.answer import marker
from workbench.domain.diagnostics import Claim, JudgedClaim, Judgement
from workbench.domain.evidence import Evidence, StageError
from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.protocol import ChatModel, ChatRequest, Message
from workbench.text.citation_marks import neutralised
from workbench.text.json_text import object_text
from workbench.text.marker_forms import source_number
from workbench.workspace.prompts import PromptFiles

PACKAGE = "workbench.checks.grounding"
PROMPT = "judge.jinja"
BUILT_IN = PromptFiles(Path(), PACKAGE)
"""The judge's prompt where no workspace is concerned."""
_MAX_TOKENS = 1500
"""Limit of the judge's reply, which repeats every claim with its verdict."""
_SAME_CLAIM = 80
"""On 0-100: the least similarity of the judge's wording of a claim to the answer's."""


Judge: TypeAlias = ChatModel | EntailmentModel
"""A model that judges claims: one that reads a prompt, or one of natural language inference."""


def _as_source(said: object) -> object:
    """Return "Source 1" for any way to name a source (``1``, ``[source 1]``), else None."""
    if isinstance(said, int | str) and not isinstance(said, bool):
        number = source_number(str(said))
        return f"Source {number}" if number else None
    return None


class _Closed(BaseModel):
    """Base of the judge's schema: no extra fields are requested, and any in a reply are ignored."""

    model_config = ConfigDict(
        extra="ignore", frozen=True, json_schema_extra={"additionalProperties": False}
    )


class _Claim(_Closed):
    """The judge's verdict on one claim."""

    claim: str
    supported: bool
    source: Annotated[str | None, BeforeValidator(_as_source)] = Field(
        default=None, description='"Source N", or null'
    )


class ModelJudgement(_Closed):
    """The judge's whole reply."""

    grounded: bool
    claims: list[_Claim]
    ungrounded_claims: list[str] = []
    confidence: float = Field(ge=0.0, le=1.0)

    @property
    def doubted(self) -> tuple[str, ...]:
        """The claims listed as ungrounded, and unsupported ones missing from that list."""
        marked = [one.claim for one in self.claims if not one.supported]
        left = [
            one for one in marked if not any(same_claim(one, it) for it in self.ungrounded_claims)
        ]
        return (*self.ungrounded_claims, *left)


async def check_grounding(
    text: str,
    claims: Sequence[Claim],
    evidence: Sequence[Evidence],
    model: ChatModel,
    deadline_s: float,
    prompts: PromptFiles = BUILT_IN,
) -> Judgement:
    """Return the judge's verdict on a response and its agreement with the deterministic check.

    Args:
        text: the clean answer.
        claims: the deterministic verdicts on it.
        evidence: the answer's sources, in the order of their numbers.
        model: the judge.
        deadline_s: for the whole call, in seconds.
        prompts: those of the workspace.

    Raises:
        ProviderError: the model failed, or its reply is not a judgement.
    """
    judged_by, said = await judge_with_model(text, evidence, model, deadline_s, prompts)
    return Judgement(
        model=judged_by,
        grounded=said.grounded,
        claims=tuple(JudgedClaim(**one.model_dump()) for one in said.claims),
        ungrounded_claims=said.doubted,
        confidence=said.confidence,
        agreement=agreement(claims, said.doubted),
    )


async def check_entailment(
    claims: Sequence[Claim],
    evidence: Sequence[Evidence],
    model: EntailmentModel,
    deadline_s: float,
) -> Judgement:
    """Return an NLI model's verdict on each claim and its agreement with the deterministic check.

    Its confidence is the least probability with which it says what it says of a claim.

    Raises:
        ProviderError: the model failed.
    """
    judged = await model.judge(claims, evidence, deadline_s)
    doubted = tuple(one.claim for one, _ in judged if not one.supported)
    return Judgement(
        model=model.name,
        grounded=not doubted,
        claims=tuple(one for one, _ in judged),
        ungrounded_claims=doubted,
        confidence=min((max(share, 1.0 - share) for _, share in judged), default=1.0),
        agreement=agreement(claims, doubted),
    )


async def judgement_or_error(
    text: str,
    claims: Sequence[Claim],
    evidence: Sequence[Evidence],
    model: Judge | None,
    deadline_s: float,
    prompts: PromptFiles = BUILT_IN,
) -> tuple[Judgement | None, StageError | None]:
    """Return the judgement, or the record of the judge's failure; neither without a judge."""
    if model is None:
        return None, None
    try:
        if isinstance(model, EntailmentModel):
            return await check_entailment(claims, evidence, model, deadline_s), None
        return await check_grounding(text, claims, evidence, model, deadline_s, prompts), None
    except ProviderError as error:
        return None, StageError.of(error)


def agreement(claims: Sequence[Claim], ungrounded: Sequence[str]) -> float | None:
    """Return the share of checkable claims on which the check and the judge agree."""
    checkable = [claim for claim in claims if claim.verdict != "not_checkable"]
    if not checkable:
        return None
    same = [
        (claim.verdict == "supported")
        != any(same_claim(claim.statement, one) for one in ungrounded)
        for claim in checkable
    ]
    return sum(same) / len(same)


def same_claim(claim: str, judged: str) -> bool:
    """Return True if the two claims have nearly the same wording."""
    return bool(fuzz.partial_ratio(claim.casefold(), judged.casefold()) >= _SAME_CLAIM)


async def judge_with_model(
    text: str,
    evidence: Sequence[Evidence],
    model: ChatModel,
    deadline_s: float,
    prompts: PromptFiles = BUILT_IN,
) -> tuple[str, ModelJudgement]:
    """Return the model's name and its verdict on which claims the sources support.

    Raises:
        ProviderError: the model failed, or its reply is not a judgement.
    """
    request = judge_request(text, evidence, deadline_s, prompts)
    reply = await model.complete(request)
    try:
        return reply.model, ModelJudgement.model_validate_json(object_text(reply.text))
    except ValidationError as error:
        provider = model.name.partition(":")[0]
        raise ProviderError(
            **localized("checks.no_judgement"), provider=provider, retryable=True
        ) from error


def judge_request(
    text: str, evidence: Sequence[Evidence], deadline_s: float, prompts: PromptFiles
) -> ChatRequest:
    """Return what the judge is asked about a response and its sources."""
    return ChatRequest(
        role="judge",
        system=prompts.fill(PROMPT),
        messages=(Message(role="user", text=_question(text, evidence)),),
        max_tokens=_MAX_TOKENS,
        temperature=0.0,
        output_schema=ModelJudgement.model_json_schema(),
        schema_name="judgement",
        deadline_s=deadline_s,
    )


def _question(text: str, evidence: Sequence[Evidence]) -> str:
    sources = [
        f"{marker(number)}\n{_quoted(item.content)}" for number, item in enumerate(evidence, 1)
    ]
    parts = ["Response to check:", _quoted(text), "Available sources:", *sources]
    return "\n\n".join(parts)


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in neutralised(text).splitlines())
