"""Whatever a provider sends, only our own errors come out; `make fuzz` sends 2,000 replies."""

import logging
from collections import Counter
from random import Random

import pytest

from tests.llm.vendors import ask
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.exchange import Answer, Exchange
from tests.modelserver.mutations import damaged, scratched, written
from tests.modelserver.server import ModelServer
from tests.support.fuzzing import PROVIDERS, USES, outcomes
from workbench.domain.evidence import StageError
from workbench.domain.local_text import whole_characters
from workbench.errors import InputError
from workbench.llm.protocol import ChatModel, ChatReply
from workbench.llm.pydantic_ai.replies import SurrogateBuffer

REPLIES = 192
"""Eight for each provider and use."""


@pytest.fixture(autouse=True)
def quiet() -> None:
    logging.getLogger("google_genai").setLevel(logging.ERROR)


@pytest.mark.filterwarnings("ignore:Failed to extract usage")
async def test_damaged_replies_end_in_our_own_errors_or_in_something_whole(
    server: ModelServer,
) -> None:
    found = await outcomes(server, range(REPLIES))

    assert [one for one in found if one.raw] == []
    assert len({(one.provider, one.use) for one in found}) == len(PROVIDERS) * len(USES)
    names = Counter(one.name for one in found)
    assert {"ProviderError", "answer", "partial", "model", "emergency", "judgement"} <= set(names)


def test_the_same_seed_is_the_same_damage() -> None:
    def damage(seed: int) -> bytes:
        value = {"choices": [{"message": {"content": "Yes", "role": "assistant"}}]}
        chance = Random(seed)
        return scratched(written(damaged(value, chance)), chance)

    assert [damage(seed) for seed in range(50)] == [damage(seed) for seed in range(50)]
    assert len({damage(seed) for seed in range(50)}) > 40


HERE = "~"


def escaped(characters: bytes) -> Answer:
    """Says `Well ~.`, where JSON escapes stand for the sign."""

    async def answer(exchange: Exchange) -> None:
        said, request = ScriptedReply(f"Well {HERE}.", cut_into=1), exchange.request.body
        if not exchange.streamed:
            body = written(exchange.dialect.whole(said, request))
            await exchange.respond(body.replace(HERE.encode(), characters))
            return
        await exchange.open_stream()
        for frame in exchange.dialect.frames(said, request):
            await exchange.chunk(frame.replace(HERE.encode(), characters))
        await exchange.end_stream()

    return answer


@pytest.mark.parametrize(
    ("characters", "text"),
    [(b"\\ud83d\\ude00", "Well \N{GRINNING FACE}."), (b"\\udfff", "Well \ufffd.")],
)
async def test_half_a_character_never_leaves_the_adapter(
    characters: bytes, text: str, model: ChatModel, server: ModelServer
) -> None:
    server.always(escaped(characters))

    assert (await model.complete(ask())).text == text
    *pieces, reply = [item async for item in model.stream(ask())]
    assert isinstance(reply, ChatReply)
    assert "".join(str(piece) for piece in pieces) == reply.text == text
    assert ChatReply.model_validate_json(reply.model_dump_json()) == reply


def test_a_character_cut_in_two_by_the_stream_comes_out_whole() -> None:
    buffer = SurrogateBuffer()
    assert [buffer.feed(piece) for piece in ("a\ud83d", "\ude00b", "\ude00", "я")] == [
        "a",
        "\N{GRINNING FACE}b",
        "\ufffd",
        "я",
    ]


def test_an_error_can_be_kept_whatever_the_provider_says_in_it() -> None:
    error = InputError("Bad \ud800", hint="\udfff", words={"said": "\ud800", "limit": 3})
    kept = StageError.of(error)
    assert StageError.model_validate_json(kept.model_dump_json()) == kept
    assert kept.words == {"said": "\ufffd", "limit": 3}


def test_whole_characters_leaves_whole_text_alone() -> None:
    for text in ("", "plain", "по-русски 😀", "\x1b", "\u2028"):
        assert whole_characters(text) == text
