"""The memory gate: only an explicit follow-up may lean on an earlier turn."""

from collections.abc import Sequence

from workbench.domain.local_text import Language
from workbench.domain.question import MemoryDecision, Question, Turn
from workbench.i18n.messages import messages
from workbench.understanding.continuation import Continuation, continuation
from workbench.understanding.follow_up_signals import Signal, read_signals
from workbench.understanding.registry import EntityRegistry

FOLLOW_UP = 0.5
DOUBTFUL = 0.35
SUMMARY_ANSWER = 240
"""So many characters of the earlier answer are enough for the planner."""


def recall(question: Question, turns: Sequence[Turn], registry: EntityRegistry) -> MemoryDecision:
    """Weigh the signals and say which way they point. ``turns`` are the thread's, oldest first."""
    language = question.language
    if not turns or question.is_empty:
        return MemoryDecision(decision="independent", reasons=(_say("first", language),))
    if (more := continuation(question, turns)) is not None:
        return _continued(more, registry, language)
    signals = read_signals(question, turns, registry)
    score = sum(signal.weight for signal in signals)
    if score < DOUBTFUL:
        return MemoryDecision(decision="independent", reasons=_reasons(signals, False, language))
    if score < FOLLOW_UP:
        reasons = (_say("doubt", language), *_reasons(signals, True, language))
        return MemoryDecision(decision="doubtful", reasons=reasons)
    carried = _carried(turns)
    return MemoryDecision(
        decision="follow_up",
        reasons=_reasons(signals, True, language),
        summary=_summary(carried, registry, language),
        carried=carried,
    )


def _continued(more: Continuation, registry: EntityRegistry, language: Language) -> MemoryDecision:
    """A follow-up that asks for more of the list that a turn showed in part."""
    listing = more.turn.listing
    begun = listing.question if listing else more.turn.question
    ends = [(page.offset + 1, page.offset + page.items) for page in more.pages if page.items]
    places = ", ".join(f"{first}–{last}" for first, last in ends)
    return MemoryDecision(
        decision="follow_up",
        reasons=(_say("leans", language, signal=_say(more.part, language)),),
        summary=_summary(more.turn, registry, language),
        carried=more.turn,
        pages=more.pages,
        rewritten=_say("rewritten", language, question=begun, places=places),
    )


def _reasons(signals: Sequence[Signal], leaning: bool, language: Language) -> tuple[str, ...]:
    """The signals that speak for the decision, the heaviest first."""
    lead = "leans" if leaning else "stands"
    told = [s for s in signals if (s.weight > 0) == leaning]
    return tuple(
        _say(lead, language, signal=s.text) for s in sorted(told, key=lambda s: -abs(s.weight))
    )


def _carried(turns: Sequence[Turn]) -> Turn:
    """The latest turn that was about something; else the latest."""
    return next((turn for turn in reversed(turns) if turn.entities or turn.intents), turns[-1])


def _summary(turn: Turn, registry: EntityRegistry, language: Language) -> str:
    """What the planner is told: question, kinds, entities and the beginning of the answer."""
    answer = " ".join(turn.answer.split())
    if len(answer) > SUMMARY_ANSWER:
        answer = answer[:SUMMARY_ANSWER].rsplit(" ", 1)[0] + "…"
    names = [f"{name} ({node_id})" for node_id, name in turn.entities if registry.node(node_id)]
    filters = [f"{slot}={value}" for slot, value in turn.filters.items()]
    told = {
        "earlier_question": turn.question,
        "earlier_intents": ", ".join(turn.intents),
        "earlier_entities": ", ".join(names),
        "earlier_filters": ", ".join(filters),
        "earlier_answer": answer,
    }
    return "\n".join(_say(what, language, text=text) for what, text in told.items() if text)


def _say(what: str, language: Language, **values: str) -> str:
    template: str = messages("workbench.understanding")[language][what]
    return template.format(**values)
