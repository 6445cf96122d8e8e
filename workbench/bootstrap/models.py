"""Which planner and writer serve a run: a model's, or the built-in ones that need no key."""

from collections.abc import Mapping

from workbench.answer.model import ModelWriter
from workbench.answer.protocol import Writer
from workbench.bootstrap.opening import OpenWorkspace
from workbench.domain.answer import AskOptions
from workbench.llm.protocol import ChatModel
from workbench.llm.providers import chat_model
from workbench.llm.recording import Recording, RecordingModel
from workbench.llm.retry import RetryingModel
from workbench.planner.model import ModelPlanner
from workbench.planner.protocol import Planner
from workbench.settings import OFFLINE, Settings


def models_for(options: AskOptions, settings: Settings) -> dict[str, str]:
    """The model of each role: as the options of the question say, else the settings."""
    return {
        "planner": options.models.get("planner", settings.planner_model),
        "answer": options.models.get("answer", settings.answer_model),
    }


def planner_for(
    opened: OpenWorkspace, models: Mapping[str, str], settings: Settings, recording: Recording
) -> Planner:
    """A planner over the named model, or the built-in one."""
    model = _model(models["planner"], settings, recording)
    return ModelPlanner(model, opened.workspace, settings) if model else opened.planner


def writer_for(
    opened: OpenWorkspace, models: Mapping[str, str], settings: Settings, recording: Recording
) -> Writer:
    """A writer over the named model, or the built-in one."""
    model = _model(models["answer"], settings, recording)
    return ModelWriter(model, opened.workspace, settings) if model else opened.writer


def _model(name: str, settings: Settings, recording: Recording) -> ChatModel | None:
    if name == OFFLINE:
        return None
    return RecordingModel(RetryingModel(chat_model(name, settings)), recording)
