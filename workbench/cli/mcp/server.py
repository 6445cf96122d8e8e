"""The MCP server: the tools of the pipeline, and workspaces, schemas and runs as resources."""

from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from importlib.metadata import version
from inspect import getdoc
from typing import TYPE_CHECKING, Any, TypeAlias

from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, TextContent, ToolAnnotations

from workbench.cli.error_lines import error_text
from workbench.cli.mcp.resources import Resources
from workbench.cli.mcp.served_workspaces import ServedWorkspaces
from workbench.cli.mcp.tools import Tools
from workbench.errors import WorkbenchError

if TYPE_CHECKING:
    from workbench.bootstrap import Workbench

Tool: TypeAlias = Callable[..., Awaitable[Any]]

_INSTRUCTIONS = """\
Grounded answers over a knowledge graph, tables and documents. `ask` answers a question with \
citations, and says how likely the answer is right. `plan` and `execute` are its first steps by \
themselves: take the plan, change it, and execute it. `search` finds passages, `check` compares a \
text with sources. The resource workbench://workspaces lists what can be asked."""

_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_RECORDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
"""Of a tool that stores its run, and changes nothing else."""


def pipeline_server(workbench: "Workbench", served: Sequence[str] = ()) -> MCPServer[Any]:
    """Return a server of some workspaces; of all of them without names."""
    server: MCPServer[Any] = MCPServer(
        "workbench",
        title="Analyst workbench",
        instructions=_INSTRUCTIONS,
        version=version("analyst-workbench"),
    )
    workspaces = ServedWorkspaces(workbench, tuple(served))
    tools = Tools(workbench, workspaces)
    hints: dict[Tool, ToolAnnotations] = {
        tools.ask: _RECORDS,
        tools.plan: _RECORDS,
        tools.execute: _READS,
        tools.search: _READS,
        tools.check: _READS,
    }
    for tool, hint in hints.items():
        server.add_tool(_told(tool), description=getdoc(tool), annotations=hint)
    Resources(workbench, workspaces).add_to(server)
    return server


def _told(tool: Tool) -> Tool:
    """Return the tool with errors formatted as on a terminal, without colours."""

    @wraps(tool)
    async def call(**arguments: Any) -> Any:
        try:
            return await tool(**arguments)
        except WorkbenchError as error:
            content = TextContent(type="text", text=error_text(error))
            return CallToolResult(content=[content], is_error=True)

    return call
