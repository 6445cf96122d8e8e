"""The earlier turns that a run may lean on: its thread's, or those that the caller tells."""

from collections.abc import Sequence

from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.domain.question import GivenTurn, MemoryDecision, Turn
from workbench.domain.run import turn_of
from workbench.pipeline.state import RecallTurns
from workbench.planner.protocol import PlanRequest
from workbench.understanding.entities import resolve
from workbench.understanding.normalize import normalize


def thread_turns(load: RecallTurns) -> RecallTurns:
    """The thread's turns, asked of the store once; none outside of a thread."""
    loaded: dict[str, tuple[Turn, ...]] = {"": ()}

    async def recall(thread: str) -> tuple[Turn, ...]:
        if thread not in loaded:
            loaded[thread] = await load(thread)
        return loaded[thread]

    return recall


def told_turns(history: Sequence[GivenTurn], opened: OpenedWorkspace) -> RecallTurns:
    """The caller's turns, each with what it was about: its question is planned without a model."""

    async def recall(_: str) -> tuple[Turn, ...]:
        return tuple([await _told(number, turn, opened) for number, turn in enumerate(history, 1)])

    return recall


async def _told(number: int, turn: GivenTurn, opened: OpenedWorkspace) -> Turn:
    question = normalize(turn.question, opened.workspace.spec.languages)
    alone = MemoryDecision(decision="independent")
    request = PlanRequest(question, alone, resolve(question, alone, opened.registry))
    planned = await opened.planner.plan(request)
    return turn_of(f"given-{number}", question.text, planned.plan, turn.answer)
