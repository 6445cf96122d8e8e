"""The kinds of tools, one module each; to add one, list its module here."""

from workbench.registry import load_registry
from workbench.tools.protocol import ToolKind

TOOL_KINDS = load_registry(
    "workbench.tools",
    ToolKind,
    (
        "graph",
        "search",
    ),
)
"""Modules are named as their kind is: by ``ToolArgs.kind``."""
