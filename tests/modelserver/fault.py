"""A way in which a provider fails, and what must come of it."""

from dataclasses import dataclass

from tests.modelserver.exchange import Answer
from workbench.llm.retry import TRIES


@dataclass(frozen=True)
class Fault:
    """An answer, and what must come of it; ``tries`` None means that time decides."""

    answer: Answer
    whole: str = "error"
    stream: str = "error"
    tries: int | None = 1
    deadline_s: float = 2.0


def passing(answer: Answer, stream: str = "error") -> Fault:
    """A fault that another try may not meet."""
    return Fault(answer, stream=stream, tries=TRIES if stream == "error" else None)


def waiting(answer: Answer, stream: str = "error") -> Fault:
    """A fault that only the deadline ends."""
    return Fault(answer, stream=stream, deadline_s=0.2)


def stopped(answer: Answer) -> Fault:
    """A reply that says why it is not complete."""
    return Fault(answer, whole="partial", stream="partial")
