"""Probe a model with one small call, to measure its latency and price."""

from workbench.domain.base import Value
from workbench.llm.prices import price_usd
from workbench.llm.protocol import ChatModel, ChatRequest, Message

REQUEST = ChatRequest(
    role="answer",
    system="You are being tested.",
    messages=(Message(role="user", text="Answer with the word: ready"),),
    max_tokens=256,  # reasoning models spend tokens before the text
    deadline_s=15.0,
)


class Probe(Value):
    """The outcome of a probe; ``price_usd`` is None if the price is unknown."""

    model: str
    text: str
    ms: float
    input_tokens: int
    output_tokens: int
    price_usd: float | None


async def probe_model(model: ChatModel) -> Probe:
    """Call the model once with a fixed request.

    Raises:
        ProviderError: the model failed.
    """
    reply = await model.complete(REQUEST)
    return Probe(
        model=reply.model,
        text=reply.text.strip(),
        ms=reply.ms,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        price_usd=price_usd(
            reply.model, input_tokens=reply.input_tokens, output_tokens=reply.output_tokens
        ),
    )
