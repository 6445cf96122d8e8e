"""Every adapter, and each wrapper around one, passes the suite of all ChatModels."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.contracts.chat_model import ChatModelContract
from tests.llm.vendors import VENDORS
from tests.modelserver.answers import say, status
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.exchange import Answer
from tests.modelserver.server import ModelServer
from workbench.errors import ProviderError
from workbench.llm.endpoint import chat_model
from workbench.llm.protocol import ChatModel, ChatReply
from workbench.llm.recording.record import Recording, RecordingModel
from workbench.llm.recording.replay import ReplayModel
from workbench.llm.scripted import ScriptedModel
from workbench.llm.wrappers.budget import Budget, BudgetedModel
from workbench.llm.wrappers.buffered import BufferedModel
from workbench.llm.wrappers.cache import CachedModel, ReplyCache
from workbench.llm.wrappers.deadline import DeadlineModel
from workbench.llm.wrappers.fallback import FallbackModel
from workbench.llm.wrappers.guard import CircuitBreaker, FairSemaphore, GuardedModel
from workbench.llm.wrappers.retry import RetryingModel
from workbench.settings import Settings

Wrap = Callable[[ChatModel, Path], ChatModel]
MODELS: dict[str, tuple[str, Wrap]] = {
    **{name: (name, lambda model, _: model) for name in VENDORS},
    "retrying": (VENDORS[0], lambda model, _: RetryingModel(model, pause_s=0.01)),
    "recording": (VENDORS[0], lambda model, _: RecordingModel(model, Recording())),
    "guarded": (
        VENDORS[0],
        lambda model, _: GuardedModel(
            model, FairSemaphore(2), CircuitBreaker(failures=3, cool_down_s=1)
        ),
    ),
    "budgeted": (VENDORS[0], lambda model, _: BudgetedModel(model, Budget(tokens=10_000))),
    "cached": (
        VENDORS[0],
        lambda model, folder: CachedModel(model, ReplyCache(folder), address="here"),
    ),
    "fallback": (VENDORS[0], lambda model, _: FallbackModel([model, model])),
    "whole": (VENDORS[0], lambda model, _: BufferedModel(model)),
    "due": (VENDORS[0], lambda model, _: DeadlineModel(model, lambda: time.monotonic() + 60)),
    "replay": (
        VENDORS[0],
        lambda model, _: ReplayModel([], Recording(), name=model.name, otherwise=model),
    ),
}


class TestAdapters(ChatModelContract):
    @pytest.fixture(autouse=True, params=list(MODELS.values()), ids=list(MODELS))
    def _served(
        self,
        request: pytest.FixtureRequest,
        server: ModelServer,
        settings: Settings,
        tmp_path: Path,
    ) -> None:
        self._name: str = request.param[0]
        self._wrap: Wrap = request.param[1]
        self._server, self._settings, self._folder = server, settings, tmp_path

    def a_model_that_says(self, text: str) -> ChatModel:
        return self._answering(say(text))

    def a_model_that_fails(self) -> ChatModel:
        return self._answering(status(500))

    def a_model_that_breaks_off(self, text: str) -> ChatModel:
        return self._answering(say(ScriptedReply(text, finish=None)))

    def _answering(self, answer: Answer) -> ChatModel:
        self._server.always(answer)
        return self._wrap(chat_model(self._name, self._settings), self._folder)


class TestScriptedModel(ChatModelContract):
    def a_model_that_says(self, text: str) -> ChatModel:
        return ScriptedModel([text] * 5)

    def a_model_that_fails(self) -> ChatModel:
        return ScriptedModel([ProviderError("Down.", provider="scripted")])

    def a_model_that_breaks_off(self, text: str) -> ChatModel:
        return ScriptedModel([ChatReply(text=text, finish_reason=None, model="scripted:model")])
