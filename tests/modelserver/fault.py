"""A provider failure and its expected outcome."""

from dataclasses import dataclass

from tests.modelserver.exchange import Answer
from workbench.llm.wrappers.retry import TRIES


@dataclass(frozen=True)
class Fault:
    """An answer and its expected outcome; ``tries`` is None if only time limits the attempts."""

    answer: Answer
    whole: str = "error"
    stream: str = "error"
    tries: int | None = 1
    deadline_s: float = 2.0


def passing(answer: Answer, stream: str = "error") -> Fault:
    """A fault that is retried."""
    return Fault(answer, stream=stream, tries=TRIES if stream == "error" else None)


def waiting(answer: Answer, stream: str = "error") -> Fault:
    """A fault that ends with the deadline."""
    return Fault(answer, stream=stream, deadline_s=0.5)


def stopped(answer: Answer) -> Fault:
    """An incomplete reply with a finish reason."""
    return Fault(answer, whole="partial", stream="partial")
