"""The view model shared by the panels: a run, its workspace and the interface's texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from workbench.domain.answer import Format
from workbench.domain.base import Span
from workbench.domain.evidence import Evidence, Subgraph, SubgraphEdge, empty_facts
from workbench.domain.local_text import Language
from workbench.domain.provenance import Provenance, provenance
from workbench.domain.run import Run, Stage
from workbench.rendering.source_labels import (
    document_path,
    quote_label,
    quote_place,
    source_label,
)
from workbench.rendering.workspace_labels import WorkspaceLabels
from workbench.text.citation_marks import Unmarked, without_markers
from workbench.text.citation_numbers import Numbers, cited_numbers, numbering
from workbench.text.fences import without_prose_fences
from workbench.text.marker_forms import canonical
from workbench.ui.live_runs import RunSnapshot
from workbench.ui.texts import Texts
from workbench.workspace import Workspace


@dataclass(frozen=True)
class RunViewModel(WorkspaceLabels):
    """A snapshot of a run as the panels show it."""

    view: RunSnapshot
    run: Run
    workspace: Workspace
    t: Texts
    style: str
    format: Format = Format.MARKDOWN
    asked_style: str | None = None
    """The style if one was chosen explicitly; otherwise JSON has no citations."""
    shows_confidence: bool = False

    @property
    def language(self) -> Language:
        """The interface's language."""
        return self.t.language

    @property
    def finished(self) -> bool:
        """Whether the run has ended."""
        return self.view.finished

    def has(self, stage: Stage) -> bool:
        """Whether a stage has succeeded."""
        record = self.run.stage(stage)
        return record is not None and record.status == "done"

    @cached_property
    def subgraph(self) -> Subgraph:
        """The union of the subgraphs of all tool calls."""
        merged = Subgraph()
        for call in self.run.tool_calls:
            merged = merged.merged(call.subgraph)
        return merged

    @cached_property
    def node_labels(self) -> Mapping[str, str]:
        """The labels of the subgraph's nodes by id."""
        return {node.id: node.label for node in self.subgraph.nodes}

    @cached_property
    def edges(self) -> Mapping[str, SubgraphEdge]:
        """The subgraph's edges by id."""
        return {edge.id: edge for edge in self.subgraph.edges}

    @cached_property
    def sources(self) -> Mapping[int, Evidence]:
        """Evidence by displayed number, cited sources first."""
        if self.run.rendered is None or self.run.facts is None:
            return {}
        found = {
            self.numbers[source]: self.run.facts.by_id(evidence_id)
            for source, evidence_id in enumerate(self.run.rendered.sources, start=1)
        }
        return {number: item for number in sorted(found) if (item := found[number]) is not None}

    @cached_property
    def numbers(self) -> Numbers:
        """Displayed numbers by source number."""
        return numbering(self.clean, self._provided)

    @cached_property
    def cited(self) -> tuple[int, ...]:
        """The numbers of the cited sources, in order of appearance."""
        return cited_numbers(self.clean, self.numbers)

    @cached_property
    def marked(self) -> str:
        """The answer with canonical markers: the checked one, or the text streamed so far."""
        if self.run.answer:
            return self.run.answer.marked
        return canonical(without_prose_fences(self.view.text), self._provided)

    @cached_property
    def clean(self) -> Unmarked:
        """The answer without its markers."""
        return without_markers(self.marked)

    @cached_property
    def provenance(self) -> Provenance:
        """What each claim rests on, and what no claim rests on."""
        return provenance(self.run)

    @cached_property
    def shown_numbers(self) -> Mapping[str, int]:
        """Displayed numbers by the id of the evidence."""
        return {item.id: number for number, item in self.sources.items()}

    @property
    def _provided(self) -> int:
        return len(self.run.rendered.sources) if self.run.rendered else 0

    def reference(self, evidence: Evidence) -> str:
        """The label of a citation: the place that states the fact, or its subject."""
        quote = evidence.quote
        if evidence.span is None and quote is not None and quote.title:
            return quote_label(quote, self.run.language, self.workspace)
        return self.subject(evidence)

    def path(self, evidence: Evidence) -> str:
        """The label of a source in a list: the document with its headings, as pages show them."""
        span = evidence.span
        if span is None and evidence.quote is not None and evidence.quote.title:
            span = quote_place(evidence.quote)
        if span is None:
            return self.subject(evidence)
        return " › ".join(document_path(span, self.run.language, self.workspace))

    def subject(self, evidence: Evidence) -> str:
        """The subject of a source: a document with its headings, or an entity with its type."""
        facts = self.run.facts or empty_facts()
        return source_label(evidence, facts, self.run.language, self.workspace)

    def mention(self, span: Span | None) -> str:
        """The words of the question that a span covers."""
        return self.run.normalized[span.start : span.end] if span else ""
