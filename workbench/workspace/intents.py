"""Intents as data: typed paths through the graph, and templates of their facts."""

from typing import Literal, TypeAlias

from pydantic import Field

from workbench.domain.answer import Template as AnswerTemplate
from workbench.domain.base import Value
from workbench.domain.graph import Scalar
from workbench.domain.local_text import LocalText
from workbench.domain.plan import BULLETS, BULLETS_STYLE
from workbench.workspace.templates import Template

Condition: TypeAlias = Scalar | list[Scalar]
"""A literal, a list of literals (any of them), or ``$slot``."""


class Step(Value):
    """One hop of a path: an edge type, its direction, and the target node type."""

    edge: str
    direction: Literal["out", "in"] = "out"
    node: str
    from_: str = Field(default="", alias="from")
    """The binding to step from; by default that of the previous step."""
    as_: str = Field(default="", alias="as")
    edge_as: str = ""
    where: dict[str, Condition] = Field(default_factory=dict)
    edge_where: dict[str, Condition] = Field(default_factory=dict)
    optional: bool = False
    when: str = ""
    """A slot; without a value for it the step is skipped."""

    @property
    def binding(self) -> str:
        """The name that the target node is bound to."""
        return self.as_ or self.node


class FactSpec(Value):
    """How to make a fact of one row of bindings."""

    type: str
    text: Template
    source: str = ""
    group: str = ""
    order: tuple[str, ...] = ()
    limit_kind: str = BULLETS
    """A key of `WorkspaceSpec.caps`."""


class Start(Value):
    """The paths of an intent from a node of one type, and conditions on that node."""

    where: dict[str, Condition] = Field(default_factory=dict)
    paths: tuple[tuple[Step, ...], ...] = ()
    distinct: str = ""
    count: str = ""
    fact: FactSpec | None = None
    heading: Template | None = None
    render_style: str | None = None
    columns: tuple[str, ...] = ()

    def slots(self) -> frozenset[str]:
        """Return the slots that its steps and conditions use."""
        steps = [step for path in self.paths for step in path]
        conditions = [self.where, *(c for step in steps for c in (step.where, step.edge_where))]
        read = {slot_of(value) for condition in conditions for value in condition.values()}
        return frozenset(slot for slot in read | {step.when for step in steps} if slot)


class SearchSpec(Value):
    """How an intent without a path searches the documents."""

    doc_types: tuple[str, ...] = ()
    top_k: int | None = Field(default=None, ge=1, le=50)
    filters: dict[str, Condition] = Field(default_factory=dict)


class Intent(Value):
    """A kind of question; ``id`` is its key in workspace.yaml."""

    id: str = ""
    description: LocalText
    starts: dict[str, Start] = Field(default_factory=dict)
    any_of: str = ""
    fact: FactSpec | None = None
    search: SearchSpec = Field(default_factory=SearchSpec)
    heading: Template | None = None
    render_style: str = BULLETS_STYLE
    columns: tuple[str, ...] = ()
    template: AnswerTemplate = AnswerTemplate.AUTO
    examples: tuple[str, ...] = Field(min_length=1)

    @property
    def is_structured(self) -> bool:
        """True if the graph answers it, False if the documents do."""
        return bool(self.starts)

    def fact_at(self, start: Start) -> FactSpec:
        """Return the fact specification of a start, or the intent's own."""
        spec = start.fact or self.fact
        if spec is None:
            raise LookupError(f"intent {self.id} has no fact specification")
        return spec

    def slots(self) -> set[str]:
        """Return the slots that its conditions and search filters use."""
        conditions = [self.search.filters]
        for start in self.starts.values():
            conditions.append(start.where)
            for path in start.paths:
                conditions += [c for step in path for c in (step.where, step.edge_where)]
        values = [value for condition in conditions for value in condition.values()]
        return {slot for value in values if (slot := slot_of(value)) is not None}


def slot_of(value: Condition) -> str | None:
    """Return the slot's name for a condition ``$slot``; None for a literal."""
    return value[1:] if isinstance(value, str) and value.startswith("$") else None
