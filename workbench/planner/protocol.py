"""The Planner port: a question and what was recognised in it become a QueryPlan."""

from dataclasses import dataclass
from typing import Protocol

from workbench.domain.entities import Resolution
from workbench.domain.plan import Planned
from workbench.domain.question import MemoryDecision, Question


@dataclass(frozen=True)
class PlanRequest:
    """Everything a planner may look at."""

    question: Question
    memory: MemoryDecision
    resolution: Resolution


class Planner(Protocol):
    """Makes a valid plan, whatever happens: the emergency plan is always there."""

    async def plan(self, request: PlanRequest, /) -> Planned:
        """A plan that passes validation, with its origin and every attempt."""
        ...
