"""Execute a QueryPlan and merge its results into a FactsPayload."""

from workbench.executor.execute import ExecutionContext, execute

__all__ = ["ExecutionContext", "execute"]
