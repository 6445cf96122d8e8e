"""Load the earlier turns of a run: from its thread, or from the caller's history."""

from collections.abc import Sequence

from workbench.bootstrap.offline_plans import plan_offline
from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.domain.question import GivenTurn, Turn
from workbench.domain.turns import turn_of
from workbench.pipeline.state import RecallTurns
from workbench.retrieval.embedders import Embedder


def thread_turns(load: RecallTurns) -> RecallTurns:
    """Recall a thread's turns, loading them from the store once; no thread has no turns."""
    loaded: dict[str, tuple[Turn, ...]] = {"": ()}

    async def recall(thread: str) -> tuple[Turn, ...]:
        if thread not in loaded:
            loaded[thread] = await load(thread)
        return loaded[thread]

    return recall


def history_turns(
    history: Sequence[GivenTurn], opened: OpenedWorkspace, embedder: Embedder
) -> RecallTurns:
    """Recall the caller's history; the offline planner fills in each turn's intent and entities."""

    async def recall(_: str) -> tuple[Turn, ...]:
        turns = [await _planned(at, one, opened, embedder) for at, one in enumerate(history, 1)]
        return tuple(turns)

    return recall


async def _planned(
    number: int, turn: GivenTurn, opened: OpenedWorkspace, embedder: Embedder
) -> Turn:
    question, plan = await plan_offline(turn.question, opened, embedder)
    return turn_of(f"given-{number}", question.text, plan, turn.answer)
