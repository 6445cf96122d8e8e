"""No two modules import each other, over however many others, in functions or for types only."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

grimp = pytest.importorskip("grimp", reason="grimp comes with import-linter, of the extra dev")


def circles(imports: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Return every circle of modules, as sorted names: those that can reach each other."""
    reached = {module: _reached_from(module, imports) for module in imports}
    found = {
        tuple(sorted(other for other in others if module in reached.get(other, ())))
        for module, others in reached.items()
        if module in others
    }
    return [list(one) for one in sorted(found)]


def _reached_from(module: str, imports: Mapping[str, Iterable[str]]) -> set[str]:
    """Return the modules that a module imports, over any number of others."""
    seen: set[str] = set()
    ahead = [*imports[module]]
    while ahead:
        if (one := ahead.pop()) not in seen:
            seen.add(one)
            ahead += imports.get(one, ())
    return seen


def imports_of(package: str) -> dict[str, set[str]]:
    graph = grimp.build_graph(package, cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def test_no_modules_import_each_other() -> None:
    imports = imports_of("workbench")
    assert "workbench.bootstrap.workbench" in imports["workbench.bootstrap"]
    assert circles(imports) == []


@pytest.mark.parametrize(
    "statement",
    [
        "import grown.below",
        "def call():\n    from grown import below",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import grown.below",
    ],
    ids=["at the top", "inside a function", "for types only"],
)
def test_an_import_of_any_kind_can_close_a_circle(
    statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "grown"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "above.py").write_text(statement)
    (folder / "middle.py").write_text("import grown.above")
    (folder / "below.py").write_text("import grown.middle")
    (folder / "aside.py").write_text("import grown.above")
    monkeypatch.syspath_prepend(tmp_path)
    assert circles(imports_of("grown")) == [["grown.above", "grown.below", "grown.middle"]]
