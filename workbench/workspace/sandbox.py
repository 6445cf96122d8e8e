"""The sandbox that prompt templates are rendered in, with limits on what they make."""

from typing import Any

from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

MOST_REPEATED = 10_000
"""Characters of ``'-' * n``, or items of ``[0] * n``: a prompt has a few thousand words."""
LONGEST_RANGE = 1_000
"""Numbers of one ``range()``."""


class PromptSandbox(ImmutableSandboxedEnvironment):
    """Refuses expressions that fill the memory in one step, such as ``'x' * 300000000``."""

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


def _bounded_range(*limits: int) -> range:
    numbers = range(*limits)
    if len(numbers) > LONGEST_RANGE:
        raise SecurityError(f"range() has more than {LONGEST_RANGE} numbers")
    return numbers
