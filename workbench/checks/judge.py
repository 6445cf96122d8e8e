"""The optional model judge: seed 002's hallucination detector, asked for a verdict per claim."""

from collections.abc import Sequence
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from workbench.domain.answer import marker
from workbench.domain.evidence import Evidence
from workbench.errors import ProviderError
from workbench.language.markers import neutralised
from workbench.llm.protocol import ChatModel, ChatRequest, Message

_MAX_TOKENS = 1500


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class JudgedClaim(_Closed):
    """One claim as the judge sees it."""

    claim: str
    supported: bool
    source: str | None = Field(default=None, description='"Source N", or null')


class ModelJudgement(_Closed):
    """The judge's whole reply."""

    grounded: bool
    claims: list[JudgedClaim]
    ungrounded_claims: list[str]
    confidence: float = Field(ge=0.0, le=1.0)


async def judge_with_model(
    text: str, evidence: Sequence[Evidence], model: ChatModel, deadline_s: float
) -> ModelJudgement:
    """Ask a model which claims of a response its sources carry.

    Raises:
        ProviderError: the model failed, or its reply is not a judgement.
    """
    request = ChatRequest(
        role="judge",
        system=files("workbench.checks").joinpath("prompts", "judge.txt").read_text("utf-8"),
        messages=(Message(role="user", text=_question(text, evidence)),),
        max_tokens=_MAX_TOKENS,
        temperature=0.0,
        output_schema=ModelJudgement.model_json_schema(),
        schema_name="judgement",
        deadline_s=deadline_s,
    )
    reply = await model.complete(request)
    try:
        return ModelJudgement.model_validate_json(reply.text)
    except ValidationError as error:
        provider = model.name.partition(":")[0]
        raise ProviderError(
            "The judge's reply is not a judgement.", provider=provider, retryable=True
        ) from error


def _question(text: str, evidence: Sequence[Evidence]) -> str:
    sources = [
        f"{marker(number)}\n{_quoted(item.content)}" for number, item in enumerate(evidence, 1)
    ]
    parts = ["Response to check:", _quoted(text), "Available sources:", *sources]
    return "\n\n".join(parts)


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in neutralised(text).splitlines())
