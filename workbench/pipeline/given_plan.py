"""A planner that returns a given plan, for plans from a file or the editor."""

from dataclasses import dataclass

from workbench.domain.plan import PlanningResult, QueryPlan
from workbench.planner.protocol import PlanRequest


@dataclass(frozen=True)
class GivenPlan:
    """A Planner that returns a fixed plan."""

    given: QueryPlan

    async def plan(self, _: PlanRequest) -> PlanningResult:
        """Return the given plan with the origin ``edited``."""
        return PlanningResult(plan=self.given, origin="edited")
