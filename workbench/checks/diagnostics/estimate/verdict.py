"""Estimate the probability that an answer is right, and name the reasons to doubt it."""

from collections.abc import Iterator, Mapping, Sequence

from workbench.checks.diagnostics.estimate.answer_reading import (
    AnsweredRun,
    AnswerReading,
    read_answer,
)
from workbench.checks.diagnostics.estimate.model import fitted_models
from workbench.checks.diagnostics.estimate.signals import document_signals, graph_signals
from workbench.checks.diagnostics.estimate.substitution import substituted_name
from workbench.checks.grounding.evidence_index import provided_evidence
from workbench.checks.messages import localized_text
from workbench.domain.answer import Answer
from workbench.domain.diagnostics import AnswerVerdict, Diagnostics, VerdictLabel
from workbench.domain.evidence import empty_facts
from workbench.domain.local_text import LANGUAGES, Language, localize
from workbench.domain.plan import GRAPH_QUERY, TABLE_STYLE
from workbench.domain.run import Run
from workbench.domain.table_query import TABLE_QUERY
from workbench.extractive.answerability import Answerability
from workbench.extractive.fact_filter import has_word, missing_words
from workbench.nlp.answer_type import KINDS, NAMES
from workbench.nlp.grammar import in_word_list
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.query_words import carries_little, query_words
from workbench.workspace.intents import Intent

MOST_EMERGENCY = 0.5
"""Cap for an emergency plan, which only searches for the question's words."""
MOST_WITHOUT_VALUE = 0.29
"""Cap for an answer without a value of the kind asked for, or about another relation, entity or
value than the question names: below .3, where nothing counts as an answer."""
MOST_NEAREST = 0.49
"""Cap for an answer that says it is only the nearest, or that leaves out a word."""
_OF_GRAPH = frozenset(KINDS) - NAMES - {"time", "reason"}
"""Kinds of value that must be in the facts of a graph or a table as well."""
_LIKELY = 0.5
_FEW_WORDS = 0.5
"""If the answer accounts for at most this share of the question's words, the others are named."""
FAILED_FACTOR = 0.8
"""Factor for each stage that failed and was recovered from, such as a plan without its model."""

_UNANSWERED: Mapping[str, VerdictLabel] = {"off_topic": "off_topic"}


def answer_verdict(
    run: Run, answer: Answer, diagnostics: Diagnostics, intents: Mapping[str, Intent]
) -> AnswerVerdict:
    """Return the estimate for the answer of a run, with the signals that it is computed from.

    Args:
        run: up to its answer.
        answer: with its citations.
        diagnostics: of the answer.
        intents: those of the workspace, by name.
    """
    if answer.outcome != "answered":
        label = _UNANSWERED.get(answer.outcome, "not_found")
        return AnswerVerdict(label=label, probability=0.0, reasons=diagnostics.sufficiency.reasons)
    source, signals, doubts = read_signals(run, answer, diagnostics, intents)
    model = fitted_models()[source]
    effects = model.effects(signals)
    probability = doubts.limited(model.probability(effects))
    return AnswerVerdict(
        label="partly" if answer.partial else doubts.label(probability),
        probability=round(probability, 4),
        reasons=tuple(doubts.reasons()),
        signals=effects,
    )


def read_signals(
    run: Run, answer: Answer, diagnostics: Diagnostics, intents: Mapping[str, Intent]
) -> tuple[str, dict[str, float], "Doubts"]:
    """Return the model that applies, its signals, and what limits its estimate."""
    answered = _answered(run, answer, diagnostics, intents)
    reading = read_answer(answered)
    doubts = Doubts(run, answer, diagnostics, reading)
    if not answered.passages:
        return "graph", graph_signals(answered, reading), doubts
    return "documents", document_signals(answered, reading), doubts


def _answered(
    run: Run, answer: Answer, diagnostics: Diagnostics, intents: Mapping[str, Intent]
) -> AnsweredRun:
    facts = run.facts or empty_facts()
    coverage = facts.meta.coverage
    question, mentions = _asked(run)
    return AnsweredRun(
        question=question,
        answer=answer,
        evidence=provided_evidence(facts, run.rendered) if run.rendered else (),
        claims=diagnostics.claims,
        plan_confidence=run.plan.confidence if run.plan else 0.0,
        coverage=1.0 if coverage is None else coverage,
        is_sufficient=diagnostics.sufficiency.ladder == "answer",
        examples=_examples(run, intents),
        mentions=mentions,
        is_queried=_is_queried(run),
        is_side_by_side=run.plan is not None and run.plan.render_style == TABLE_STYLE,
        chosen_by=_chosen_by(run),
    )


def _asked(run: Run) -> tuple[str, tuple[str, ...]]:
    """Return the question that is answered, and its words that name entities or values.

    The rest of a list answers the question that the list began with, about the same entities.
    """
    memory = run.memory
    if memory is not None and memory.continued is not None:
        carried = tuple(one.name for one in run.entities)
        return memory.continued.question, (*run.mentions, *carried)
    return (memory.rewritten if memory else "") or run.normalized, run.mentions


def _chosen_by(run: Run) -> tuple[str, ...]:
    """Return the words of the question that selected the facts."""
    items = run.facts.items if run.facts else ()
    calls = [call.args for call in run.plan.tool_calls] if run.plan else []
    words = [word for args in calls for word in args.choosing_words]
    return tuple(word for word in words if items and all(has_word(one, word) for one in items))


def _is_queried(run: Run) -> bool:
    """Return True if the plan is a query over the graph or a table."""
    queries = {GRAPH_QUERY, TABLE_QUERY}
    return run.plan is not None and not queries.isdisjoint(run.plan.intents)


def _may_be_misread(run: Run) -> bool:
    """Whether a query was planned although its reading of the question is unsure."""
    return run.plan is not None and _is_queried(run) and run.plan.confidence < _LIKELY


def _left_out(run: Run) -> Iterator[str]:
    """Yield the words that a query leaves out, if they matter, and compared values without rows.

    "Why was the bridge closed?" is not answered by the date alone.
    """
    for item in run.facts.items if run.facts else ():
        if item.type == "table_empty":
            yield from (cell.value for cell in item.cells)
    for call in run.plan.tool_calls if run.plan else ():
        query = call.args.graph_query
        if query is not None:
            yield from (word for word in query.unread if not carries_little(word))
    yield from _unchosen(run)


def _unchosen(run: Run) -> Iterator[str]:
    """Yield the words that should have selected among the facts of an intent and that no fact has.

    Where a path starts from a named node, only names that it does not use are such words: what
    else is said of the node may be said in other words.
    """
    items = run.facts.items if run.facts else ()
    for number, call in enumerate(run.plan.tool_calls if run.plan else ()):
        args = call.args
        if args.choosing_words:
            facts = [one for one in items if one.call == number and one.span is None]
            left = missing_words(facts, args.choosing_words)
            is_open = len(facts) > 1 and not (args.subject_id or args.applied_filters)
            yield from (
                one
                for one in left
                if is_open or _is_named(one, run) or _is_joined_to_name(one, run)
            )


def _is_named(word: str, run: Run) -> bool:
    """Whether a word is a name that was recognised, or one in Latin letters in a Russian text."""
    names = (*(one.name for one in run.entities), *(one.label or one.value for one in run.slots))
    is_foreign = word[:1].isupper() and is_cyrillic(run.normalized) and not is_cyrillic(word)
    return word in names or is_foreign


def _is_joined_to_name(word: str, run: Run) -> bool:
    """Whether a word is asked for beside a name: "vandalism" of "theft and vandalism"."""
    words = [one.text for one in query_words(run.normalized)]
    joined = {
        pair
        for first, joint, second in zip(words, words[1:], words[2:], strict=False)
        if in_word_list(joint, "question_conjunctions")
        for pair in ((first, second), (second, first))
    }
    named = {one.text for name in run.mentions for one in query_words(name)}
    return any((one, word) in joined for one in named)


def _unfound_clauses(run: Run) -> int:
    """Return the number of clauses after the first one for which no passage was found.

    "When did she leave and why?" is not answered by the dates of the graph alone.
    """
    planned = run.plan.tool_calls if run.plan and len(run.plan.intents) > 1 else ()
    gaps = run.facts.meta.gaps if run.facts else ()
    return sum(one.reason == "low_relevance" and one.call < len(planned) for one in gaps)


def _examples(run: Run, intents: Mapping[str, Intent]) -> list[str]:
    """Return the descriptions and examples of the plan's intents that have any."""
    planned = [intents[name] for name in run.plan.intents if name in intents] if run.plan else []
    return [
        text
        for one in planned
        if one.examples
        for text in (*one.examples, *(localize(one.description, name) for name in LANGUAGES))
    ]


class Doubts:
    """Caps on the estimate, and the reasons for them, that apply whatever the signals are.

    Of an answer from a graph only the kind of value is read: its facts need none of the words.
    """

    def __init__(
        self, run: Run, answer: Answer, diagnostics: Diagnostics, reading: AnswerReading
    ) -> None:
        self._language: Language = run.language
        grounding = None if answer.partial else diagnostics.grounding.score
        self._grounding = 1.0 if grounding is None else grounding
        self._reading = reading
        self._is_emergency = run.plan_origin == "emergency"
        self._may_be_misread = _may_be_misread(run) or reading.lacks_definition
        self._left_out = (*_left_out(run), *reading.unmet_conditions)
        self._unfound_clauses = _unfound_clauses(run)
        self._substituted = substituted_name(run)
        self._failed = [stage.name for stage in run.stages if stage.status == "failed"]

    def limited(self, probability: float) -> float:
        """Return the probability, lowered to what the doubts allow."""
        probability *= self._grounding * FAILED_FACTOR ** len(self._failed)
        if self._is_emergency:
            probability = min(probability, MOST_EMERGENCY)
        is_doubtful = self._is_nearest or self.is_partly or self._may_be_misread
        if is_doubtful or self._reading.differing or self._left_out:
            probability = min(probability, MOST_NEAREST)
        if self._lacks_value or self._substituted:
            probability = min(probability, MOST_WITHOUT_VALUE)
        return probability

    def label(self, probability: float) -> VerdictLabel:
        """Return the label of an answer with this probability."""
        if self.is_partly:
            return "partly"
        if self._reading.premise:
            return "corrected"
        return "answered" if probability >= _LIKELY else "unsure"

    @property
    def is_partly(self) -> bool:
        """Whether only some of several joined questions are answered outright."""
        if not self._reading.is_of_documents:
            return bool(self._unfound_clauses)
        return 0 < self._reading.unanswered_parts < len(self._reading.parts)

    @property
    def _is_nearest(self) -> bool:
        """Whether the answer does not state outright what is asked; a correction need not."""
        found = self._reading.answerability
        is_outright = found.is_outright or (self._reading.premise and found.covers_question)
        return self._reading.is_of_documents and not is_outright

    @property
    def _lacks_value(self) -> bool:
        """Whether a value or relation that the question, or a part of it, asks for is missing."""
        if self._reading.premise:
            return False
        reading = self._reading
        is_unread = bool(reading.unread_focus or reading.unsupported or reading.missing_kind)
        return is_unread or any(map(self._is_lacking, self._all_parts))

    def _is_lacking(self, found: Answerability) -> bool:
        """Whether it is missing; a graph may name relations, people and dates in other words."""
        if self._reading.is_of_documents:
            return found.lacks_what_is_asked
        return found.absent_value in _OF_GRAPH and not self._reading.is_computed

    @property
    def _all_parts(self) -> Sequence[Answerability]:
        return (self._reading.answerability, *self._reading.parts)

    def reasons(self) -> Iterator[str]:
        """Yield each doubt in the reader's language."""
        if self._substituted:
            yield self._reason("verdict_substituted", what=self._substituted)
        yield from self._unanswered(self._reading)
        if self._is_emergency:
            yield self._reason("verdict_emergency")
        elif self._may_be_misread:
            yield self._reason("verdict_misread")
        if self._grounding < 1.0:
            yield self._reason("verdict_grounding", share=self._grounding)
        for stage in self._failed:
            yield self._reason("verdict_failed", what=self._reason(f"stage_{stage.value}"))

    def _unanswered(self, reading: AnswerReading) -> Iterator[str]:
        found = reading.answerability
        if reading.premise:
            yield self._reason("verdict_premise", what=reading.premise)
        elif reading.unsupported:
            yield self._reason("verdict_unsupported", what=reading.unsupported)
        if reading.differing:
            yield self._reason("verdict_differing", what=" / ".join(reading.differing))
        if self.is_partly:
            count = self._unfound_clauses or reading.unanswered_parts
            yield self._reason("verdict_partly", count=count)
        if reading.is_of_documents and found.missing_relation:
            yield self._reason("verdict_relation", what=found.missing_relation)
        elif (self._is_lacking(found) or reading.missing_kind) and not reading.premise:
            kind = self._reason(f"value_{reading.missing_kind or found.absent_value}")
            yield self._reason("verdict_value", what=kind)
        if not reading.is_of_documents:
            is_little = reading.words_read <= _FEW_WORDS or reading.unread_focus
            unread = reading.unread if is_little else self._left_out
            unread = unread or tuple(filter(None, [reading.unread_focus]))
            if unread:
                yield self._reason("verdict_unread", what=", ".join(unread))
            return
        if found.missing:
            yield self._reason("verdict_missing", what=", ".join(found.missing))
        elif self._is_nearest:
            yield self._reason("verdict_nearest")

    def _reason(self, reason: str, **values: object) -> str:
        return localized_text(reason, self._language, **values)
