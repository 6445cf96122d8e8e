"""The Writer port: rendered facts become an answer with canonical markers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from workbench.domain.answer import AskOptions, Rendered
from workbench.domain.evidence import FactsPayload
from workbench.domain.plan import QueryPlan
from workbench.domain.question import MemoryDecision, Question, Turn
from workbench.text.draft import Draft


@dataclass(frozen=True)
class WriteRequest:
    """Everything a writer may use: the question, the plan and the rendered facts."""

    question: Question
    plan: QueryPlan
    facts: FactsPayload
    rendered: Rendered
    memory: MemoryDecision
    options: AskOptions
    mentions: tuple[str, ...] = ()
    """The words of the question that name entities and values."""
    history: tuple[Turn, ...] = ()
    stricter: tuple[str, ...] = ()
    """Constraints added after an earlier draft was rejected, one sentence each."""


class Writer(Protocol):
    """Writes from the rendered facts alone."""

    async def write(self, request: WriteRequest, on_text: Callable[[str], None]) -> Draft:
        """Return the draft; ``on_text`` receives its pieces as they arrive, markers unsplit."""
        ...
