"""Report: a run as the exported formats show it, in one language, with every part named."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any, NamedTuple

from workbench.checks.diagnostics.confidence.formula import STEP_WORDS
from workbench.checks.messages import in_language
from workbench.domain.diagnostics import AnswerVerdict, Claim
from workbench.domain.evidence import Evidence, Subgraph, empty_facts
from workbench.domain.local_text import Language, localize
from workbench.domain.run import Run
from workbench.export.answer_html import Flag
from workbench.export.report_source import Source
from workbench.export.source_passage import OpenDocument, passage_pieces
from workbench.i18n.messages import messages
from workbench.i18n.numbers import decimal, duration, moment, percent
from workbench.i18n.verdicts import verdict_name, verdict_tone
from workbench.rendering.source_labels import quote_label, source_label
from workbench.rendering.workspace_labels import WorkspaceLabels
from workbench.settings import OFFLINE
from workbench.text.citation_marks import Unmarked, without_markers
from workbench.text.citation_numbers import Numbers, cited_numbers, numbering, occurrences
from workbench.text.plain_text import without_markdown
from workbench.tools.gap_texts import labels_of_gaps
from workbench.workspace import Workspace

Table = tuple[tuple[str, ...], ...]


class PlanStep(NamedTuple):
    """A tool call of the plan in words."""

    tool: str
    subject: str
    details: str


@dataclass(frozen=True)
class Report(WorkspaceLabels):
    """A run with its workspace and documents, in the language of the report."""

    run: Run
    workspace: Workspace
    document: OpenDocument
    reader: Language
    release: str
    bundle: bytes = b""
    """The run as a bundle, for the formats that carry one."""

    @property
    def language(self) -> Language:
        """The reader's language."""
        return self.reader

    @property
    def texts(self) -> Mapping[str, Any]:
        """The report's words."""
        return messages("workbench.export")[self.reader]

    def t(self, key: str, **values: object) -> str:
        """Return the words of a key, with values for its placeholders."""
        text: str = self.texts[key]
        return text.format(**values) if values else text

    def word(self, group: str, name: str) -> str:
        """Return the word for one of a group's names, or the name itself."""
        return str(self.texts[group].get(name, name))

    # --- the answer and its sources ---------------------------------------------------------

    @cached_property
    def clean(self) -> Unmarked:
        """The answer without its marks."""
        return without_markers(self.run.answer.marked if self.run.answer else "")

    @cached_property
    def numbers(self) -> Numbers:
        """Displayed numbers by source number."""
        provided = len(self.run.rendered.sources) if self.run.rendered else 0
        return numbering(self.clean, provided)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """Every source that was provided, the cited ones first."""
        rendered, facts = self.run.rendered, self.run.facts or empty_facts()
        by_id = facts.evidence_by_id()
        found = {
            self.numbers[number]: by_id[evidence_id]
            for number, evidence_id in enumerate(rendered.sources if rendered else (), start=1)
            if evidence_id in by_id
        }
        cited = cited_numbers(self.clean, self.numbers)
        return tuple(
            self._source(number, found[number], number in cited) for number in sorted(found)
        )

    def source(self, number: int) -> Source | None:
        """Return the source with a displayed number."""
        return next((one for one in self.sources if one.number == number), None)

    def _source(self, number: int, item: Evidence, is_cited: bool) -> Source:
        score = self.t("relevance", value=decimal(item.score, self.reader))
        return Source(
            number=number,
            label=self.label(item),
            evidence=item,
            is_cited=is_cited,
            notes=", ".join([score, self.t("cited" if is_cited else "not_cited")]),
            fact="" if item.span else item.content,
            passage=tuple(passage_pieces(item, self.run.answer, self.document)),
        )

    def label(self, item: Evidence) -> str:
        """Return the label of a source: the place that states it, or its subject."""
        if item.span is None and item.quote is not None and item.quote.title:
            return quote_label(item.quote, self.reader, self.workspace)
        facts = self.run.facts or empty_facts()
        return source_label(item, facts, self.reader, self.workspace)

    # --- the verdict ------------------------------------------------------------------------

    @property
    def verdict(self) -> AnswerVerdict | None:
        """The estimate that the answer is right; None where the run has none."""
        return self.run.diagnostics.verdict if self.run.diagnostics else None

    @property
    def verdict_label(self) -> str:
        """The verdict's name, which also names its colour."""
        if self.verdict is not None:
            return self.verdict.label
        return "failed" if self.run.failure and self.run.answer is None else "unknown"

    @property
    def _estimate(self) -> float | None:
        return self.verdict.probability if self.verdict else None

    @property
    def _grounding(self) -> float | None:
        return self.run.diagnostics.grounding.score if self.run.diagnostics else None

    @property
    def verdict_text(self) -> str:
        """The verdict in words."""
        return verdict_name(self.verdict_label, self.language, self._estimate, self._grounding)

    @property
    def tone(self) -> str:
        """The colour of the verdict: green, orange, red or gray."""
        return verdict_tone(self.verdict_label, self._estimate, self._grounding)

    @property
    def probability(self) -> str:
        """The probability in words; empty where nothing was answered."""
        if self.verdict is None or self.verdict.label in ("not_found", "off_topic"):
            return ""
        return self.t("probability", value=percent(self.verdict.probability, self.reader))

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons of the verdict, or the error of the stage that failed."""
        failed = self.run.failure
        error = failed.error if failed and self.run.answer is None else None
        messages = (f"{error.message} {error.hint}".strip(),) if error else ()
        return (*messages, *self._told(self.verdict.reasons if self.verdict else ()))

    @property
    def told(self) -> tuple[str, ...]:
        """The probability and the reasons, each a sentence."""
        parts = filter(None, (self.probability, *self.reasons))
        return tuple(part if part.endswith((".", "!", "?", "…")) else f"{part}." for part in parts)

    def _told(self, recorded: Iterable[str]) -> tuple[str, ...]:
        """Reasons and findings of the checks in the reader's language."""
        names = labels_of_gaps(self.run.facts, self.workspace)
        return tuple(in_language(one, self.language, names) for one in recorded)

    # --- what led to it, as tables of text --------------------------------------------------

    @property
    def about(self) -> Table:
        """Workspace, time, duration and models."""
        run = self.run
        models = dict.fromkeys(name for name in run.models.values() if name != OFFLINE)
        return (
            (self.t("workspace"), localize(self.workspace.spec.title, self.reader)),
            (self.t("asked"), moment(run.created_at, self.reader)),
            (self.t("took"), duration(sum(one.ms for one in run.stages), self.reader)),
            (self.t("models"), ", ".join(models) or self.t("no_model")),
            (self.t("status"), self.word("states", run.status.value)),
        )

    @property
    def entities(self) -> Table:
        """Name, type and certainty of each entity."""
        return tuple(
            (one.name, self.node_type(one.type), decimal(one.confidence, self.reader))
            for one in self.run.entities
        )

    @property
    def intents(self) -> Table:
        """Name and meaning of each intent."""
        plan = self.run.plan
        return tuple((name, self.intent(name)) for name in (plan.intents if plan else ()))

    @property
    def steps(self) -> tuple[PlanStep, ...]:
        """The plan's calls in words."""
        calls = self.run.plan.tool_calls if self.run.plan else ()
        return tuple(self._step(call.tool, call.kind, call.args) for call in calls)

    def _step(self, tool: str, kind: str, args: Any) -> PlanStep:
        spec = self.workspace.tool_specs[kind]
        text = spec.describe(args, self)
        filters = [self.filter_text(*one) for one in args.applied_filters.items()]
        details = " · ".join([*self.call_details(args, text), *filters])
        return PlanStep(f"{localize(spec.label, self.reader)} ({tool})", text.subject, details)

    @property
    def limits(self) -> str:
        """The plan's limits in words."""
        if self.run.plan is None:
            return ""
        most = self.run.plan.limits
        return self.t(
            "limits", items=most.max_items, groups=most.max_groups, paragraphs=most.max_paragraphs
        )

    @property
    def call_heads(self) -> tuple[str, ...]:
        """The head of the table of calls."""
        return self._heads("tool", "arguments", "outcome", "found", "time", "reason")

    @property
    def calls(self) -> Table:
        """Tool, arguments, outcome, number of facts, time and cause of each executed call."""
        rows = []
        for call in self.run.tool_calls:
            step = self._step(call.tool, call.args.kind, call.args)
            planned = call.caused_by.startswith("plan[")
            note = call.error.message if call.error else "" if planned else call.caused_by
            words = " · ".join(part for part in (step.subject, step.details) if part)
            outcome = self.word("statuses", call.status)
            took = duration(call.ms, self.reader)
            rows.append((step.tool, words, outcome, str(call.items), took, note))
        return tuple(rows)

    @cached_property
    def subgraph(self) -> Subgraph:
        """The union of the subgraphs of all calls."""
        return reduce(Subgraph.merged, (one.subgraph for one in self.run.tool_calls), Subgraph())

    @property
    def relations(self) -> Table:
        """The edges of the subgraph: from, relation, to."""
        names = {node.id: node.label for node in self.subgraph.nodes}
        return tuple(
            (names.get(one.source, one.source), one.label, names.get(one.target, one.target))
            for one in self.subgraph.edges
        )

    @property
    def flags(self) -> tuple[Flag, ...]:
        """The claims of the answer that its sources do not support."""
        found, answer = self.run.diagnostics, self.run.answer
        if found is None or answer is None or answer.text != self.clean.text:
            return ()
        doubtful = (one for one in found.claims if one.is_doubtful)
        return tuple(
            Flag(one.start, one.end, "; ".join(self._told(one.reasons))) for one in doubtful
        )

    @property
    def claim_heads(self) -> tuple[str, ...]:
        """The head of the table of claims."""
        return self._heads("claim", "verdict", "evidence", "why")

    @property
    def claims(self) -> Table:
        """Text, verdict, evidence sentence and reasons of each claim."""
        return tuple(
            (
                without_markdown(one.statement),
                self.word("verdicts", one.verdict),
                without_markdown(one.evidence_sentence),
                "; ".join(self._told(one.reasons)),
            )
            for one in self.stated
        )

    @property
    def stated(self) -> tuple[Claim, ...]:
        """The claims that state something, doubtful ones first; headings and the like are not."""
        claims = self.run.diagnostics.claims if self.run.diagnostics else ()
        stated = filter(lambda one: one.states_something, claims)
        return tuple(sorted(stated, key=lambda one: not one.is_doubtful))

    @property
    def scores(self) -> Table:
        """Name and value of each score; a score that does not apply has a dash."""
        found = self.run.diagnostics
        if found is None:
            return ()
        enough = "sufficient" if found.sufficiency.sufficient else "insufficient"
        values = {
            "grounding": found.grounding.score,
            "confidence": found.confidence.score,
            "overlap": found.grounding.overlap_baseline,
            "precision": found.citations.precision,
            "recall": found.citations.recall,
        }
        rows = [(self.t(name), decimal(value, self.reader)) for name, value in values.items()]
        text = "; ".join([self.t(enough), *self._told(found.sufficiency.reasons)])
        return (*rows, (self.t("sufficiency"), text))

    @property
    def confidence_heads(self) -> tuple[str, ...]:
        """The head of the table of the confidence formula."""
        return self._heads("step", "factor", "result")

    @property
    def confidence(self) -> Table:
        """Step, factor and value after it."""
        found = self.run.diagnostics
        return tuple(
            (
                self._step_label(one.name),
                decimal(one.factor, self.reader),
                decimal(one.value_after, self.reader),
            )
            for one in (found.confidence.steps if found else ())
        )

    def _step_label(self, name: str) -> str:
        known = STEP_WORDS.get(name)
        return localize(known.label, self.reader) if known else name

    @property
    def finding_heads(self) -> tuple[str, ...]:
        """The head of the table of findings."""
        return self._heads("findings", "evidence", "action")

    @property
    def findings(self) -> Table:
        """Message, excerpt and action of each finding of the post-check."""
        return tuple(
            (self._told([one.message])[0], one.excerpt, self.word("actions", one.action))
            for one in self.run.findings
        )

    @property
    def stage_heads(self) -> tuple[str, ...]:
        """The head of the table of stages."""
        return self._heads("stage", "status", "time", "reason")

    @property
    def stages(self) -> Table:
        """Name, status, time and error of each stage."""
        return tuple(
            (
                self.word("stage_words", one.name.value),
                self.t("reused") if one.reused else self.word("states", one.status),
                duration(one.ms, self.reader),
                one.error.message if one.error else "",
            )
            for one in self.run.stages
        )

    @property
    def footer(self) -> str:
        """The release and the run that the report was made from."""
        return self.t("made", release=self.release, run=self.run.id)

    def _heads(self, *keys: str) -> tuple[str, ...]:
        return tuple(self.t(key) for key in keys)

    def citations_at(self) -> Mapping[int, tuple[int, ...]]:
        """Displayed numbers of the sources cited at each position of the clean answer."""
        at: dict[int, dict[int, None]] = {}
        for one in occurrences(self.clean, self.numbers):
            at.setdefault(one.marker.at, {})[one.number] = None
        return {place: tuple(numbers) for place, numbers in at.items()}
