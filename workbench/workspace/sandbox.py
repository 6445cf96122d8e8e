"""The sandbox that prompt templates are rendered in, with limits on what they make."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

MOST_REPEATED = 10_000
"""Characters of ``'-' * n``, or items of ``[0] * n``: a prompt has a few thousand words."""
LONGEST_RANGE = 1_000
"""Numbers of one ``range()``."""
MOST_TURNS = 50_000
"""Turns of loops and calls of macros, blocks and included templates in one rendering.

A prompt of a large workspace has about a thousand; this many take less than a second.
"""
LONGEST_TEXT = 5_000_000
"""Characters that one rendering, or one macro or block in it, may write."""
_COUNTED = (nodes.For, nodes.Macro, nodes.CallBlock, nodes.Block)
_turns: ContextVar[Iterator[int]] = ContextVar("turns")


class PromptSandbox(ImmutableSandboxedEnvironment):
    """Refuses expressions that fill the memory in one step, such as ``'x' * 300000000``,
    and templates that never end, such as loops in loops in loops.
    """

    intercepted_binops = frozenset({"*", "**", "%"})

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.globals["range"] = _bounded_range

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Return the value of an operator; raises SecurityError for one out of the limits.

        ``**`` and the ``%`` of texts are refused: ``9**9**9`` and ``'%999999999d' % 1`` are short.
        """
        is_number = isinstance(left, int | float) and isinstance(right, int | float)
        if operator == "*" and not is_number:
            sequence, times = (right, left) if isinstance(left, int) else (left, right)
            if len(sequence) * times > MOST_REPEATED:
                raise SecurityError(f"* makes more than {MOST_REPEATED} items")
        elif operator == "**" or not is_number:
            raise SecurityError(f"the operator {operator} is not allowed here")
        return super().call_binop(context, operator, left, right)

    def count_turn(self) -> None:
        """Count one turn of a loop or one call; every template calls this as it is rendered."""
        if next(_turns.get()) >= MOST_TURNS:
            raise SecurityError(f"its loops turn more than {MOST_TURNS} times")

    def _generate(
        self,
        source: nodes.Template,
        name: str | None,
        filename: str | None,
        defer_init: bool = False,
    ) -> str:
        """Compile a template with a count of its turns, which it can neither see nor replace."""
        counted: list[Any] = [source, *source.find_all(_COUNTED)]
        for node in counted:
            turn = nodes.Call(nodes.EnvironmentAttribute("count_turn"), [], [], None, None)
            node.body.insert(0, nodes.ExprStmt(turn, lineno=node.lineno))
        return super()._generate(source, name, filename, defer_init)

    @staticmethod
    def concat(pieces: Iterable[str]) -> str:
        """Join what a template or a macro wrote."""
        return "".join(_bounded(pieces))


@contextmanager
def counting_turns() -> Iterator[None]:
    """Give the rendering inside its own count of turns."""
    token = _turns.set(count())
    try:
        yield
    finally:
        _turns.reset(token)


def _bounded(pieces: Iterable[str]) -> Iterator[str]:
    length = 0
    for piece in pieces:
        length += len(piece)
        if length > LONGEST_TEXT:
            raise SecurityError(f"it writes more than {LONGEST_TEXT} characters")
        yield piece


def _bounded_range(*limits: int) -> range:
    numbers = range(*limits)
    if len(numbers) > LONGEST_RANGE:
        raise SecurityError(f"range() has more than {LONGEST_RANGE} numbers")
    return numbers
