"""What the Workbench takes and gives beside domain values."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from pydantic import Field

from workbench.domain.base import Value
from workbench.domain.plan import QueryPlan
from workbench.domain.text import LocalText

Plan: TypeAlias = QueryPlan | Mapping[str, Any] | str
"""A plan, its data, or its JSON."""


class WorkspaceSummary(Value):
    """A workspace as a list shows it; ``error`` says why it cannot be opened."""

    id: str
    title: LocalText
    languages: tuple[str, ...] = ()
    examples: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    nodes: int = 0
    edges: int = 0
    documents: int = 0
    error: str | None = None
