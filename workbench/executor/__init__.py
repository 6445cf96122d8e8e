"""QueryPlan -> FactsPayload."""

from workbench.executor.execute import ExecutionContext, execute

__all__ = ["ExecutionContext", "execute"]
