"""Grounded answers over a graph and documents, with every step open to inspection and re-run.

``from workbench import Workbench`` is the way in for programs; ``Workbench.open().sync`` for
scripts and notebooks.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.bootstrap import Workbench
    from workbench.domain.answer import AskOptions
    from workbench.domain.plan import QueryPlan
    from workbench.domain.run import Run
    from workbench.settings import Settings
    from workbench.workspace.graph_builder import GraphBuilder

_HOMES = {
    "Workbench": "workbench.bootstrap",
    "AskOptions": "workbench.domain.answer",
    "GraphBuilder": "workbench.workspace.graph_builder",
    "QueryPlan": "workbench.domain.plan",
    "Run": "workbench.domain.run",
    "Settings": "workbench.settings",
}

__all__ = ["AskOptions", "GraphBuilder", "QueryPlan", "Run", "Settings", "Workbench"]


def __getattr__(name: str) -> Any:
    """Import on first use: `import workbench` alone costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'workbench' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def load_ipython_extension(ipython: Any) -> None:
    """``%load_ext workbench``: a Run at the end of a notebook cell shows itself."""
    from workbench.domain.run import Run
    from workbench.rendering.notebook import run_markdown

    ipython.display_formatter.formatters["text/markdown"].for_type(Run, run_markdown)
