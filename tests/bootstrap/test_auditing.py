"""Every change of entities, graph and prompts is told with its author and time."""

from pathlib import Path

import pytest

from tests.support.museum_workspace import write_museum
from workbench import Workbench
from workbench.settings import Settings

ANN, BOB = "ann@example.org", "bob@example.org"


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    write_museum(tmp_path)
    return Workbench.open(
        Settings(
            _env_file=None,  # type: ignore[call-arg]
            workbench_home=tmp_path / "home",
            workbench_workspaces=(tmp_path,),
            workbench_default="museum",
        )
    )


async def test_changes_are_listed_with_their_authors_newest_first(bench: Workbench) -> None:
    assert await bench.changes("museum") == ()
    alias = await bench.correct("museum", "alias", "painter:vasin", "Vasya", author=ANN)
    await bench.remove_node("museum", "painting:bridge", author=BOB)
    await bench.undo_correction("museum", alias.id, author=BOB)
    saved = await bench.save_prompt("museum", "system.en.jinja", "{{ scope }}", author=ANN)
    await bench.label_prompt("museum", "system.en.jinja", saved.number, "candidate", author=BOB)

    found = await bench.changes("museum")

    assert [(one.author, one.area, one.kind, one.is_undone) for one in found] == [
        (BOB, "prompts", "candidate", False),
        (ANN, "prompts", "saved", False),
        (BOB, "entities", "alias", True),
        (BOB, "graph", "remove_node", False),
        (ANN, "entities", "alias", False),
    ]
    assert (found[0].template, found[0].number) == ("system.en.jinja", 1)
    assert found[-1].correction is not None and found[-1].correction.texts == ("Vasya",)
