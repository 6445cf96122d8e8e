"""The memory gate: decide whether a question is a follow-up to an earlier turn."""

from collections.abc import Mapping, Sequence

from workbench.domain.local_text import Language
from workbench.domain.question import MemoryDecision, Question, Turn
from workbench.i18n.messages import messages
from workbench.i18n.recorded_text import translate_recorded
from workbench.understanding.continuation import Continuation, continuation
from workbench.understanding.entity_registry import EntityRegistry
from workbench.understanding.follow_up_signals import Signal, read_signals
from workbench.understanding.rewrite_follow_up import standalone

FOLLOW_UP = 0.5
"""Sum of signal weights from which a question is a follow-up."""
DOUBTFUL = 0.35
"""Sum from which it is doubtful, and treated as independent."""
SUMMARY_ANSWER = 240
"""Characters of the earlier answer in the planner's summary."""


def recall(question: Question, turns: Sequence[Turn], registry: EntityRegistry) -> MemoryDecision:
    """Sum up the signals and decide. ``turns`` are those of the thread, oldest first."""
    language = question.language
    if not turns or question.is_empty:
        return MemoryDecision(decision="independent", reasons=(_message("first", language),))
    if (more := continuation(question, turns)) is not None:
        return _continued(more, registry, language)
    signals = read_signals(question, turns, registry)
    score = sum(signal.weight for signal in signals)
    score_reason = (_message("score", language, score=f"{score:.2f}", least=f"{FOLLOW_UP:.2f}"),)
    shown = round(score, 4)
    if score < DOUBTFUL:
        reasons = (*_reasons(signals, False, language), *score_reason)
        return MemoryDecision(decision="independent", reasons=reasons, score=shown)
    if score < FOLLOW_UP:
        reasons = (_message("doubt", language), *_reasons(signals, True, language), *score_reason)
        return MemoryDecision(decision="doubtful", reasons=reasons, score=shown)
    carried = _carried(turns)
    return MemoryDecision(
        decision="follow_up",
        reasons=(*_reasons(signals, True, language), *score_reason),
        score=shown,
        summary=_summary(carried, registry, language),
        carried=carried,
        rewritten=_rewritten(question, carried),
    )


def _rewritten(question: Question, carried: Turn) -> str:
    """Rewrite a follow-up to a question over documents; graphs and tables have their own way."""
    if (carried.entities and not carried.searched) or carried.query or carried.table:
        return ""
    return standalone(question.text, carried.question)


def _continued(more: Continuation, registry: EntityRegistry, language: Language) -> MemoryDecision:
    """Build the decision for a request for more of a list."""
    listing = more.turn.listing
    begun = listing.question if listing else more.turn.question
    ends = [(page.offset + 1, page.offset + page.items) for page in more.pages if page.items]
    places = ", ".join(f"{first}–{last}" for first, last in ends)
    return MemoryDecision(
        decision="follow_up",
        reasons=(_message("leans", language, signal=_message(more.part, language)),),
        summary=_summary(more.turn, registry, language),
        carried=more.turn,
        pages=more.pages,
        rewritten=_message("rewritten", language, question=begun, places=places) if ends else begun,
    )


def _reasons(signals: Sequence[Signal], follow_up: bool, language: Language) -> tuple[str, ...]:
    """The signals that support the decision, by descending weight."""
    lead = "leans" if follow_up else "stands"
    supporting = [s for s in signals if (s.weight > 0) == follow_up]
    return tuple(
        _message(lead, language, signal=s.text)
        for s in sorted(supporting, key=lambda s: -abs(s.weight))
    )


def _carried(turns: Sequence[Turn]) -> Turn:
    """The latest turn with entities or intents, or else the latest turn."""
    return next((turn for turn in reversed(turns) if turn.entities or turn.intents), turns[-1])


def _summary(turn: Turn, registry: EntityRegistry, language: Language) -> str:
    """Summarize a turn for the planner; its answer is shortened."""
    answer = " ".join(turn.answer.split())
    if len(answer) > SUMMARY_ANSWER:
        answer = answer[:SUMMARY_ANSWER].rsplit(" ", 1)[0] + "…"
    names = [f"{name} ({node_id})" for node_id, name in turn.entities if registry.node(node_id)]
    filters = [f"{slot}={value}" for slot, value in turn.filters.items()]
    lines = {
        "earlier_question": turn.question,
        "earlier_intents": ", ".join(turn.intents),
        "earlier_entities": ", ".join(names),
        "earlier_filters": ", ".join(filters),
        "earlier_answer": answer,
    }
    return "\n".join(_message(key, language, text=text) for key, text in lines.items() if text)


def reasons_in_language(reasons: Sequence[str], language: Language) -> tuple[str, ...]:
    """Return the recorded reasons of a decision in the reader's language."""

    def told(text: str) -> str:
        return translate_recorded("workbench.understanding", text, language, value)

    def value(_: str, field: str, values: Mapping[str, str]) -> str:
        return told(values[field]) if field == "signal" else values[field]

    return tuple(map(told, reasons))


def _message(key: str, language: Language, **values: str) -> str:
    template: str = messages("workbench.understanding")[language][key]
    return template.format(**values)
