"""The stages as a LangGraph graph, which a fork with models enters at the stage it changes.

LangGraph runs without a checkpointer: the run store keeps the state (docs/decisions/0003). A whole
question does without it: it costs a fifth of what a question of two model calls takes, and half of
the imports of one without models (docs/decisions/0023).
"""

from collections.abc import AsyncGenerator
from functools import cache
from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from workbench.domain.run import Run, Stage
from workbench.domain.run_events import AnswerDelta, RunEvent, StageFinished, StageStarted
from workbench.pipeline.runner import STAGES, next_stage, raise_if_stopped, run_stage
from workbench.pipeline.state import Services


class RunState(TypedDict):
    """LangGraph's state: the run so far, and the first stage to run."""

    run: Run
    start_at: Stage


def events_of_graph(
    run: Run, services: Services, start_at: Stage
) -> AsyncGenerator[RunEvent, None]:
    """Run the stages from ``start_at`` through the graph and yield their events.

    Closing the iterator cancels the stage that runs.

    Raises:
        StageStopped: a stage failed, and nothing took its place.
    """
    state = {"run": run, "start_at": start_at}
    events: AsyncGenerator[RunEvent, None] = _compiled().astream(
        state, context=services, stream_mode="custom"
    )
    return events


@cache
def _compiled() -> Any:
    """Return the compiled graph; it has no state, so all runs share it."""
    graph = StateGraph(RunState, context_schema=Services)
    names = [stage.value for stage in STAGES]
    graph.add_conditional_edges(START, lambda state: state["start_at"].value, names)
    for stage in STAGES:
        graph.add_node(stage.value, _node(stage))
        graph.add_conditional_edges(stage.value, _route_after(stage), [*names, END])
    return graph.compile()


def _route_after(stage: Stage) -> Any:
    def route(state: RunState) -> str:
        following = next_stage(stage, state["run"])
        return END if following is None else following.value

    return route


def _node(stage: Stage) -> Any:
    async def node(state: RunState, runtime: Runtime[Services]) -> dict[str, Run]:
        run, emit = state["run"], runtime.stream_writer
        emit(StageStarted(run_id=run.id, stage=stage))

        def on_text(text: str) -> None:
            emit(AnswerDelta(run_id=run.id, text=text))

        ended = await run_stage(stage, run, runtime.context, on_text)
        emit(StageFinished(stage=stage, run=ended))
        raise_if_stopped(ended)
        return {"run": ended}

    return node
