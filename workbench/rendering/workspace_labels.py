"""Name what a workspace declares, in the reader's language: entities, types, intents, filters."""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass

from workbench.domain.local_text import Language, localize
from workbench.domain.plan import ToolArgs, filter_value_text
from workbench.i18n.properties import property_text
from workbench.workspace import Workspace
from workbench.workspace.tool_specs import CallText

_CLAUSE_END = re.compile(r"[;:]|\.(?=\s|$)")
"""Where the first clause of a description ends: "In which projects …; with a company, …"."""

_SWITCHES = {"true": True, "false": False}


class WorkspaceLabels(ABC):
    """Base of the classes that show a run: they add a workspace and the reader's language."""

    workspace: Workspace

    @property
    @abstractmethod
    def language(self) -> Language:
        """The reader's language."""

    def entity(self, node_id: str) -> str:
        """A node's name in the reader's language."""
        return self.workspace.entity_name(node_id, self.language)

    def node_type(self, name: str) -> str:
        """A node type's label."""
        return self.workspace.type_label(name, self.language)

    def edge_type(self, name: str) -> str:
        """An edge type's label."""
        return self.workspace.type_label(name, self.language)

    def property_label(self, name: str) -> str:
        """The label of a property of any type that has it."""
        return self.workspace.property_label(name, self.language)

    def intent(self, name: str) -> str:
        """The description of an intent; empty if unknown."""
        return localize(self.workspace.all_intents.get(name, ""), self.language)

    def intent_title(self, name: str) -> str:
        """The short form of an intent's description: its first clause; the name if unknown."""
        first = _CLAUSE_END.split(self.intent(name), maxsplit=1)[0].strip()
        return first or name

    def call_details(self, args: ToolArgs, text: CallText) -> list[str]:
        """A call's further arguments; its intent by its title, as people read it."""
        intent = args.intent_id
        return [self.intent_title(one) if one == intent else one for one in text.details]

    def filter_text(self, slot: str, value: object) -> str:
        """A filter with its label: «Категория: Базы данных»."""
        spec = self.workspace.spec.slots.get(slot)
        field = self.workspace.spec.documents.metadata.get(slot)
        known = spec or field
        label = localize(known.label, self.language) if known else slot
        values = value if isinstance(value, list) else [value]
        words = (self._filter_value(slot, filter_value_text(one)) for one in values)
        return f"{label}: {', '.join(words)}"

    def _filter_value(self, slot: str, value: str) -> str:
        spec = self.workspace.spec.slots.get(slot)
        if spec and value in spec.values:
            return localize(spec.values[value].label, self.language)
        if value in _SWITCHES:
            return property_text(_SWITCHES[value], self.language)
        return self.workspace.metadata_value(slot, value, self.language)


@dataclass(frozen=True)
class LabelsFor(WorkspaceLabels):
    """The labels of a workspace for readers of a language, without any run."""

    workspace: Workspace
    reader: Language

    @property
    def language(self) -> Language:
        """The reader's language."""
        return self.reader
