"""Nothing is declared that the package does not import."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
DECLARED = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
SOURCES = [PROJECT / "app.py", *(PROJECT / "pages").rglob("*.py")]
SOURCES += (PROJECT / "workbench").rglob("*.py")

IMPORTED_BY_OTHERS = {"scipy"}
"""networkx imports scipy for its layouts and does not declare it."""


def plain(name: str) -> str:
    """A distribution's name as every tool compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.fixture(scope="module")
def used() -> set[str]:
    """The distributions that an import of the package names."""
    outermost = {name.partition(".")[0] for path in SOURCES for name in imported(path)}
    owners = packages_distributions()
    return {plain(one) for name in outermost for one in owners.get(name, ())}


@pytest.mark.parametrize("requirement", DECLARED)
def test_every_core_dependency_is_imported(requirement: str, used: set[str]) -> None:
    name = re.match(r"[\w.-]+", requirement)
    assert name is not None
    assert plain(name.group()) in used | IMPORTED_BY_OTHERS
