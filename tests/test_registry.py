"""A registry knows the names of its modules and imports each when it is first asked for."""

import sys
from pathlib import Path

import pytest

from workbench.registry import load_registry


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "shelves"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "oak.py").write_text("LENGTH = 90")
    (folder / "elm.py").write_text("LENGTH = 60\nDEPTH = 30")
    (folder / "ash.py").write_text("LENGTH = '60'")
    monkeypatch.syspath_prepend(tmp_path)
    return "shelves"


def test_names_are_listed_in_order_without_an_import(package: str) -> None:
    shelves = load_registry(package, int, ("oak", "elm"))
    assert (list(shelves), len(shelves)) == (["oak", "elm"], 2)
    assert ("elm" in shelves, "ash" in shelves) == (True, False)
    assert "shelves.oak" not in sys.modules
    assert (shelves["oak"], shelves.get("ash")) == (90, None)
    assert {"shelves.oak", "shelves.elm"} & set(sys.modules) == {"shelves.oak"}
    with pytest.raises(KeyError):
        shelves["ash"]


@pytest.mark.parametrize(("module", "number"), [("elm", 2), ("ash", 0)])
def test_a_module_defines_one_object(module: str, number: int, package: str) -> None:
    with pytest.raises(TypeError, match=f"shelves.{module} must define one int.*{number}"):
        load_registry(package, int, (module,))[module]
