"""The Planner port, which turns a question and its entities into a QueryPlan."""

from dataclasses import dataclass
from typing import Protocol

from workbench.domain.entities import Resolution
from workbench.domain.plan import PlanningResult
from workbench.domain.question import MemoryDecision, Question
from workbench.retrieval.embedders import Embedder


@dataclass(frozen=True)
class PlanRequest:
    """The input of a planner."""

    question: Question
    memory: MemoryDecision
    resolution: Resolution
    embedder: Embedder | None = None
    """The run's embedder, which records and replays query vectors; None uses the workspace's."""


class Planner(Protocol):
    """Returns a valid plan for any question; the emergency plan is the last resort."""

    async def plan(self, request: PlanRequest, /) -> PlanningResult:
        """Return a plan that passes validation, with its origin and every attempt."""
        ...
