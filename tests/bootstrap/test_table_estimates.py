"""A number that a query computed is judged by the query, not by the words of a passage."""

import pytest

from workbench import Settings, Workbench
from workbench.bootstrap.new_workspace import create_workspace

TRIALS = """Опыт,Агроном,Посеяно,Урожай
О-1,Орлова,2024-03-02,41
О-2,Седов,2024-03-10,38
О-3,Орлова,2024-04-05,52
О-4,Седов,2024-03-21,47
"""
REPAIRS = """Repair,Mechanic,Received,Hours
R-1,Reed,2024-03-02,41
R-2,Stone,2024-03-10,38
R-3,Reed,2024-04-05,52
R-4,Stone,2024-03-21,47
"""


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = tmp_path_factory.mktemp("home")
    settings = Settings(workbench_home=home, _env_file=None)
    for name, text in (("trials", TRIALS), ("repairs", REPAIRS)):
        file = home / f"{name}.csv"
        file.write_text(text, "utf-8")
        create_workspace(name, settings, file)
    return Workbench.open(settings)


@pytest.mark.parametrize(
    ("workspace", "question", "answer"),
    [
        ("trials", "Сколько опытов посеяно в марте?", "3"),
        ("trials", "Сколько опытов у Орловой?", "2"),
        ("trials", "Сколько опытов с урожаем 47?", "1"),
        ("trials", "Сколько опытов посеяно в марте 2024?", "3"),
        ("repairs", "How many repairs were received in March?", "3"),
        ("repairs", "How many repairs does Reed have?", "2"),
        ("repairs", "How many repairs were received in April?", "1"),
        ("repairs", "How many repairs were received in March 2024?", "3"),
    ],
)
async def test_a_computed_number_is_no_missing_number(
    workbench: Workbench, workspace: str, question: str, answer: str
) -> None:
    run = await workbench.ask(question, workspace=workspace)

    assert run.answer is not None and run.diagnostics is not None
    assert run.answer.text.rstrip(".").endswith(f": {answer}")
    verdict = run.diagnostics.verdict
    assert verdict is not None
    assert (verdict.label, verdict.reasons) == ("answered", ())
    assert verdict.probability > 0.5
