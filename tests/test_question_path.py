"""The way of a question: few files from the entrance to the first stage, each calling the next."""

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest

from workbench.bootstrap.async_workbench import AsyncWorkbench

PROJECT = Path(__file__).parents[1]
ENTRANCES = {
    "app": ("pages/ask.py", "workbench/ui/actions.py", "workbench/bootstrap/sync.py"),
    "command line": ("workbench/cli/ask.py", "workbench/bootstrap/sync.py"),
}
INSIDE = (
    "workbench/bootstrap/asking.py",
    "workbench/pipeline/ask.py",
    "workbench/pipeline/runner.py",
)
STAGES = "workbench/pipeline/stages.py"
CALLS = {
    ("pages/ask.py", "workbench/ui/actions.py"): "actions.ask",
    ("workbench/ui/actions.py", "workbench/bootstrap/sync.py"): "workbench.stream",
    ("workbench/cli/ask.py", "workbench/bootstrap/sync.py"): "workbench.sync.stream",
    ("workbench/bootstrap/sync.py", "workbench/bootstrap/asking.py"): "Asking.stream",
    ("workbench/bootstrap/asking.py", "workbench/pipeline/ask.py"): "stream_run",
    ("workbench/pipeline/ask.py", "workbench/pipeline/runner.py"): "run_stages",
    ("workbench/pipeline/runner.py", STAGES): "stages.normalize_question",
    (STAGES, "workbench/understanding/normalize.py"): "normalize",
}
LAYERS = ("cli", "ui", "bootstrap", "pipeline", "understanding")
"""From top to bottom, as the import contract has them."""


def names_in(path: str) -> set[str]:
    """Every dotted name that a file uses, by its last parts: ``a.b.c`` counts as ``b.c`` too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((PROJECT / path).read_text("utf-8"))):
        if isinstance(node, ast.Attribute | ast.Name):
            parts = ast.unparse(node).split(".")
            found |= {".".join(parts[at:]) for at in range(len(parts))}
    return found


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_at_most_six_files_lie_before_the_stages(entrance: str) -> None:
    path = (*ENTRANCES[entrance], *INSIDE)
    assert len(path) <= 6
    assert len(set(path)) == len(path)


@pytest.mark.parametrize(("caller", "called"), CALLS)
def test_each_file_calls_the_next(caller: str, called: str) -> None:
    assert CALLS[caller, called] in names_in(caller)
    assert (PROJECT / called).is_file()


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_the_way_is_complete_and_never_goes_up(entrance: str) -> None:
    path = (*ENTRANCES[entrance], *INSIDE, STAGES, "workbench/understanding/normalize.py")
    assert set(pairwise(path)) <= set(CALLS)
    floors = [LAYERS.index(one.split("/")[1]) for one in path if one.startswith("workbench/")]
    assert floors == sorted(floors)


def test_the_architecture_page_lists_the_way() -> None:
    told = (PROJECT / "docs" / "architecture.md").read_text("utf-8")
    for path in {*sum(ENTRANCES.values(), ()), *INSIDE, STAGES}:
        assert f"`{path}`" in told, path


def test_every_file_of_the_architecture_page_exists() -> None:
    told = (PROJECT / "docs" / "architecture.md").read_text("utf-8")
    ways, _, _ = told.partition("## Packages")
    named = set(re.findall(r"`((?:workbench|pages|tests)/[\w/.]+)`", ways))
    assert len(named) > 20
    assert [path for path in sorted(named) if not (PROJECT / path).exists()] == []


def test_the_architecture_page_lists_every_class_of_the_workbench() -> None:
    told = (PROJECT / "docs" / "architecture.md").read_text("utf-8")
    _, _, listed = told.partition("## Request path")
    made_of = {one.__module__.rpartition(".")[2] for one in AsyncWorkbench.__mro__[1:]}
    missing = [name for name in sorted(made_of) if f"`{name}.py`" not in listed]
    assert missing == ["builtins", "workbench_part"]
