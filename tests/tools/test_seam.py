"""Only a tool's own module knows its arguments; the layers below are given what they need."""

import ast
from collections.abc import Iterator
from pathlib import Path

from workbench.domain.plan import kinds_of_args

PACKAGE = Path(__file__).parents[2] / "workbench"
TOOLS = PACKAGE / "tools"
MODULES = [path for path in PACKAGE.rglob("*.py") if TOOLS not in path.parents]
ARGUMENTS = {args.__name__ for args in kinds_of_args()}


def calls(path: Path, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
            yield node


def classes_tested_for(path: Path) -> set[str]:
    """The classes that a module tests for."""
    return {
        name.id
        for call in calls(path, "isinstance")
        for name in ast.walk(call.args[1])
        if isinstance(name, ast.Name)
    }


def test_no_module_outside_the_tools_tests_for_a_class_of_arguments() -> None:
    assert [str(path) for path in MODULES if classes_tested_for(path) & ARGUMENTS] == []


def test_no_module_names_the_tools_in_a_string() -> None:
    named = [
        str(path)
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and str(node.value).startswith("workbench.tools.")
    ]
    assert not named
