"""Parse untrusted YAML into plain data, with limits on nesting, size and numbers."""

import math
from typing import TYPE_CHECKING, Any

import yaml

DEEPEST = 40
"""Levels of nesting, aliases expanded; the sample workspaces use 11."""

MOST_VALUES = 200_000
"""Values, aliases expanded; nine lines of aliases can expand to a billion."""

LONGEST_NUMBER = 40
"""Digits; Python cannot format an integer of more than 4,300."""

if TYPE_CHECKING:
    _FastLoader = yaml.SafeLoader
else:
    # The C parser, if PyYAML was built with it, is about ten times as fast.
    _FastLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class BadYamlError(Exception):
    """Invalid YAML, with the line of the error (from 1; 0 if unknown)."""

    def __init__(self, detail: str, line: int = 0) -> None:
        super().__init__(detail)
        self.detail = detail
        self.line = line


class _Loader(_FastLoader):
    """A safe loader that reports the line of an invalid value, such as 2026-02-30."""

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        """Return the value of a node."""
        try:
            value = super().construct_object(node, deep)
            if isinstance(node, yaml.ScalarNode):
                _check_scalar(value)
        except ValueError as error:
            problem = str(error).partition(";")[0]
            raise yaml.constructor.ConstructorError(
                problem=problem, problem_mark=node.start_mark
            ) from error
        return value


class PlainDumper(yaml.SafeDumper):
    """Writes YAML as people do: no anchors for equal values, lists indented below their key."""

    def ignore_aliases(self, _: Any) -> bool:
        """Return True for every value."""
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002
        """Indent lists too."""
        super().increase_indent(flow, False)


def load_yaml(text: str) -> Any:
    """Return the data of a YAML document.

    Raises:
        BadYamlError: invalid YAML, nesting too deep, too many values after expanding aliases, or an
            invalid value, such as the date 2026-02-30.
    """
    try:
        _check_depth(text)
        data = yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadYamlError(error.problem or "not YAML", mark.line + 1 if mark else 0) from error
    except (yaml.YAMLError, UnicodeError) as error:
        raise BadYamlError(" ".join(str(error).split())) from error
    _measure(data, 1, {})
    return data


def _check_depth(text: str) -> None:
    """Reject deep nesting before loading, since PyYAML's composer recurses once per level."""
    depth = 0
    for event in yaml.parse(text, Loader=_FastLoader):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            mark = event.start_mark
            raise _too_deep(mark.line + 1 if mark else 0)


def _check_scalar(value: Any) -> None:
    if isinstance(value, str):
        value.encode()  # half a surrogate pair is a ValueError
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    elif isinstance(value, int) and value.bit_length() > math.log2(10) * LONGEST_NUMBER:
        raise ValueError(f"a number of more than {LONGEST_NUMBER} digits")


def _measure(value: Any, level: int, measured: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """Return the number of values and levels in a value, aliases expanded."""
    if not isinstance(value, dict | list | set | tuple):
        return 1, 0
    size, height = measured.get(id(value), (0, 0))
    if not size:
        if level > DEEPEST:
            raise _too_deep()
        parts = [*value.keys(), *value.values()] if isinstance(value, dict) else [*value]
        inside = [_measure(part, level + 1, measured) for part in parts]
        size = 1 + sum(count for count, _ in inside)
        height = 1 + max((levels for _, levels in inside), default=0)
        measured[id(value)] = (size, height)
    if level + height > DEEPEST + 1:
        raise _too_deep()
    if size > MOST_VALUES:
        raise BadYamlError(f"its aliases expand to more than {MOST_VALUES:,} values")
    return size, height


def _too_deep(line: int = 0) -> BadYamlError:
    return BadYamlError(f"nested more than {DEEPEST} levels deep", line)
