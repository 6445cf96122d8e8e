"""What planner, plan editor and calls panel know of each kind of tool: data, not the tools.

`workbench.tools.registry` lists the kinds. A kind is described beside its handler, by a `ToolSpec`
that says how a plan calls it; everything above the tools derives from that description.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from workbench.domain.local_text import Language, LocalText
from workbench.domain.plan import PlanProblem, ToolArgs

if TYPE_CHECKING:
    from workbench.workspace.load import Workspace
    from workbench.workspace.plan_names import PlanNames
    from workbench.workspace.plan_parts import PlanParts, Schema

REGISTRY = "workbench.tools.registry"


class CallReader(Protocol):
    """Names things in the reader's language, for the calls panel and the plan's readable view."""

    @property
    def language(self) -> Language:
        """The reader's language."""
        ...

    def entity(self, node_id: str) -> str:
        """A node's name."""
        ...

    def filter_text(self, slot: str, value: object) -> str:
        """A filter as ``label: value``."""
        ...


@dataclass(frozen=True)
class CallText:
    """A call as a person reads it."""

    subject: str
    """What it is about, such as the name of an entity."""
    details: tuple[str, ...] = ()
    """Further arguments in short, for one line beside the subject."""
    arguments: tuple[tuple[str, str], ...] = ()
    """Name and value of each further argument; filters are shown without being listed here."""


@dataclass(frozen=True)
class ToolSpec:
    """One kind of tool.

    Args:
        args: the class of its arguments; its ``kind`` and ``marker`` name it.
        default_name: the tool's name in plans, where the workspace gives it none.
        label: one word for the interface.
        purpose: what the planner model is told of it, after its name.
        fields: each argument in a few words, for the plan editor's completion.
        schema: JSON Schema of the arguments, from the parts that depend on workspace and question.
        describe: a call as a person reads it.
        check: problems of the arguments at a JSON path, once their shape is right.
        icon: a Material symbol; tone: the colour of its chip.
        is_available: whether plans of this workspace may call it.
    """

    args: type[ToolArgs]
    default_name: str
    label: LocalText
    purpose: str
    schema: Callable[["PlanParts"], "Schema"]
    describe: Callable[[Any, CallReader], CallText]
    fields: Mapping[str, LocalText] = field(default_factory=dict)
    check: Callable[[str, Any, "PlanNames"], Iterable[PlanProblem]] = lambda *_: ()
    icon: str = "build"
    tone: str = "gray"
    is_available: Callable[["Workspace"], bool] = lambda _: True

    @property
    def kind(self) -> str:
        """The kind's name."""
        return self.args.kind


@cache
def tool_specs() -> Mapping[str, ToolSpec]:
    """The description of every kind, in the registry's order.

    The registry is imported by name: it stands above this module, which the tools import.
    """
    kinds = import_module(REGISTRY).TOOL_KINDS
    return {kind: one.spec for kind, one in kinds.items()}
