"""A small real call of a model: does it answer, how fast, at what price."""

from workbench.domain.base import Value
from workbench.llm.prices import price_usd
from workbench.llm.protocol import ChatModel, ChatRequest, Message

REQUEST = ChatRequest(
    role="answer",
    system="You are being tested.",
    messages=(Message(role="user", text="Answer with the word: ready"),),
    max_tokens=256,  # some models think before they speak
    deadline_s=15.0,
)


class Probe(Value):
    """What a model did with the small call; ``price_usd`` None where its price is not known."""

    model: str
    text: str
    ms: float
    input_tokens: int
    output_tokens: int
    price_usd: float | None


async def probe_model(model: ChatModel) -> Probe:
    """Ask the model one thing.

    Raises:
        ProviderError: why it does not answer, and what to do.
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
