"""A run becomes a golden case with a correction, and is evaluated from then on."""

import asyncio
from pathlib import Path

import pytest

from tests.support.museum_workspace import write_museum
from workbench import Workbench
from workbench.errors import InputError
from workbench.evaluation.cases import read_cases
from workbench.settings import Settings


def opened(tmp_path: Path, *folders: Path) -> Workbench:
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        workbench_home=tmp_path / "home",
        workbench_workspaces=folders,
    )
    return Workbench.open(settings)


async def test_a_case_is_written_beside_the_workspace_and_replaced(tmp_path: Path) -> None:
    folder = write_museum(tmp_path)
    bench = opened(tmp_path, tmp_path)
    run = await bench.ask("What did Orlova paint?", workspace="museum")
    before = read_cases(folder / "golden.jsonl") if (folder / "golden.jsonl").exists() else []

    suggested = await bench.suggest_case(run)
    assert suggested.intents == run.plan.intents if run.plan else None
    for facts in (("Bridge",), ("Bridge", "Harbour")):
        file = await bench.save_case("museum", suggested.model_copy(update={"facts": facts}))

    assert file == folder / "golden.jsonl"
    cases = read_cases(file)
    assert cases[:-1] == before
    assert cases[-1].facts == ("Bridge", "Harbour")
    assert cases[-1].entities == suggested.entities
    assert not cases[-1].judges_first_tool
    assert bench.golden_files("museum") == (file,)


async def test_the_cases_of_a_sample_are_saved_below_the_home(tmp_path: Path) -> None:
    bench = opened(tmp_path)
    sample = bench.golden_files("portfolio")
    case = read_cases(sample[0])[0]
    size = sample[0].stat().st_size

    file = await bench.save_case("portfolio", case)

    assert file == tmp_path / "home" / "golden" / "portfolio.jsonl"
    assert bench.golden_files("portfolio") == (*sample, file)
    assert sample[0].stat().st_size == size, "the sample is part of the installation"


async def test_a_case_that_checks_nothing_is_refused(tmp_path: Path) -> None:
    bench = opened(tmp_path)
    case = read_cases(bench.golden_files("portfolio")[0])[0]
    bare = case.model_copy(update={"facts": (), "forbidden": ()})
    with pytest.raises(InputError, match="nothing to check"):
        await bench.save_case("portfolio", bare)


async def test_cases_saved_at_once_are_all_kept(tmp_path: Path) -> None:
    bench = opened(tmp_path)
    case = read_cases(bench.golden_files("portfolio")[0])[0]
    cases = [case.model_copy(update={"id": f"run-{number}"}) for number in range(12)]

    files = await asyncio.gather(*(bench.save_case("portfolio", one) for one in cases))

    assert {one.id for one in read_cases(files[0])} == {one.id for one in cases}


async def test_a_run_that_was_saved_is_suggested_as_it_was_saved(tmp_path: Path) -> None:
    write_museum(tmp_path)
    bench = opened(tmp_path, tmp_path)
    run = await bench.ask("What did Orlova paint?", workspace="museum")
    suggested = await bench.suggest_case(run)
    saved = suggested.model_copy(update={"facts": ("Bridge",), "kind": "list"})
    await bench.save_case("museum", saved)
    assert await bench.suggest_case(run) == saved
