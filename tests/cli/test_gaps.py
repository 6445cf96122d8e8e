"""``runs gaps``: the register of graph gaps as lines and as JSON; an edge goes to review."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.support.museum_workspace import without_intents, write_museum

EDGE = "With what technique did Vasin paint Bridge?"


@pytest.fixture
def shell(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Commands over the museum, with a document that states an edge which its graph lacks."""
    folder = write_museum(tmp_path, without_intents("WORKS", "PAINTERS", "HALLS_OF"))
    (folder / "documents" / "copy.md").write_text("# Copy\n\nVasin painted Bridge with oil.\n")
    monkeypatch.setenv("WORKBENCH_WORKSPACES", str(tmp_path))
    monkeypatch.setenv("WORKBENCH_DEFAULT", "museum")
    return command


def test_the_gaps_of_runs_are_listed_and_promoted(
    shell: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell("runs", "gaps", "-w", "museum") == 0
    assert "No run of this workspace" in capsys.readouterr().err
    for question in (EDGE, EDGE, "What did Vasin paint?"):
        assert shell("ask", question, "-w", "museum") in (0, 1)
    capsys.readouterr()

    assert shell("runs", "gaps", "-w", "museum") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "painter:vasin · PAINTED · painting:bridge: The graph has no “painted”" in first
    assert first.split()[1] == "2x"
    assert first.endswith("[--promote]")
    assert "[--promote]" not in second

    assert shell("runs", "gaps", "-w", "museum", "--promote", first.split()[0]) == 0
    assert "In the review queue" in capsys.readouterr().out
    assert shell("runs", "gaps", "-w", "museum", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["is_drafted"] for one in found] == [True, False]
    assert shell("runs", "gaps", "-w", "museum", "--promote", second.split()[0]) == 2
