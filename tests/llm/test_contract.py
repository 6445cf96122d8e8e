"""Every adapter, and each wrapper around one, passes the suite of all ChatModels."""

from collections.abc import Callable

import pytest

from tests.contracts.chat_model import ChatModelContract
from tests.llm.vendors import VENDORS
from tests.modelserver.answers import say, status
from tests.modelserver.dialect import Said
from tests.modelserver.exchange import Answer
from tests.modelserver.server import ModelServer
from workbench.errors import ProviderError
from workbench.llm.protocol import ChatModel, ChatReply
from workbench.llm.providers import chat_model
from workbench.llm.recording import Recording, RecordingModel
from workbench.llm.retry import RetryingModel
from workbench.llm.scripted import ScriptedModel
from workbench.settings import Settings

Wrap = Callable[[ChatModel], ChatModel]
MODELS: dict[str, tuple[str, Wrap]] = {
    **{name: (name, lambda model: model) for name in VENDORS},
    "retrying": (VENDORS[0], lambda model: RetryingModel(model, pause_s=0.01)),
    "recording": (VENDORS[0], lambda model: RecordingModel(model, Recording())),
}


class TestAdapters(ChatModelContract):
    @pytest.fixture(autouse=True, params=list(MODELS.values()), ids=list(MODELS))
    def _served(
        self, request: pytest.FixtureRequest, server: ModelServer, settings: Settings
    ) -> None:
        self._name: str = request.param[0]
        self._wrap: Wrap = request.param[1]
        self._server, self._settings = server, settings

    def a_model_that_says(self, text: str) -> ChatModel:
        return self._answering(say(text))

    def a_model_that_fails(self) -> ChatModel:
        return self._answering(status(500))

    def a_model_that_breaks_off(self, text: str) -> ChatModel:
        return self._answering(say(Said(text, finish=None)))

    def _answering(self, answer: Answer) -> ChatModel:
        self._server.always(answer)
        return self._wrap(chat_model(self._name, self._settings))


class TestScriptedModel(ChatModelContract):
    def a_model_that_says(self, text: str) -> ChatModel:
        return ScriptedModel([text] * 5)

    def a_model_that_fails(self) -> ChatModel:
        return ScriptedModel([ProviderError("Down.", provider="scripted")])

    def a_model_that_breaks_off(self, text: str) -> ChatModel:
        return ScriptedModel([ChatReply(text=text, finish_reason=None, model="scripted:model")])
