"""Fit the latest turns of a thread into the prompt's token budget."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.domain.question import Turn
from workbench.llm.protocol import Message
from workbench.llm.token_budget import estimate_tokens, truncate_to_sentences

_LEAST = 40
"""Tokens; a shorter remainder of an answer is dropped, not cut."""


@dataclass(frozen=True)
class History:
    """The messages that fit, in order, and what was left out."""

    messages: tuple[Message, ...]
    left_out: int = 0
    """Estimated tokens."""
    cut: tuple[str, ...] = ()
    """The questions of turns that were dropped or shortened."""


def recent(turns: Sequence[Turn], most_tokens: int) -> History:
    """Return the last turns that fit; the first that does not is shortened if room is left.

    Args:
        turns: oldest first.
        most_tokens: the estimated budget for all turns together.
    """
    kept: list[Turn] = []
    room = most_tokens
    for turn in reversed(turns):
        fitting = _fitting(turn, room)
        if fitting is None:
            break
        kept.insert(0, fitting)
        room -= _size(fitting)
        if fitting != turn:
            break
    whole = sum(_size(turn) for turn in turns)
    return History(
        messages=tuple(message for turn in kept for message in _messages(turn)),
        left_out=whole - sum(_size(turn) for turn in kept),
        cut=tuple(turn.question for turn in turns if turn not in kept),
    )


def _fitting(turn: Turn, room: int) -> Turn | None:
    if _size(turn) <= room:
        return turn
    left = room - estimate_tokens(turn.question)
    if left < _LEAST:
        return None
    return turn.model_copy(update={"answer": truncate_to_sentences(turn.answer, left)})


def _size(turn: Turn) -> int:
    return estimate_tokens(turn.question) + estimate_tokens(turn.answer)


def _messages(turn: Turn) -> list[Message]:
    both = [
        Message(role="user", text=turn.question),
        Message(role="assistant", text=turn.answer),
    ]
    return [message for message in both if message.text]
