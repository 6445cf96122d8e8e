"""Answer questions from a knowledge graph and documents, and record every stage for re-running.

Programs use ``from workbench import Workbench``; scripts and notebooks ``Workbench.open().sync``.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.bootstrap import Workbench
    from workbench.domain.answer import AskOptions
    from workbench.domain.matrix import MatrixSpec
    from workbench.domain.plan import QueryPlan
    from workbench.domain.run import Run
    from workbench.errors import (
        BudgetError,
        ConfigurationError,
        InputError,
        PlanError,
        ProviderError,
        RunStoreError,
        StoreError,
        ToolError,
        WorkbenchError,
        WorkspaceError,
    )
    from workbench.llm.session import Session
    from workbench.settings import Settings
    from workbench.workspace.graph_builder import GraphBuilder

_HOMES = {
    "AskOptions": "workbench.domain.answer",
    "BudgetError": "workbench.errors",
    "ConfigurationError": "workbench.errors",
    "GraphBuilder": "workbench.workspace.graph_builder",
    "InputError": "workbench.errors",
    "MatrixSpec": "workbench.domain.matrix",
    "PlanError": "workbench.errors",
    "ProviderError": "workbench.errors",
    "QueryPlan": "workbench.domain.plan",
    "Run": "workbench.domain.run",
    "RunStoreError": "workbench.errors",
    "Session": "workbench.llm.session",
    "Settings": "workbench.settings",
    "StoreError": "workbench.errors",
    "ToolError": "workbench.errors",
    "Workbench": "workbench.bootstrap",
    "WorkbenchError": "workbench.errors",
    "WorkspaceError": "workbench.errors",
}

__all__ = [
    "AskOptions",
    "BudgetError",
    "ConfigurationError",
    "GraphBuilder",
    "InputError",
    "MatrixSpec",
    "PlanError",
    "ProviderError",
    "QueryPlan",
    "Run",
    "RunStoreError",
    "Session",
    "Settings",
    "StoreError",
    "ToolError",
    "Workbench",
    "WorkbenchError",
    "WorkspaceError",
]


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that `import workbench` alone stays fast."""
    if name not in _HOMES:
        raise AttributeError(f"module 'workbench' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def load_ipython_extension(ipython: Any) -> None:
    """Register the Markdown display of a Run for IPython (``%load_ext workbench``)."""
    from workbench.domain.run import Run
    from workbench.rendering.notebook import run_markdown

    ipython.display_formatter.formatters["text/markdown"].for_type(Run, run_markdown)
