"""How much the planner agrees with itself: the fields of several plans of one question."""

from collections import Counter
from collections.abc import Sequence

from workbench.domain.base import Value
from workbench.domain.edits import plan_fields
from workbench.domain.plan import QueryPlan


class SampledValue(Value):
    """A value of a field, and in how many plans it stands; None where they lack the field."""

    value: str | None
    plans: int


class SampledField(Value):
    """A field of the plan, with its values from the commonest to the rarest."""

    path: str
    values: tuple[SampledValue, ...]

    @property
    def agreement(self) -> float:
        """The share of the plans that have the commonest value."""
        return self.values[0].plans / sum(one.plans for one in self.values)


class PlanStability(Value):
    """Several plans of one question, made in the same way."""

    run_id: str
    planner: str
    """The model that planned, or ``offline``."""
    samples: int
    same: int
    """Plans that equal the commonest one in every field."""
    fields: tuple[SampledField, ...] = ()
    """Every field, those that agree least first."""

    @property
    def agreement(self) -> float:
        """The share of the plans that equal the commonest one."""
        return self.same / self.samples

    @property
    def unstable(self) -> tuple[SampledField, ...]:
        """The fields that are not the same in all plans."""
        return tuple(field for field in self.fields if len(field.values) > 1)


class PlanSample(Value):
    """How far the sampling is."""

    done: int
    total: int


def plan_stability(run_id: str, planner: str, plans: Sequence[QueryPlan | None]) -> PlanStability:
    """Count the values of each field in plans of one question, of which there is one at least."""
    leaves = [plan_fields(plan) for plan in plans]
    paths = dict.fromkeys(path for one in leaves for path in one)
    fields = [
        SampledField(path=path, values=_counted([one.get(path) for one in leaves]))
        for path in paths
    ]
    whole = Counter(tuple(sorted(one.items())) for one in leaves)
    return PlanStability(
        run_id=run_id,
        planner=planner,
        samples=len(plans),
        same=max(whole.values()),
        fields=tuple(sorted(fields, key=lambda field: field.agreement)),
    )


def _counted(values: Sequence[str | None]) -> tuple[SampledValue, ...]:
    return tuple(SampledValue(value=one, plans=n) for one, n in Counter(values).most_common())
