"""A planner that was given its plan: how a plan from a file or a person enters the pipeline."""

from dataclasses import dataclass

from workbench.domain.plan import Planned, QueryPlan
from workbench.planner.protocol import PlanRequest


@dataclass(frozen=True)
class GivenPlan:
    """A Planner whose answer is known beforehand."""

    given: QueryPlan

    async def plan(self, _: PlanRequest) -> Planned:
        """The plan as given; its origin is ``edited``."""
        return Planned(plan=self.given, origin="edited")
