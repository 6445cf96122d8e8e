"""Plan a question that stands by itself without a model."""

from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.domain.plan import QueryPlan
from workbench.domain.question import MemoryDecision, Question
from workbench.planner.protocol import PlanRequest
from workbench.retrieval.embedders import Embedder
from workbench.understanding.entities import resolve
from workbench.understanding.normalize import normalize


async def plan_offline(
    text: str, opened: OpenedWorkspace, embedder: Embedder
) -> tuple[Question, QueryPlan]:
    """Return the normalized question and its plan."""
    question = normalize(text, opened.workspace.spec.languages)
    alone = MemoryDecision(decision="independent")
    request = PlanRequest(question, alone, resolve(question, alone, opened.registry), embedder)
    return question, (await opened.planner.plan(request)).plan
