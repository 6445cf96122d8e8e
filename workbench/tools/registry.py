"""Registry of tool kinds, one module each; to add one, list its module here."""

from workbench.registry import load_registry
from workbench.tools.protocol import ToolKind

TOOL_KINDS = load_registry(
    "workbench.tools",
    ToolKind,
    (
        "graph",
        "search",
        "table",
    ),
)
"""Tool kinds by ``ToolArgs.kind``, which is also the name of the module."""

TOOL_SPECS = {kind: one.spec for kind, one in TOOL_KINDS.items()}
"""Descriptions of the kinds, for `open_workspace`."""
