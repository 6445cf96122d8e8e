"""Which stage cost a run its answer: the earliest one whose right output brings the answer back."""

from typing import Any

from workbench.domain.base import Value
from workbench.domain.comparison import checked_claims, same_words
from workbench.domain.evidence import Execution, empty_facts
from workbench.domain.run import Run, Stage

BLAMABLE = (Stage.NORMALIZE, Stage.RESOLVE, Stage.PLAN, Stage.EXECUTE, Stage.WRITE)
"""The stages that are tried, in order."""


class TriedStage(Value):
    """A stage that was given the right output, and whether the answer came back."""

    stage: Stage
    recovered: bool


class Blame(Value):
    """The stages that differ from the right run, in order, up to the one to blame."""

    run_id: str
    reference_id: str
    """The right run, or the golden case."""
    tried: tuple[TriedStage, ...] = ()
    already_right: bool = False
    """The run states what the right answer states, or does what its golden case expects."""

    @property
    def stage(self) -> Stage | None:
        """The stage to blame; None if no single stage brings the answer back."""
        return next((one.stage for one in self.tried if one.recovered), None)


def right_output(reference: Run, stage: Stage) -> Any:
    """Return what a stage gave in the right run, as a fork takes it; None if it gave nothing."""
    match stage:
        case Stage.NORMALIZE:
            return reference.question
        case Stage.RESOLVE:
            return reference.resolution
        case Stage.PLAN:
            return reference.plan
        case Stage.EXECUTE:
            facts = reference.facts or empty_facts()
            return Execution(tool_calls=reference.tool_calls, facts=facts)
        case Stage.WRITE:
            return reference.answer
    return None


def differs(run: Run, reference: Run, stage: Stage) -> bool:
    """Whether a stage gave something else than in the right run."""
    match stage:
        case Stage.NORMALIZE:
            return run.normalized != reference.normalized
        case Stage.RESOLVE:
            return _named(run) != _named(reference)
        case Stage.EXECUTE:
            return _found(run) != _found(reference)
    return bool(right_output(run, stage) != right_output(reference, stage))


def is_recovered(run: Run, reference: Run) -> bool:
    """Whether a run states every supported claim of the right one, and supports it too."""
    return _supported(reference) <= _supported(run) and bool(_supported(reference))


def _named(run: Run) -> object:
    entities = tuple(entity.canonical_id for entity in run.entities)
    return entities, tuple((slot.slot, slot.value) for slot in run.slots)


def _found(run: Run) -> tuple[str, ...]:
    return tuple(item.id for item in run.facts.items) if run.facts else ()


def _supported(run: Run) -> set[str]:
    return {same_words(one) for one in checked_claims(run) if one.verdict == "supported"}
