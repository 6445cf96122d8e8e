"""Choose the model of each role in a run, with its deadline, budget, recording and fallbacks."""

import time
from collections.abc import Mapping
from functools import cached_property, partial
from itertools import takewhile
from typing import Literal, TypeAlias

from workbench.answer.output_schemas import SCHEMAS, Schemas
from workbench.answer.protocol import Writer
from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.domain.answer import AskOptions, Role
from workbench.domain.run import ModelExchange, Run
from workbench.errors import ConfigurationError
from workbench.llm.embedding.provider_embedder import ProviderEmbedder
from workbench.llm.embedding.run_vectors import RunVectors
from workbench.llm.gateway import ModelGateway
from workbench.llm.protocol import ChatModel
from workbench.llm.recording.record import Recording
from workbench.llm.redaction.redact import Secrets
from workbench.llm.session import Session
from workbench.llm.wrappers.buffered import BufferedModel
from workbench.llm.wrappers.deadline import DeadlineModel
from workbench.planner.protocol import Planner
from workbench.retrieval.embedders import Embedder
from workbench.settings import OFFLINE, Settings
from workbench.workspace import Workspace

ModelsByRole: TypeAlias = Literal["live", "recorded_first", "recorded_only"]
"""Call the models, replay identical calls and make the others, or only replay."""

PARTS: Mapping[str, float] = {"planner": 0.5, "embedder": 0.75}
"""Deadline of a role as a fraction of the models' time, which leaves the rest to later roles."""
ANSWERING: frozenset[Role] = frozenset({"answer", "judge"})
"""The roles that share ANSWER_DEADLINE_S, which starts once the sources are found."""
AFTER_MODELS = 0.1
"""Fraction of the run's deadline (1 s at most) reserved for the steps that follow the models."""


class RunModels:
    """The models of one run, sharing its deadline, its recording and its session's budget.

    With ``recorded``, each role uses the model that it called in that run, unless the options name
    another, and ``source`` chooses between calling it and replaying its recorded replies.
    """

    def __init__(
        self,
        options: AskOptions | None,
        settings: Settings,
        gateway: ModelGateway,
        session: Session | None = None,
        *,
        recorded: Run | None = None,
        source: ModelsByRole = "live",
        schemas: Schemas = SCHEMAS,
    ) -> None:
        session = session or Session()
        self._settings = session.credentials.apply_to(settings)
        if recorded and source == "recorded_only":
            self._settings = self._settings.with_recorded(recorded.settings)
        self._gateway = gateway
        self._budget = session.budget
        self._schemas = schemas
        self.options = options or AskOptions()
        self._recorded = recorded
        self._source = source
        self.recording = Recording(Secrets.of(settings, self._settings))

    @property
    def prompt_settings(self) -> Mapping[str, float]:
        """The settings that shape prompts: the current ones, or in a replay the recorded ones."""
        return self._settings.prompt_settings

    @property
    def source_tokens(self) -> int:
        """The approximate token budget for sources in the answer model's prompt."""
        return self._settings.answer_source_tokens

    @property
    def names(self) -> Mapping[str, str]:
        """The model name of each role at the start of the run."""
        always: tuple[Role, ...] = ("planner", "answer")
        judge = {"judge": name} if (name := self.name("judge")) != OFFLINE else {}
        return {**{role: self.name(role) for role in always}, **judge}

    def name(self, role: Role) -> str:
        """The model name of a role: from the recorded run, else the options, else the settings."""
        if exchanges := self._exchanges(role):
            return exchanges[0].asked or exchanges[0].model
        if self._source == "recorded_only":
            return OFFLINE
        configured: str = getattr(self._settings, f"{role}_model")
        return self.options.models.get(role, configured)

    def model(self, role: Role) -> ChatModel | None:
        """The model of a role, ready to be called; None if the role runs offline.

        Raises:
            ConfigurationError: its name, key or address is missing or wrong.
        """
        name, exchanges = self.name(role), self._exchanges(role)
        if name == OFFLINE:
            return None
        if not exchanges:
            return self._connected(role, name)
        live = None
        if self._source != "recorded_only":
            live = self._connected_if_possible(role, name)
        if live and self._source == "live":
            return live
        from workbench.llm.recording.replay import ReplayModel

        return ReplayModel(exchanges, self.recording, name=name, otherwise=live)

    def planner(self, opened: OpenedWorkspace) -> Planner:
        """A planner that calls the role's model, or the offline planner."""
        model = self.model("planner")
        if model is None:
            return opened.planner
        from workbench.planner.model_planner import ModelPlanner

        return ModelPlanner(model, opened.workspace, self._settings, replans=self._may_replan)

    @property
    def _may_replan(self) -> bool:
        """False if plans are replayed from a run that did not re-plan.

        The request of its re-plan is not recorded: it would fail, or be a new call to pay for.
        """
        recorded = self._recorded
        if recorded is None or self._source == "live" or not self._exchanges("planner"):
            return True
        return recorded.replanned

    def writer(self, workspace: Workspace, offline: Writer) -> Writer:
        """A writer that calls the role's model, or the offline writer."""
        model = self.model("answer")
        if model is None:
            return offline
        from workbench.answer.model_writer import ModelWriter

        return ModelWriter(model, workspace, self._settings, schemas=self._schemas)

    def embedder(self, shared: Embedder) -> Embedder:
        """The embedder of the workspaces; a provider's records and replays the run's queries."""
        return shared.for_run(self.vectors) if isinstance(shared, ProviderEmbedder) else shared

    @cached_property
    def vectors(self) -> RunVectors:
        """Query vectors of the run, including those of the recorded run."""
        recorded = self._recorded.exchanges if self._recorded else ()
        return RunVectors(
            self.recording,
            recorded,
            is_live=self._source != "recorded_only",
            embedder=self._settings.embedder,
            budget=self._budget,
            until=self._until("embedder"),
        )

    @cached_property
    def _began(self) -> float:
        """Start of the run's deadline: the first model is connected (monotonic seconds)."""
        return time.monotonic()

    @cached_property
    def _answer_began(self) -> float:
        """Start of the answer's deadline: its first model call (monotonic seconds)."""
        return time.monotonic()

    def _until(self, role: str) -> float:
        """A role's deadline in monotonic seconds: a planner that hangs leaves half to the answer.

        The answer, its repair, its rewriting and the judge share one ANSWER_DEADLINE_S.
        """
        limit = self._settings.run_deadline_s
        time_for_models = limit - min(AFTER_MODELS * limit, 1.0)
        until = self._began + time_for_models * PARTS.get(role, 1.0)
        if role in ANSWERING:
            until = min(until, self._answer_began + self._settings.answer_deadline_s)
        return until

    def _connected(self, role: Role, name: str) -> ChatModel:
        model = self._gateway.connect(
            [name, *self._fallbacks(role, name)],
            self._settings,
            self.recording,
            budget=self._budget,
        )
        return DeadlineModel(model, partial(self._until, role))

    def _connected_if_possible(self, role: Role, name: str) -> ChatModel | None:
        """The connected model, or None if it is not configured here: the record may suffice."""
        try:
            return self._connected(role, name)
        except ConfigurationError:
            return None

    def _fallbacks(self, role: Role, name: str) -> list[str]:
        """Fallback models from the settings; a model chosen in the options has none."""
        if role in self.options.models:
            return []
        names: tuple[str, ...] = getattr(self._settings, f"{role}_fallbacks")
        return [
            other for other in takewhile(lambda other: other != OFFLINE, names) if other != name
        ]

    def _exchanges(self, role: Role) -> tuple[ModelExchange, ...]:
        """What the recorded run exchanged with the model that the role has here too."""
        recorded = self._recorded
        if recorded is None or self._is_replaced(role, recorded):
            return ()
        return tuple(exchange for exchange in recorded.exchanges if exchange.role == role)

    def _is_replaced(self, role: Role, recorded: Run) -> bool:
        """Whether the options name another model than those of the recorded run did."""
        name = self.options.models.get(role)
        return name is not None and name != recorded.options.models.get(role)


class BufferedRunModels(RunModels):
    """The models of a run that is not streamed: the answer is buffered, so it can be retried."""

    def model(self, role: Role) -> ChatModel | None:
        """The model of a role; the answer model's reply is buffered."""
        model = super().model(role)
        return BufferedModel(model) if model and role == "answer" else model
