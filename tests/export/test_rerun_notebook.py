"""The notebook of ``workbench notebook``: it replays a stored run and forks it."""

import json

import nbformat
import pytest
from nbclient import NotebookClient

from workbench import Workbench
from workbench.domain.local_text import Language
from workbench.domain.run import Run
from workbench.export.rerun_notebook import rerun_notebook
from workbench.settings import Settings


@pytest.fixture(scope="module")
def asked(workbench: Workbench) -> Run:
    return workbench.sync.ask("What is the windscreen excess?", workspace="insurance")


def test_it_replays_the_run_and_forks_it_at_the_plan_in_its_cell(
    asked: Run, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_HOME", str(settings.workbench_home))
    content = rerun_notebook(asked, "en").decode()
    notebook = nbformat.reads(content, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    (plan,) = (cell for cell in notebook.cells if cell.source.startswith("plan = "))
    plan.source += '\nplan["limits"]["max_items"] = 1'

    NotebookClient(notebook, timeout=120).execute()

    printed = "".join(
        output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", ())
    )
    assert "same answer: True" in printed
    assert "edited: $.limits.max_items: 10 -> 1" in printed
    assert "('resolve', 'reused'), ('plan', " in printed


@pytest.mark.parametrize(("language", "head"), [("ru", "## Повторить"), ("en", "## Replay")])
def test_its_text_is_in_the_language_asked_for(asked: Run, language: Language, head: str) -> None:
    cells = json.loads(rerun_notebook(asked, language))["cells"]
    assert any(cell["source"].startswith(head) for cell in cells)


def test_a_run_without_a_plan_is_only_replayed(asked: Run) -> None:
    cells = json.loads(rerun_notebook(asked.model_copy(update={"plan": None}), "en"))["cells"]
    assert "wb.replay(run)" in cells[-1]["source"]
