"""The Planner port, which turns a question and its entities into a QueryPlan."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from workbench.domain.entities import NamedNode, Resolution
from workbench.domain.evidence import Gap
from workbench.domain.plan import PlanningResult, QueryPlan
from workbench.domain.question import MemoryDecision, Question
from workbench.retrieval.embedders import Embedder

GapsOf: TypeAlias = Callable[[QueryPlan], Awaitable[tuple[Gap, ...] | None]]
"""Executes a plan and returns the gaps of its calls; None if a tool is down."""

FindEntity: TypeAlias = Callable[[str, Collection[str]], NamedNode]
"""Looks up a name among the nodes of some types or, given none, of any."""


@dataclass(frozen=True)
class PlanRequest:
    """The input of a planner."""

    question: Question
    memory: MemoryDecision
    resolution: Resolution
    embedder: Embedder | None = None
    """The run's embedder, which records and replays query vectors; None uses the workspace's."""
    gaps_of: GapsOf | None = None
    """With it a model may re-plan once; None where plans are not executed."""
    find_entity: FindEntity | None = None
    """With it a model may name an entity in words."""


class Planner(Protocol):
    """Returns a valid plan for any question; the emergency plan is the last resort."""

    async def plan(self, request: PlanRequest, /) -> PlanningResult:
        """Return a plan that passes validation, with its origin and every attempt."""
        ...
