"""Descriptions of tool kinds for the planner, the plan editor and the calls panel.

The module of each handler in `workbench.tools` has a `ToolSpec` that describes its arguments and
calls. `open_workspace` is given the descriptions; all others read `Workspace.tool_specs`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from workbench.domain.local_text import Language, LocalText
from workbench.domain.plan import PlanProblem, ToolArgs
from workbench.workspace.content import WorkspaceContent
from workbench.workspace.plan_names import PlanNames
from workbench.workspace.plan_parts import PlanParts, Schema


class CallFormatter(Protocol):
    """Formats ids and filters in the reader's language, for the calls panel and plan view."""

    @property
    def language(self) -> Language:
        """The reader's language."""
        ...

    @property
    def workspace(self) -> WorkspaceContent:
        """The workspace whose elements are named."""
        ...

    def entity(self, node_id: str) -> str:
        """Return a node's name."""
        ...

    def node_type(self, name: str) -> str:
        """Return a node type's label."""
        ...

    def edge_type(self, name: str) -> str:
        """Return an edge type's label."""
        ...

    def property_label(self, name: str) -> str:
        """Return the label of a property of any type that has it."""
        ...

    def filter_text(self, slot: str, value: object) -> str:
        """Return a filter as ``label: value``."""
        ...


@dataclass(frozen=True)
class CallText:
    """A tool call as readable text."""

    subject: str
    """The main argument, such as the name of an entity."""
    details: tuple[str, ...] = ()
    """Further arguments in short form, for one line with the subject."""
    arguments: tuple[tuple[str, str], ...] = ()
    """Name and value of each further argument, except filters, which are always shown."""


@dataclass(frozen=True)
class ToolSpec:
    """One kind of tool.

    Args:
        args: the class of its arguments; its ``kind`` and ``marker`` name it.
        default_name: the tool's name in plans, unless the workspace has its own.
        label: one word for the interface.
        purpose: the description for the planner model, after the name.
        fields: a short description of each argument, for completion in the plan editor.
        schema: returns the JSON Schema of the arguments.
        describe: returns a call as readable text.
        check: yields the problems of schema-valid arguments at a JSON path.
        icon: a Material symbol; tone: the colour of its chip.
        is_available: whether plans of this workspace may call it.
        query_intent: the intent of its calls, with its description, if workspaces need not
            declare one.
    """

    args: type[ToolArgs]
    default_name: str
    label: LocalText
    purpose: str
    schema: Callable[[PlanParts], Schema]
    describe: Callable[[Any, CallFormatter], CallText]
    fields: Mapping[str, LocalText] = field(default_factory=dict)
    check: Callable[[str, Any, PlanNames], Iterable[PlanProblem]] = lambda *_: ()
    icon: str = "build"
    tone: str = "gray"
    is_available: Callable[[WorkspaceContent], bool] = lambda _: True
    query_intent: tuple[str, LocalText] | None = None

    @property
    def kind(self) -> str:
        """The kind's name."""
        return self.args.kind
