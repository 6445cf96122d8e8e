"""The pipeline: the stages in running order, connected by LangGraph.

LangGraph runs without a checkpointer: the run store keeps the state (docs/decisions/0003).
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from workbench.domain.run import AnswerDelta, Run, Stage, StageFinished, StageStarted
from workbench.pipeline import stages
from workbench.pipeline.stage_records import with_stage_record
from workbench.pipeline.state import RunState, Services, StageStopped

Work: TypeAlias = Callable[[Run, Services, Callable[[str], None]], Awaitable[stages.Update]]

STAGES: Mapping[Stage, Work] = {
    Stage.NORMALIZE: stages.normalize_question,
    Stage.RECALL: stages.recall_thread,
    Stage.RESOLVE: stages.resolve_entities,
    Stage.PLAN: stages.make_plan,
    Stage.EXECUTE: stages.execute_plan,
    Stage.RENDER: stages.render_facts,
    Stage.WRITE: stages.write_answer,
    Stage.CHECK: stages.check_answer,
    Stage.DIAGNOSE: stages.diagnose_answer,
}


@cache
def build_graph() -> Any:
    """Return the compiled graph; it has no state, so all runs share it."""
    graph = StateGraph(RunState, context_schema=Services)
    for stage, work in STAGES.items():
        graph.add_node(stage.value, _node(stage, work))
    graph.add_conditional_edges(START, lambda state: state["start_at"].value)
    graph.add_conditional_edges(Stage.NORMALIZE.value, _after_normalize)
    for before, after in list(pairwise(STAGES))[1:]:
        graph.add_edge(before.value, after.value)
    graph.add_edge(Stage.DIAGNOSE.value, END)
    return graph.compile()


def _after_normalize(state: RunState) -> str:
    """Route an empty question to the write stage directly."""
    return (Stage.WRITE if state["run"].asked.is_empty else Stage.RECALL).value


def _node(stage: Stage, work: Work) -> Any:
    async def node(state: RunState, runtime: Runtime[Services]) -> dict[str, Run]:
        run, emit = state["run"], runtime.stream_writer
        emit(StageStarted(run_id=run.id, stage=stage))
        started = time.perf_counter()

        def hand_on(text: str) -> None:
            runtime.context.streamed_text.append(text)
            emit(AnswerDelta(run_id=run.id, text=text))

        update = await work(run, runtime.context, hand_on)
        run = with_stage_record(
            run,
            stage,
            update.fields,
            status="failed" if update.error else "done",
            ms=(time.perf_counter() - started) * 1000,
            error=update.error,
            recovered_by=update.recovered_by,
        )
        emit(StageFinished(stage=stage, run=run))
        if update.error and not update.recovered_by:
            raise StageStopped
        return {"run": run}

    return node
