"""Earlier turns as a model sees them: the latest ones that fit, the oldest left out."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.domain.question import Turn
from workbench.llm.protocol import Message
from workbench.llm.token_budget import about_tokens, beginning

_LEAST = 40
"""Tokens below which what is left of an answer says nothing."""


@dataclass(frozen=True)
class History:
    """Messages in their order, and what did not fit."""

    messages: tuple[Message, ...]
    left_out: int = 0
    """About, in tokens."""
    cut: tuple[str, ...] = ()
    """The questions of turns that are missing or shortened."""


def recent(turns: Sequence[Turn], most_tokens: int) -> History:
    """As many of the last turns as fit; the first that does not is shortened, if anything is left.

    Args:
        turns: oldest first.
        most_tokens: about, for all of them together.
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
    left = room - about_tokens(turn.question)
    if left < _LEAST:
        return None
    return turn.model_copy(update={"answer": beginning(turn.answer, left)})


def _size(turn: Turn) -> int:
    return about_tokens(turn.question) + about_tokens(turn.answer)


def _messages(turn: Turn) -> list[Message]:
    both = [
        Message(role="user", text=turn.question),
        Message(role="assistant", text=turn.answer),
    ]
    return [message for message in both if message.text]
