"""What a plan would find and cost, before it is run."""

from workbench.domain.base import Value
from workbench.domain.evidence import ExecutedCall
from workbench.domain.model_calls import CallsEstimate


class DryRun(Value):
    """The calls of a plan with what they found; nothing was answered or stored."""

    calls: tuple[ExecutedCall, ...] = ()
    """The tools read local data, so their calls are made in earnest, a fallback included."""
    shown: int = 0
    """Facts that the answer would be given."""
    omitted: int = 0
    """Facts that the limits would cut."""
    models: CallsEstimate = CallsEstimate()
    """The model calls of the answer and its check."""
