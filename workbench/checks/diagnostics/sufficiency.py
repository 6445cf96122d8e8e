"""Assess whether the context sufficed for the answer, with a rung of the ladder and reasons."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from workbench.checks.diagnostics.confidence.terms.wording import uncertainty
from workbench.checks.messages import localized_text, words_counted
from workbench.domain.answer import Answer
from workbench.domain.diagnostics import Claim, Sufficiency
from workbench.domain.evidence import FactsPayload, Gap
from workbench.domain.local_text import Language
from workbench.domain.question import Question
from workbench.nlp.phrases import has_phrase
from workbench.nlp.terms import contains, content_terms, term_set
from workbench.nlp.tokens import count_words
from workbench.nlp.word_lists import word_list

_EXCERPT = 80
"""Characters of a claim in a reason."""
_WITHOUT_ENTITY = {
    "absent": "gap_no_match",
    "filtered": "gap_left_out",
    "unknown_entity": "gap_unknown_name",
    "low_relevance": "gap_not_close",
}
"""Messages for the gaps of a query, which is about no single entity or relation."""
LEAST_COVERAGE = 0.5
"""Share of the requested relations; below it the executor falls back to a search as well."""


@dataclass(frozen=True)
class SufficiencyConfig:
    """The thresholds of the assessment."""

    min_relevance_threshold: float = 0.25
    standard_relevance_threshold: float = 0.30
    complex_query_relevance_threshold: float = 0.35
    short_query_words: int = 3
    standard_query_words: int = 6
    factual_query_min_words: int = 8
    comparison_min_words: int = 20
    default_min_words: int = 12
    min_term_share: float = 0.3


DEFAULT_SUFFICIENCY = SufficiencyConfig()


class Condition(NamedTuple):
    """A measured value of an answer, and the least that is enough."""

    value: float
    least: float

    @property
    def is_met(self) -> bool:
        """Whether the value is enough."""
        return self.value >= self.least

    @property
    def sign(self) -> str:
        """How the value compares with the least: "≥" or "<"."""
        return "≥" if self.is_met else "<"


class Conditions(NamedTuple):
    """What an answer is measured by; None for what does not apply to it."""

    relevance: Condition | None
    words: Condition | None = None
    addressed: Condition | None = None
    """The share of the question's words in the answer."""
    coverage: Condition | None = None
    """The share of the requested relations that the graph has facts for."""


def measure(
    question: Question,
    facts: FactsPayload,
    text: str,
    relevances: Sequence[float],
    config: SufficiencyConfig = DEFAULT_SUFFICIENCY,
) -> Conditions:
    """Return the measured conditions of an answer; for arguments, see `assess_sufficiency`."""
    if not relevances:
        return Conditions(None)
    mean = sum(relevances) / len(relevances)
    relevance = Condition(mean, _least_relevance(question.text, config))
    if _rests_on_graph(facts):
        found = facts.meta.coverage
        coverage = None if found is None else Condition(found, LEAST_COVERAGE)
        return Conditions(relevance, coverage=coverage)
    share = _addressed(question.text, text)
    return Conditions(
        relevance,
        Condition(count_words(text), _least_words(question.text, config)),
        None if share is None else Condition(share, config.min_term_share),
    )


def assess_sufficiency(
    question: Question,
    facts: FactsPayload,
    answer: Answer,
    relevances: Sequence[float],
    claims: Sequence[Claim] = (),
    names: Mapping[str, str] | None = None,
    config: SufficiencyConfig = DEFAULT_SUFFICIENCY,
    unknown: Sequence[str] = (),
) -> Sufficiency:
    """Apply the four conditions of docs/formulas.md, "Context sufficiency", then gaps and doubts.

    Args:
        question: decides the thresholds by its length and kind.
        facts: their gaps name what is missing.
        answer: its text and outcome.
        relevances: of the sources provided.
        claims: judged claims; contradicted or unsupported ones call for a caveat.
        names: readable names of entities and relations in gaps.
        config: the thresholds.
        unknown: names in the question that neither the sources nor the workspace have.
    """
    language = question.language
    if answer.outcome != "answered" or not relevances:
        reasons = (*_unanswerable(answer, facts, language), *_gaps(facts, language, names or {}))
        return Sufficiency(
            sufficient=False, ladder="unanswerable", reasons=tuple(dict.fromkeys(reasons))
        )
    strange = [localized_text("unknown_name", language, what=", ".join(unknown))] if unknown else []
    measured = measure(question, facts, answer.text, relevances, config)
    unmet = (*strange, *_unmet(measured, answer.text, language))
    is_covered = measured.coverage is None or measured.coverage.is_met
    gaps = tuple(_gaps(facts, language, names or {}))
    doubts = tuple(_doubts(answer, claims, language))
    return Sufficiency(
        sufficient=not unmet and is_covered,
        ladder="gap" if gaps else "caveat" if unmet or doubts else "answer",
        reasons=(*unmet, *gaps, *doubts),
    )


def _unanswerable(answer: Answer, facts: FactsPayload, language: Language) -> Iterator[str]:
    known = ("not_understood", "off_topic", "empty_question", "all_shown")
    nothing = "no_answer_in_context" if facts.items else "no_context"
    yield localized_text(answer.outcome if answer.outcome in known else nothing, language)


def _unmet(measured: Conditions, text: str, language: Language) -> Iterator[str]:
    """Yield the reasons why the sources are not close, or the answer is unsure, short or off."""
    relevance, words, addressed, _ = measured
    if relevance and not relevance.is_met:
        value, least = relevance
        yield localized_text("relevance_low", language, value=value, least=least)
    phrase = uncertainty(text, "strong")
    if phrase is not None:
        yield localized_text("uncertain", language, what=phrase)
    if words and not words.is_met:
        count, least = words
        counted = words_counted(int(count), language)
        yield localized_text("too_short", language, count=count, words=counted, least=least)
    if addressed and not addressed.is_met:
        value, least = addressed
        yield localized_text("not_addressed", language, value=value, least=least)


def _rests_on_graph(facts: FactsPayload) -> bool:
    """Return True if every fact is from the graph: a list, a table, a contact, a short value.

    Only their coverage measures how complete such an answer is, not its length or the question's
    words: "+7 900 000-00-00" answers "How do I reach Dmitry?".
    """
    return bool(facts.items) and all(item.path is not None for item in facts.items)


def _least_relevance(question: str, config: SufficiencyConfig) -> float:
    words = len(question.split())
    if words <= config.short_query_words:
        return config.min_relevance_threshold
    if words <= config.standard_query_words:
        return config.standard_relevance_threshold
    return config.complex_query_relevance_threshold


def _least_words(question: str, config: SufficiencyConfig) -> int:
    if has_phrase(question, word_list("comparison_questions")):
        return config.comparison_min_words
    if has_phrase(question, word_list("factual_questions")):
        return config.factual_query_min_words
    return config.default_min_words


def _addressed(question: str, text: str) -> float | None:
    """Return the share of the question's content words in the answer; None if it has none."""
    terms = content_terms(question)
    if not terms:
        return None
    words = term_set(text)
    return sum(contains(term, words) for term in terms) / len(terms)


def _gaps(facts: FactsPayload, language: Language, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a reason for each distinct gap, with readable names."""
    reasons = (_gap(gap, facts, language, names) for gap in facts.meta.gaps)
    yield from dict.fromkeys(reasons)


def _gap(gap: Gap, facts: FactsPayload, language: Language, names: Mapping[str, str]) -> str:
    if gap.entity_id is None and gap.reason in _WITHOUT_ENTITY:
        return localized_text(_WITHOUT_ENTITY[gap.reason], language)
    entity = localized_text("everything", language)
    if gap.entity_id is not None:
        labels = {one.id: one.label for one in facts.sources}
        slug = gap.entity_id.partition(":")[2] or gap.entity_id
        entity = names.get(gap.entity_id) or labels.get(gap.entity_id) or slug
    relation = names.get(gap.relation, gap.relation)
    return localized_text(f"gap_{gap.reason}", language, entity=entity, relation=relation)


def _doubts(answer: Answer, claims: Sequence[Claim], language: Language) -> Iterator[str]:
    if answer.partial:
        yield localized_text("partial", language)
    for claim in claims:
        if claim.verdict == "contradicted":
            yield localized_text("contradicted", language, what=_short(claim.statement))
        elif claim.verdict == "not_in_sources":
            yield localized_text("unsupported", language, what=_short(claim.statement))


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _EXCERPT else f"{flat[: _EXCERPT - 1].rstrip()}…"
