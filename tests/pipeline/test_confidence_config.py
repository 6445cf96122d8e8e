"""Constants of the confidence formula, by workspace, settings and question."""

import json
from pathlib import Path

import pytest

from tests.support.museum_workspace import write_museum
from workbench import Workbench
from workbench.domain.answer import AskOptions
from workbench.domain.run import Run
from workbench.errors import InputError
from workbench.settings import Settings

CONTEXT = [{"text": "The excess is $100.", "score": 0.5}]


def steps(run: Run) -> dict[str, float]:
    assert run.diagnostics is not None
    return {step.name: step.factor for step in run.diagnostics.confidence.steps}


def changed(run: Run) -> dict[str, float]:
    assert run.diagnostics is not None
    return run.diagnostics.confidence.changed_constants


async def test_the_question_goes_over_the_settings_over_the_workspace(tmp_path: Path) -> None:
    folder = write_museum(tmp_path / "workspaces")
    told = {"very_short_penalty": 0.1, "short_penalty": 0.2, "adequate_penalty": 0.3}
    with (folder / "workspace.yaml").open("a", encoding="utf-8") as spec:
        spec.write(f"\nconfidence_config: {json.dumps(told)}\n")
    bench = Workbench.open(
        Settings(
            workbench_home=tmp_path,
            workbench_default="museum",
            confidence_config={"short_penalty": 0.4, "adequate_penalty": 0.5},
        )
    )
    options = AskOptions(confidence_config={"adequate_penalty": 0.6})

    run = await bench.generate("What is the excess?", CONTEXT, options=options)

    assert bench.confidence_config("museum").changed == {
        "very_short_penalty": 0.1,
        "short_penalty": 0.4,
        "adequate_penalty": 0.5,
    }
    assert changed(run) == {"short_penalty": 0.4, "adequate_penalty": 0.6}


async def test_a_constant_changes_its_step_and_the_score(tmp_path: Path) -> None:
    bench = Workbench.open(Settings(workbench_home=tmp_path))

    usual = await bench.generate("What is the excess?", CONTEXT)
    config = {"very_short_penalty": 0.5, "specificity_boost_per_item": 0.1}
    other = await bench.generate(
        "What is the excess?", CONTEXT, options=AskOptions(confidence_config=config)
    )

    assert (steps(usual)["length"], steps(other)["length"]) == (0.7, 0.5)
    assert steps(other)["specificity"] == pytest.approx(1.1)
    assert other.answer is not None
    assert other.answer.confidence == pytest.approx(0.5 * 1.1 * 0.5)
    assert changed(usual) == {}


@pytest.mark.parametrize(
    ("config", "said"),
    [({"lenght": 1.0}, "lenght"), ({"short_penalty": 2.0}, "between 0 and 1.00")],
)
async def test_a_wrong_constant_is_named(
    tmp_path: Path, config: dict[str, float], said: str
) -> None:
    bench = Workbench.open(Settings(workbench_home=tmp_path))

    with pytest.raises(InputError, match=said):
        await bench.generate("What?", CONTEXT, options=AskOptions(confidence_config=config))


@pytest.mark.parametrize("constants", [{"shrt_penalty": 0.9}, {"short_penalty": 7}])
def test_a_workspace_with_a_wrong_constant_is_listed_with_the_error(
    tmp_path: Path, constants: dict[str, float]
) -> None:
    folder = write_museum(tmp_path / "workspaces")
    with (folder / "workspace.yaml").open("a", encoding="utf-8") as spec:
        spec.write(f"\nconfidence_config: {json.dumps(constants)}\n")
    settings = Settings(
        workbench_home=tmp_path, workbench_default="museum", workbench_workspaces=(folder.parent,)
    )

    (museum,) = [one for one in Workbench.open(settings).workspaces() if one.id == "museum"]

    assert museum.error is not None
    assert next(iter(constants)) in museum.error
