"""Which planner and writer serve a run: a model's, or the built-in ones that need no key."""

from workbench.answer.model import ModelWriter
from workbench.answer.protocol import Writer
from workbench.bootstrap.opening import OpenWorkspace
from workbench.domain.answer import AskOptions, Role
from workbench.llm.protocol import ChatModel
from workbench.llm.providers import chat_model
from workbench.llm.recording import Recorder, RecordingModel
from workbench.llm.retry import RetryingModel
from workbench.planner.model import ModelPlanner
from workbench.planner.protocol import Planner
from workbench.settings import OFFLINE, Settings


def planner_for(
    opened: OpenWorkspace, options: AskOptions, settings: Settings, recorder: Recorder
) -> Planner:
    """The planner that the options, else the settings, name."""
    name = options.models.get("planner", settings.planner_model)
    model = _model(name, "planner", settings, recorder)
    return ModelPlanner(model, opened.workspace, settings) if model else opened.planner


def writer_for(
    opened: OpenWorkspace, options: AskOptions, settings: Settings, recorder: Recorder
) -> Writer:
    """The writer that the options, else the settings, name."""
    name = options.models.get("answer", settings.answer_model)
    model = _model(name, "answer", settings, recorder)
    return ModelWriter(model, opened.workspace, settings) if model else opened.writer


def _model(name: str, role: Role, settings: Settings, recorder: Recorder) -> ChatModel | None:
    recorder.serves(role, name)
    if name == OFFLINE:
        return None
    return RecordingModel(RetryingModel(chat_model(name, settings)), recorder)
