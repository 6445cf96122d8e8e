"""What is too long, or half a character, ends the same in Python and on the command line."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from pydantic import create_model

from tests.cli.conftest import Command, command
from tests.support.example_plan import PLAN
from workbench import Workbench
from workbench.domain import limits
from workbench.domain.answer import AskOptions
from workbench.errors import InputError
from workbench.settings import Settings

__all__ = ["command"]

HALF = "\ud800"
LONG_QUESTION = "Где применял RAG? " * 2_000
LONG_PLAN = json.dumps({**PLAN, "normalized_question": "x" * limits.PLAN})


def too_long_instructions() -> AskOptions:
    return AskOptions(system_instructions="Be brief. " * 1_000)


CALLS: dict[str, tuple[Callable[[Workbench], Awaitable[object]], int]] = {
    "question": (lambda w: w.ask(LONG_QUESTION, workspace="portfolio"), limits.QUESTION),
    "instructions": (
        lambda w: w.ask("Кто?", workspace="portfolio", options=too_long_instructions()),
        limits.INSTRUCTIONS,
    ),
    "plan": (lambda w: w.ask("Кто?", workspace="portfolio", plan=LONG_PLAN), limits.PLAN),
    "search query": (lambda w: w.search(LONG_QUESTION, "portfolio"), limits.QUESTION),
    "execute": (lambda w: w.execute(PLAN, "portfolio", LONG_QUESTION), limits.QUESTION),
    "answer": (lambda w: w.check("It is so. " * 10_000, ["It is so."]), limits.ANSWER),
    "sources": (lambda w: w.check("It is so.", ["It is so. " * 500_000]), limits.SOURCES),
    "sources together": (lambda w: w.check("So.", ["So. " * 100_000] * 3), limits.SOURCES),
}


@pytest.mark.parametrize("case", CALLS)
async def test_what_is_too_long_is_refused_with_the_limit(workbench: Workbench, case: str) -> None:
    call, limit = CALLS[case]

    with pytest.raises(InputError) as refused:
        await call(workbench)

    assert f"{limit:,}" in str(refused.value)


def test_a_plan_that_is_too_long_is_not_validated(workbench: Workbench) -> None:
    with pytest.raises(InputError, match=f"{limits.PLAN:,}"):
        workbench.validate_plan(LONG_PLAN, "portfolio")


def test_a_schema_that_is_too_large_is_refused(settings: Settings) -> None:
    fields = {f"field_{number}": (str, ...) for number in range(3_000)}
    wide = create_model("Wide", **fields)  # type: ignore[call-overload]

    with pytest.raises(InputError, match=f"{limits.SCHEMA:,}"):
        Workbench.open(settings, schemas=[wide])


async def test_half_a_character_is_replaced(workbench: Workbench) -> None:
    checked = await workbench.check(
        f"The excess is $100{HALF} [Source 1].",
        [{"text": f"The excess is $100{HALF}.", "title": HALF}],
    )

    assert checked.model_dump_json()
    assert checked.claims[0].verdict == "supported"
    assert await workbench.search(f"RAG {HALF}", "portfolio")


def test_the_command_line_has_the_same_limits(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer, sources, plan = (tmp_path / name for name in ("a.txt", "s.jsonl", "plan.json"))
    answer.write_text("It is so [Source 1].", "utf-8")
    sources.write_text(json.dumps({"text": "It is so. " * 500_000}), "utf-8")
    plan.write_text(LONG_PLAN, "utf-8")

    for arguments, limit in (
        (("ask", LONG_QUESTION, "-w", "portfolio"), limits.QUESTION),
        (("check", "--answer", str(answer), "--sources", str(sources)), limits.SOURCES),
        (("validate-plan", str(plan), "-w", "portfolio"), limits.PLAN),
    ):
        assert command(*arguments) == 2
        assert f"{limit:,}" in capsys.readouterr().err


def test_a_file_that_is_too_large_or_no_file_is_wrong_input(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = tmp_path / "large.txt"
    with large.open("wb") as file:
        file.truncate(50_000_000)

    for path, reason in ((large, "8 MB"), (tmp_path, "not a regular file")):
        assert command("check", "--answer", str(path), "--sources", str(path)) == 2
        assert reason in capsys.readouterr().err
