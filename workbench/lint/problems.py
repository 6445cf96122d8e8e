"""A problem of a workspace, and the place in its file."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

import yaml
from pydantic import ValidationError

from workbench.domain.base import Value
from workbench.errors import InputError, WorkspaceError
from workbench.workspace.schema import WorkspaceSpec
from workbench.workspace.validation_errors import workspace_errors

Severity: TypeAlias = Literal["error", "warning"]
_PLACE = re.compile(r"(?P<file>[^:]+?\.\w+)(?:: (?:line (?P<line>\d+)|(?P<path>.+)))?")
"""A place in a message: ``graph/nodes.jsonl: line 3``, ``workspace.yaml: intents.X.paths[0]``."""
_PART = re.compile(r"[^.\[\]]+")
"""A part of a path: ``paths``, ``0``."""


class LintProblem(Value):
    """A problem of a workspace's file."""

    severity: Severity
    """``error``: the workspace cannot be opened, or a value is wrong; ``warning``: likely so."""
    code: str
    """What kind of problem it is, such as ``alias_collision``."""
    file: str
    """The path in the workspace's folder."""
    line: int | None = None
    """From 1; None if the problem is not in one line."""
    path: str = ""
    """The place in a YAML file: ``intents.X.examples[2]``."""
    message: str
    hint: str = ""
    """What to do, or the nearest name."""


def collect(root: Path, checks: Iterable[Callable[[], object]]) -> list[LintProblem]:
    """Run checks that raise, and return their errors as problems."""
    problems = []
    for check in checks:
        try:
            check()
        except (WorkspaceError, InputError) as error:
            problems.append(of_error(root, error))
    return problems


def of_error(root: Path, error: WorkspaceError | InputError) -> LintProblem:
    """Return an error of a workspace as a problem, its place parsed."""
    place = str(error.words.get("place", ""))
    message = error.message.removeprefix(f"{place}: ")
    found = _PLACE.match(place)
    file = found["file"] if found else place or "workspace.yaml"
    path = (found["path"] or "") if found else ""
    line = int(found["line"]) if found and found["line"] else line_of(root / file, path)
    code = error.code.rpartition(".")[2] or "invalid"
    return LintProblem(
        severity="error", code=code, file=file, line=line, path=path,
        message=message, hint=error.hint,
    )  # fmt: skip


def of_validation(root: Path, file: str, error: ValidationError) -> list[LintProblem]:
    """Return every problem that pydantic found in a specification."""
    return [of_error(root, one) for one in workspace_errors(error, file, WorkspaceSpec)]


def at_path(
    root: Path, file: str, path: str, code: str, message: str, hint: str = "",
    severity: Severity = "error",
) -> LintProblem:  # fmt: skip
    """Return a problem at a path of a YAML file, with its line."""
    line = line_of(root / file, path)
    return LintProblem(
        severity=severity, code=code, file=file, line=line, path=path, message=message, hint=hint
    )


def line_of(path: Path, place: str) -> int | None:
    """Return the line of a YAML file at which the value at a path begins, or its nearest parent.

    None for other files, for an empty path, and for a file that is not YAML.
    """
    if path.suffix not in (".yaml", ".yml") or not place or not path.is_file():
        return None
    root = _composed(path, path.stat().st_mtime_ns)
    return _line(root, _PART.findall(place)) if root is not None else None


@lru_cache(maxsize=8)
def _composed(path: Path, _modified: int) -> Any:
    try:
        return yaml.compose(path.read_text("utf-8"), Loader=yaml.SafeLoader)
    except (yaml.YAMLError, UnicodeError):
        return None


def _line(node: Any, parts: Sequence[str]) -> int | None:
    """Follow a path from a node as far as it leads."""
    line: int | None = None
    for part in parts:
        child = _child(node, part)
        if child is None:
            break
        key, node = child
        line = key.start_mark.line + 1
    return line


def _child(node: Any, part: str) -> tuple[Any, Any] | None:
    """Return the node that marks the beginning of a child, and the child's value."""
    if isinstance(node, yaml.MappingNode):
        return next(((key, value) for key, value in node.value if key.value == part), None)
    if isinstance(node, yaml.SequenceNode) and part.isdigit() and int(part) < len(node.value):
        return node.value[int(part)], node.value[int(part)]
    return None
