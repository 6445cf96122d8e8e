"""What every panel draws from: the run as it stands, its workspace, and the interface's words."""

from dataclasses import dataclass
from functools import cached_property

from workbench.domain.answer import CitationStyle
from workbench.domain.base import Span
from workbench.domain.evidence import Evidence, Subgraph
from workbench.domain.run import Run, Stage
from workbench.domain.text import Language, localize
from workbench.ui.live import View
from workbench.ui.texts import Texts
from workbench.workspace import Workspace


@dataclass(frozen=True)
class Frame:
    """One moment of one run on the screen."""

    view: View
    run: Run
    workspace: Workspace
    t: Texts
    style: CitationStyle

    @property
    def language(self) -> Language:
        """The interface's language."""
        return self.t.language

    @property
    def finished(self) -> bool:
        """Whether anything more can arrive."""
        return self.view.finished

    def has(self, stage: Stage) -> bool:
        """Whether a stage has ended well."""
        record = self.run.stage(stage)
        return record is not None and record.status == "done"

    @cached_property
    def subgraph(self) -> Subgraph:
        """Everything the calls used."""
        merged = Subgraph()
        for call in self.run.tool_calls:
            merged = merged.merged(call.subgraph)
        return merged

    @cached_property
    def sources(self) -> tuple[Evidence, ...]:
        """The evidence behind ``[Source N]``, in the order of the numbers."""
        if self.run.rendered is None or self.run.facts is None:
            return ()
        found = [self.run.facts.by_id(evidence_id) for evidence_id in self.run.rendered.sources]
        return tuple(item for item in found if item is not None)

    @property
    def marked(self) -> str:
        """The answer with canonical markers: the checked one, else what has streamed in."""
        return self.run.answer.marked if self.run.answer else self.view.text

    def entity(self, node_id: str) -> str:
        """A node's name in the interface's language."""
        return self.workspace.entity_name(node_id, self.language)

    def node_type(self, name: str) -> str:
        """A node type's label."""
        spec = self.workspace.spec.node_types.get(name)
        return localize(spec.label, self.language) if spec else name

    def edge_type(self, name: str) -> str:
        """An edge type's label."""
        spec = self.workspace.spec.edge_types.get(name)
        return localize(spec.label, self.language) if spec else name

    def intent(self, name: str) -> str:
        """What an intent answers; empty for an unknown one."""
        spec = self.workspace.spec.intents.get(name)
        return localize(spec.description, self.language) if spec else ""

    def filter_text(self, slot: str, value: object) -> str:
        """A filter as a person reads it: «Категория: Базы данных»."""
        spec = self.workspace.spec.slots.get(slot)
        field = self.workspace.spec.documents.metadata.get(slot)
        label = localize((spec or field).label, self.language) if (spec or field) else slot
        values = value if isinstance(value, list) else [value]
        return f"{label}: {', '.join(self._filter_value(slot, str(one)) for one in values)}"

    def _filter_value(self, slot: str, value: str) -> str:
        spec = self.workspace.spec.slots.get(slot)
        if spec and value in spec.values:
            return localize(spec.values[value].label, self.language)
        return self.entity(value) if value in self.workspace.nodes else value

    def mention(self, span: Span | None) -> str:
        """The words of the question that a span covers."""
        return self.run.normalized[span.start : span.end] if span else ""
