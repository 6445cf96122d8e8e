"""A key in the environment is in nothing that a command prints, whatever the provider does."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import KEY, Command
from tests.modelserver import answers
from tests.modelserver.exchange import Answer
from tests.modelserver.insurance_model import QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from workbench.settings import Settings

CASES: dict[str, Answer | None] = {
    "openai": None,
    "anthropic": answers.repeating(401),
    "gemini": answers.echo,
    "compatible": answers.malformed_json,
}
"""How the writer's model answers: well, with the key in an error or in its reply, not at all."""


@pytest.mark.parametrize("provider", CASES)
def test_no_command_prints_a_key_or_keeps_it(
    provider: str,
    command: Command,
    models: ModelServer,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("WORKBENCH_LOG_LEVEL", "debug")
    monkeypatch.setenv("RUN_DEADLINE_S", "1")
    models.choose(insurance_model(answer=CASES[provider]))
    served = ("--model", f"planner={provider}:m", "--model", f"answer={provider}:m")

    command("ask", QUESTION, "-w", "insurance", *served)
    printed = capfd.readouterr()
    assert printed.out
    command("ask", QUESTION, "-w", "insurance", *served, "--json")
    run = json.loads(told := capfd.readouterr().out)
    assert run["exchanges"]
    command("replay", run["id"])
    command("doctor")
    rest = capfd.readouterr()

    said = {"ask": printed.out + printed.err, "ask --json": told, "the rest": rest.out + rest.err}
    assert [name for name, text in said.items() if KEY in text] == []
    assert any(KEY in str(request.headers) for request in models.requests)
    assert [
        file for file in kept(settings.workbench_home) if KEY.encode() in file.read_bytes()
    ] == []


def kept(home: Path) -> list[Path]:
    """The files that runs are written to."""
    return [file for file in home.glob("*") if file.is_file()]
