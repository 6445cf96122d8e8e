"""The package knows no domain: what the sample workspaces declare is in no string of its Python."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import workbench
from workbench.domain.plan import GENERAL_UNSTRUCTURED

PACKAGE = Path(workbench.__file__).parent
SAMPLES = PACKAGE.parent / "data"
SHARED = {"plan", GENERAL_UNSTRUCTURED}
"""The insurer's plans of cover share their word with query plans."""


def declared(spec: dict[str, Any]) -> Iterator[str]:
    """Names that a workspace gives to kinds of things, questions and facts."""
    for part in ("node_types", "edge_types", "intents", "limit_kinds"):
        yield from spec.get(part) or ()


def strings() -> Iterator[tuple[str, str]]:
    """Every string constant of the package that is one word, with its place."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value, f"{path.relative_to(PACKAGE)}:{node.lineno}"


@pytest.mark.parametrize("sample", ["portfolio", "insurance"])
def test_no_string_of_the_package_is_a_word_of_a_sample(sample: str) -> None:
    spec = yaml.safe_load((SAMPLES / sample / "workspace.yaml").read_text("utf-8"))
    words = {*declared(spec)} - SHARED
    assert len(words) > 20
    assert [(text, place) for text, place in strings() if text in words] == []
