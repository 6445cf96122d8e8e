"""The resources of the MCP server: workspaces, the schema of their plans, and recent runs."""

from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from json import dumps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from workbench.cli.error_lines import error_text
from workbench.cli.mcp.served_workspaces import ServedWorkspaces
from workbench.domain.base import Value
from workbench.errors import InputError, WorkbenchError
from workbench.planner.plan_schema import plan_schema

if TYPE_CHECKING:
    from workbench.bootstrap import Workbench

P = ParamSpec("P")
Reader: TypeAlias = Callable[P, Coroutine[Any, Any, str]]

RECENT_RUNS = 20
"""Runs that the list of a workspace shows, newest first."""

_JSON = "application/json"


class Resources:
    """What can be read of the served workspaces."""

    def __init__(self, workbench: "Workbench", served: ServedWorkspaces) -> None:
        self._workbench = workbench
        self._served = served

    def add_to(self, server: MCPServer[Any]) -> None:
        """Register the resources, with two for each workspace that there is at the start."""

        async def workspaces() -> str:
            return _json_list(self._served.summaries())

        async def run(workspace: str, run_id: str) -> str:
            return await self._run(self._served.named(workspace), run_id)

        add = server.resource
        about = "The workspaces: what each one answers, with example questions"
        add("workbench://workspaces", description=about, mime_type=_JSON)(_told(workspaces))
        about = "A recorded run: plan, calls, facts, answer and diagnostics"
        add("workbench://{workspace}/runs/{run_id}", description=about, mime_type=_JSON)(_told(run))
        for name in self._served.names:
            self._add_workspace(server, name)

    def _add_workspace(self, server: MCPServer[Any], name: str) -> None:
        async def schema() -> str:
            opened = await self._workbench.workspace_pool.get(name)
            return dumps(plan_schema(opened.workspace), ensure_ascii=False)

        async def runs() -> str:
            return _json_list(await self._workbench.runs.list(workspace=name, limit=RECENT_RUNS))

        add = server.resource
        about = f"JSON Schema of a QueryPlan of {name}"
        place = f"workbench://{name}/plan-schema"
        add(place, name=f"{name} plan schema", description=about, mime_type=_JSON)(_told(schema))
        about = f"The last {RECENT_RUNS} runs of {name}, newest first"
        place = f"workbench://{name}/runs"
        add(place, name=f"{name} runs", description=about, mime_type=_JSON)(_told(runs))

    async def _run(self, workspace: str, run_id: str) -> str:
        found = await self._workbench.run(run_id)
        if found.workspace != workspace:
            raise InputError(f"Run “{run_id}” is not one of {workspace}.")
        return found.model_dump_json(by_alias=True)


def _told(read: "Reader[P]") -> "Reader[P]":
    """Return the reader with errors formatted as on a terminal."""

    @wraps(read)
    async def call(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return await read(*args, **kwargs)
        except InputError as error:
            raise ResourceNotFoundError(error_text(error)) from error
        except WorkbenchError as error:
            raise ResourceError(error_text(error)) from error

    return call


def _json_list(values: Iterable[Value]) -> str:
    return "[" + ",\n".join(one.model_dump_json() for one in values) + "]"
