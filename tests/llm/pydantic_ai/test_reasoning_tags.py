"""What a model thinks aloud is no part of its answer, whole or streamed, from any provider."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.llm.conftest import Open
from tests.llm.vendors import VENDORS, ask, settings_for
from tests.modelserver.answers import say
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.insurance_model import ANSWER, QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from workbench.domain.answer import AskOptions
from workbench.domain.run_events import AnswerDelta, RunFinished
from workbench.errors import ProviderError
from workbench.llm.endpoint import chat_model
from workbench.llm.protocol import ChatModel, ChatReply
from workbench.llm.pydantic_ai.reasoning_tags import ReasoningBuffer, without_reasoning

THOUGHT = "<think>\nIs it 100 or 40? The [Source 1] says 100.\n</think>\n\n"
SAID = "The excess is 100."
SCHEMA = {
    "type": "object",
    "properties": {"said": {"type": "string"}},
    "required": ["said"],
    "additionalProperties": False,
}


class InPieces(ScriptedReply):
    """What is said, streamed in these very pieces."""

    def __init__(self, *pieces: str) -> None:
        super().__init__("".join(pieces))
        object.__setattr__(self, "_pieces", list(pieces))

    @property
    def pieces(self) -> list[str]:
        return self.__dict__["_pieces"]


async def streamed(model: ChatModel, **changes: object) -> tuple[str, ChatReply]:
    """The pieces together, and the reply at their end."""
    text, reply = "", None
    async for item in model.stream(ask(**changes)):
        if isinstance(item, ChatReply):
            reply = item
        else:
            text += item
    assert reply is not None
    return text, reply


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (THOUGHT + SAID, SAID),
        (f"\n {THOUGHT}{THOUGHT}{SAID}", SAID),
        ("<THINKING>so</thinking>It is.", "It is."),
        ("<think></think>It is.", "It is."),
        ("<think>no </thinking> end", ""),
        ("<think>never closed", ""),
        ("<thi", ""),
        ("  It is.", "  It is."),
        ("<thinker> is no thought", "<thinker> is no thought"),
        ("In HTML `<think>x</think>` is unknown.", "In HTML `<think>x</think>` is unknown."),
        (f"{THOUGHT}A tag <think> stays.", "A tag <think> stays."),
    ],
)
@given(cuts=st.lists(st.integers(min_value=0, max_value=100), max_size=12))
def test_thinking_at_the_beginning_is_taken_out_however_it_is_cut(
    written: str, said: str, cuts: list[int]
) -> None:
    places = sorted({0, len(written), *(min(cut, len(written)) for cut in cuts)})
    buffer = ReasoningBuffer()

    assert without_reasoning(written) == said
    assert "".join(buffer.feed(written[a:b]) for a, b in pairwise(places)) == said


@pytest.mark.parametrize(
    "pieces",
    [
        (THOUGHT, SAID),
        ("<think>", "Is it 100?", "</think>", SAID),
        ("<think>", "Is it 100?</think>\n", SAID),
        ("<think>", "Is it", " 100?\n</thi", f"nk>\n\n{SAID}"),
        ("<thi", "nk>Is it 100?</", "think>", "The excess", " is 100."),
        ("\n", "<think>", "", "</think>", "\n\n", SAID),
    ],
)
async def test_no_provider_shows_what_was_thought(
    model: ChatModel, server: ModelServer, pieces: tuple[str, ...]
) -> None:
    server.always(say(InPieces(*pieces)))

    text, reply = await streamed(model)

    assert text == reply.text == SAID
    assert (await model.complete(ask())).text == SAID


async def test_a_tag_in_the_middle_of_an_answer_stays(
    model: ChatModel, server: ModelServer
) -> None:
    said = "Write `<think>` and `</think>` around it."
    server.always(say(InPieces("Write `", "<think>", "` and `", "</think>", "` around it.")))

    text, reply = await streamed(model)

    assert text == reply.text == (await model.complete(ask())).text == said


async def test_a_thought_without_an_end_is_no_answer(model: ChatModel, server: ModelServer) -> None:
    server.always(say("<think>Is it 100 or 40?"))

    with pytest.raises(ProviderError):
        await streamed(model)
    with pytest.raises(ProviderError):
        await model.complete(ask())


@pytest.mark.parametrize("output", ["json_schema", "prompt"])
async def test_with_a_schema_the_streamed_and_the_whole_reply_agree(
    server: ModelServer, output: str
) -> None:
    settings = settings_for(server).model_copy(update={"compatible_output": output})
    model = chat_model(VENDORS[1], settings)
    said = json.dumps({"said": SAID})
    server.always(say(InPieces("<think>", "A list?", "</think>\n", said)))
    wanted = {"output_schema": SCHEMA, "schema_name": "Told"}

    text, reply = await streamed(model, **wanted)

    assert text == reply.text == (await model.complete(ask(**wanted))).text == said


async def test_a_run_streams_and_keeps_the_answer_alone(opened: Open, server: ModelServer) -> None:
    server.choose(insurance_model(answer=say(f"{THOUGHT}{ANSWER}")))
    told = ""

    async for event in opened().stream(QUESTION, workspace="insurance", options=AskOptions()):
        told += event.text if isinstance(event, AnswerDelta) else ""
        if isinstance(event, RunFinished):
            run = event.run

    assert run.answer is not None
    assert told == run.answer.marked == ANSWER
