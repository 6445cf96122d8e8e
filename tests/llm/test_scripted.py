"""The scripted model is a ChatModel like any other."""

from itertools import repeat

import pytest

from tests.contracts.chat_model import ChatModelContract, a_request
from workbench.errors import ProviderError
from workbench.llm.protocol import ChatModel, ChatReply
from workbench.llm.scripted import ScriptedModel, ScriptExhaustedError


class TestScriptedModel(ChatModelContract):
    def a_model_that_says(self, text: str) -> ChatModel:
        return ScriptedModel(repeat(text))

    def a_model_that_fails(self) -> ChatModel:
        return ScriptedModel(repeat(ProviderError("Down.", provider="scripted")))

    def a_model_that_breaks_off(self, text: str) -> ChatModel:
        reply = ChatReply(text=text, finish_reason=None, model="scripted:model")
        return ScriptedModel(repeat(reply))


async def test_lines_come_in_order_and_requests_are_kept() -> None:
    model = ScriptedModel(["one", lambda request: request.system.upper()])
    assert (await model.complete(a_request())).text == "one"
    assert (await model.complete(a_request())).text == "ANSWER FROM THE SOURCES."
    assert len(model.requests) == 2


async def test_a_script_that_ends_is_a_mistake_of_the_test() -> None:
    with pytest.raises(ScriptExhaustedError):
        await ScriptedModel([]).complete(a_request())


async def test_usage_is_counted() -> None:
    reply = await ScriptedModel(["three words here"]).complete(a_request())
    assert reply.output_tokens == 3
    assert reply.input_tokens > 3
