"""What every panel draws from: the run as it stands, its workspace, and the interface's words."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from workbench.domain.answer import Format
from workbench.domain.base import Span
from workbench.domain.evidence import Evidence, Subgraph, empty_facts
from workbench.domain.local_text import Language, localize
from workbench.domain.run import Run, Stage
from workbench.rendering.source_labels import quote_label, source_label
from workbench.text.fences import without_prose_fences
from workbench.text.marker_forms import canonical
from workbench.ui.citations import Numbers, cited, numbering
from workbench.ui.live_runs import RunSnapshot
from workbench.ui.texts import Texts
from workbench.workspace import Workspace


@dataclass(frozen=True)
class RunViewModel:
    """One moment of one run on the screen."""

    view: RunSnapshot
    run: Run
    workspace: Workspace
    t: Texts
    style: str
    format: Format = Format.MARKDOWN
    asked_style: str | None = None
    """The style, where somebody asked for one: JSON goes without otherwise."""
    shows_confidence: bool = False

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
    def sources(self) -> Mapping[int, Evidence]:
        """The evidence by the number it is shown under, cited sources first."""
        if self.run.rendered is None or self.run.facts is None:
            return {}
        found = {
            self.numbers[source]: self.run.facts.by_id(evidence_id)
            for source, evidence_id in enumerate(self.run.rendered.sources, start=1)
        }
        return {number: item for number in sorted(found) if (item := found[number]) is not None}

    @cached_property
    def numbers(self) -> Numbers:
        """The number that each source is shown under."""
        return numbering(self.marked, self._provided)

    @cached_property
    def cited(self) -> tuple[int, ...]:
        """The numbers of the cited sources, in order of appearance."""
        return cited(self.marked, self.numbers)

    @cached_property
    def marked(self) -> str:
        """The answer with canonical markers: the checked one, else what has streamed in."""
        if self.run.answer:
            return self.run.answer.marked
        return canonical(without_prose_fences(self.view.text), self._provided)

    @property
    def _provided(self) -> int:
        return len(self.run.rendered.sources) if self.run.rendered else 0

    def reference(self, evidence: Evidence) -> str:
        """What a citation calls a source: the place that states it, else what it is about."""
        quote = evidence.quote
        if evidence.span is None and quote is not None and quote.title:
            return quote_label(quote, self.run.language, self.workspace)
        return self.subject(evidence)

    def subject(self, evidence: Evidence) -> str:
        """What a source is about: a document with its headings, or an entity with its type."""
        facts = self.run.facts or empty_facts()
        return source_label(evidence, facts, self.run.language, self.workspace)

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
        known = spec or field
        label = localize(known.label, self.language) if known else slot
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
