"""The tools of the MCP server; their signatures and docstrings are shown to callers."""

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import Field

from workbench.cli.error_lines import failure_lines
from workbench.cli.mcp.replies import AskReply, ExecuteReply, PlanReply, SearchReply, ask_reply
from workbench.cli.mcp.served_workspaces import ServedWorkspaces
from workbench.cli.options import require_words
from workbench.domain.answer import AskOptions
from workbench.domain.diagnostics import CheckResult
from workbench.domain.local_text import Language
from workbench.domain.run import Run, Stage
from workbench.errors import WorkbenchError

if TYPE_CHECKING:
    from workbench.bootstrap import Workbench

Workspace: TypeAlias = Annotated[
    str, Field(description="Id of the workspace; may be left out if only one is served.")
]
Question: TypeAlias = Annotated[str, Field(description="The question, in Russian or English.")]
GivenPlan: TypeAlias = Annotated[
    dict[str, Any] | str,
    Field(description="A QueryPlan; workbench://WORKSPACE/plan-schema has its JSON Schema."),
]

_OPTIONS = AskOptions(citations="numbered")
"""``[1]`` is the first of the sources of the reply, whatever style the workspace prefers."""


class Tools:
    """The stages of a question as tools over the served workspaces."""

    def __init__(self, workbench: "Workbench", served: ServedWorkspaces) -> None:
        self._workbench = workbench
        self._served = served

    async def ask(
        self,
        question: Question,
        workspace: Workspace = "",
        plan: Annotated[
            dict[str, Any] | str | None, Field(description="A QueryPlan to run as it is.")
        ] = None,
        thread: Annotated[
            str, Field(description="Id of a conversation, for follow-up questions.")
        ] = "",
    ) -> AskReply:
        """Answer a question from the workspace, with its sources and a verdict on each claim.

        `verdict.probability` estimates that the answer is right. If the sources do not give the
        answer, the reply says so. The run is recorded.
        """
        require_words(question, "question")
        name = self._served.named(workspace)
        run = await self._workbench.ask(
            question, workspace=name, thread=thread or None, plan=plan, options=_OPTIONS
        )
        if run.answer is None:
            raise _failure(run)
        opened = await self._workbench.workspace_pool.get(name)
        return ask_reply(run, opened.workspace, _failures(run))

    async def plan(self, question: Question, workspace: Workspace = "") -> PlanReply:
        """Turn a question into a QueryPlan, without executing it.

        Pass the plan to `execute` for its facts, or to `ask` for an answer. The run is recorded.
        """
        require_words(question, "question")
        name = self._served.named(workspace)
        run = await self._workbench.ask(question, workspace=name, until=Stage.PLAN)
        if run.plan is None:
            raise _failure(run)
        return PlanReply(
            plan=run.plan.model_dump(mode="json"),
            origin=run.plan_origin,
            reasons=run.plan_reasons,
            run_id=run.id,
        )

    async def execute(
        self,
        plan: GivenPlan,
        workspace: Workspace = "",
        question: Annotated[
            str, Field(description="The question of the plan; searches use its words.")
        ] = "",
    ) -> ExecuteReply:
        """Validate a QueryPlan and execute it; nothing is written.

        A plan that is not valid is an error that lists every problem with its JSON path.
        """
        name = self._served.named(workspace)
        problems = self._workbench.validate_plan(plan, name)
        done = await self._workbench.execute(plan, name, question)
        if outage := done.outage:
            raise WorkbenchError(outage.message, hint=outage.hint)
        return ExecuteReply(facts=done.facts, tool_calls=done.tool_calls, warnings=problems)

    async def search(
        self,
        query: Annotated[str, Field(description="What to look for in the documents.")],
        workspace: Workspace = "",
        filters: Annotated[
            dict[str, str] | None, Field(description="Metadata that the documents must have.")
        ] = None,
        top_k: Annotated[int | None, Field(ge=1, le=50, description="Number of passages.")] = None,
    ) -> SearchReply:
        """Search the documents and return the best passages."""
        require_words(query, "query")
        name = self._served.named(workspace)
        self._workbench.check_filter_values(name, dict(filters or {}))
        found = await self._workbench.search(query, name, filters=dict(filters or {}), top_k=top_k)
        return SearchReply(passages=tuple(found))

    async def check(
        self,
        answer: Annotated[str, Field(description="The text; [Source N] cites the N-th source.")],
        sources: Annotated[
            list[str | dict[str, str]],
            Field(description='Texts, or {"text": …, "title": …}, in the order of their numbers.'),
        ],
        lang: Annotated[
            Language | None, Field(description="Language of the reasons; the text's by default.")
        ] = None,
    ) -> CheckResult:
        """Compare every claim and citation of any text with the given sources."""
        return await self._workbench.check(answer, sources, lang=lang)


def _failures(run: Run) -> tuple[str, ...]:
    """Return why stages failed, in the lines of the command line."""
    return tuple(line.text for record in run.stages for line in failure_lines(record, run.id))


def _failure(run: Run) -> WorkbenchError:
    return WorkbenchError("\n".join(_failures(run)) or f"The run ended as {run.status}: {run.id}")
