"""The reference of the Python API names every public method, and its examples run."""

import re
from pathlib import Path

import pytest

from workbench import Workbench
from workbench.domain.answer import AskOptions

REFERENCE = (Path(__file__).parents[1] / "docs" / "python.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", REFERENCE, re.S)


def names_under(heading: str) -> set[str]:
    """The names in code font of a section of the reference."""
    section = REFERENCE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return set(re.findall(r"`(\w+)`", section))


def test_every_public_method_is_in_the_reference() -> None:
    public = {name for name in dir(Workbench) if not name.startswith("_")}
    assert public - names_under("Methods") - {"open", "sync"} == set()


def test_every_option_of_an_answer_is_in_the_reference() -> None:
    options = {field.alias or name for name, field in AskOptions.model_fields.items()}
    assert options - names_under("Options of an answer") == set()


def test_the_examples_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    names: dict[str, object] = {}
    for example in EXAMPLES:
        exec(example, names)
    assert "$100" in capsys.readouterr().out
