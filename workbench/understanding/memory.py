"""The memory gate: only an explicit follow-up may lean on an earlier turn."""

from collections.abc import Sequence

from workbench.domain.question import MemoryDecision, Question, Turn
from workbench.understanding.registry import EntityRegistry
from workbench.understanding.signals import Signal, read_signals

FOLLOW_UP = 0.5
DOUBTFUL = 0.35
SUMMARY_ANSWER = 240
"""So many characters of the earlier answer are enough for the planner."""

_LEANS = {"ru": "Похоже на продолжение: ", "en": "Looks like a follow-up: "}
_STANDS = {"ru": "Самостоятельный вопрос: ", "en": "Stands on its own: "}
_DOUBT = {
    "ru": "Продолжение сомнительно, поэтому вопрос рассматривается сам по себе",
    "en": "A doubtful follow-up is treated as a question of its own",
}
_FIRST = {"ru": "Это первый вопрос беседы", "en": "This is the first question of the thread"}


def recall(question: Question, turns: Sequence[Turn], registry: EntityRegistry) -> MemoryDecision:
    """Weigh the signals and say which way they point. ``turns`` are the thread's, oldest first."""
    language = question.language
    if not turns or question.is_empty:
        return MemoryDecision(decision="independent", reasons=(_FIRST[language],))
    signals = read_signals(question, turns, registry)
    score = sum(signal.weight for signal in signals)
    if score < DOUBTFUL:
        return MemoryDecision(decision="independent", reasons=_reasons(signals, False, language))
    if score < FOLLOW_UP:
        reasons = (_DOUBT[language], *_reasons(signals, True, language))
        return MemoryDecision(decision="doubtful", reasons=reasons)
    carried = _carried(turns)
    return MemoryDecision(
        decision="follow_up",
        reasons=_reasons(signals, True, language),
        summary=_summary(carried, registry),
        carried=carried,
    )


def _reasons(signals: Sequence[Signal], leaning: bool, language: str) -> tuple[str, ...]:
    """The signals that speak for the decision, the heaviest first."""
    lead = (_LEANS if leaning else _STANDS)[language]
    told = [s for s in signals if (s.weight > 0) == leaning]
    return tuple(f"{lead}{s.text}" for s in sorted(told, key=lambda s: -abs(s.weight)))


def _carried(turns: Sequence[Turn]) -> Turn:
    """The latest turn that was about something; else the latest."""
    return next((turn for turn in reversed(turns) if turn.entities or turn.intents), turns[-1])


def _summary(turn: Turn, registry: EntityRegistry) -> str:
    """What the planner is told: question, kinds, entities and the beginning of the answer."""
    answer = " ".join(turn.answer.split())
    if len(answer) > SUMMARY_ANSWER:
        answer = answer[:SUMMARY_ANSWER].rsplit(" ", 1)[0] + "…"
    names = [f"{name} ({node_id})" for node_id, name in turn.entities if registry.node(node_id)]
    lines = [f"Earlier question: {turn.question}"]
    if turn.intents:
        lines.append(f"Its intents: {', '.join(turn.intents)}")
    if names:
        lines.append(f"It was about: {', '.join(names)}")
    if turn.filters:
        lines.append(f"Its filters: {', '.join(f'{k}={v}' for k, v in turn.filters.items())}")
    if answer:
        lines.append(f"It was answered: {answer}")
    return "\n".join(lines)
