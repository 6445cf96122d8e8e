"""Another embedder indexes the documents beside the old one, and serves only when it is done."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.modelserver.answers import status
from tests.modelserver.embeddings import embed
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.bootstrap import bundled_files
from workbench.errors import ConfigurationError, ProviderError
from workbench.settings import Settings, load_settings

NAME = "openai:text-embedding-3-small"
QUESTION = "When does the garden open?"
WORKSPACES = {"garden": "The garden opens at nine.", "harbour": "The harbour closes at six."}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        server.always(embed())
        yield server


@pytest.fixture(autouse=True)
def small_samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the samples by workspaces of one passage each: every one is embedded."""
    for name, text in WORKSPACES.items():
        documents = tmp_path / "samples" / name / "documents"
        documents.mkdir(parents=True)
        (documents / "hours.md").write_text(f"# Hours\n\n{text}\n", "utf-8")
        (documents.parent / "workspace.yaml").write_text(f"{{id: {name}, title: {name}}}", "utf-8")
    monkeypatch.setattr(bundled_files, "bundled_workspaces", lambda: tmp_path / "samples")


def settings(home: Path, server: ModelServer, **values: str) -> Settings:
    return Settings(
        _env_file=None,  # type: ignore[call-arg]
        workbench_home=home,
        workbench_default="garden",
        openai_api_key=SecretStr("a-key-for-nobody"),
        openai_base_url=server.openai_url,
        **values,  # type: ignore[arg-type]
    )


async def embedded_by(bench: Workbench) -> set[str]:
    """Ask a question that is searched for, and return the models that embedded it."""
    call = {"tool": "search_tool", "args": {"query": QUESTION}}
    plan = {"intents": ["GENERAL_UNSTRUCTURED"], "tool_calls": [call], "confidence": 0.9}
    run = await bench.ask(QUESTION, workspace="garden", plan=plan)
    assert run.facts and run.facts.items
    return {use.model for use in run.usage.calls}


async def test_after_the_change_questions_are_embedded_here_and_after_a_restart(
    tmp_path: Path, server: ModelServer
) -> None:
    bench = Workbench.open(settings(tmp_path, server))
    assert await embedded_by(bench) == set()
    steps: list[str] = []

    await bench.change_embedder(NAME, lambda step, *_: steps.append(step))

    assert "vectors" in steps
    assert await embedded_by(bench) == {NAME}
    restarted = Workbench.open(settings(tmp_path, server))
    assert restarted.settings.embedder_origin == "chosen"
    assert restarted.is_ready("harbour") is False
    assert await embedded_by(restarted) == {NAME}


async def test_the_old_vectors_are_there_for_the_way_back(
    tmp_path: Path, server: ModelServer
) -> None:
    bench = Workbench.open(settings(tmp_path, server))
    await bench.change_embedder(NAME)
    await bench.change_embedder("hashing")
    assert await embedded_by(bench) == set()
    sent = len(server.requests)

    await bench.change_embedder(NAME)

    assert len(server.requests) == sent + 1, "only the test of the embedder is sent"


async def test_one_that_does_not_work_changes_nothing(tmp_path: Path, server: ModelServer) -> None:
    bench = Workbench.open(settings(tmp_path, server))
    before = bench.prepare("garden")
    server.always(status(401))

    with pytest.raises(ProviderError):
        await bench.change_embedder(NAME)
    with pytest.raises(ConfigurationError, match="nowhere"):
        await bench.change_embedder("local:/nowhere")

    assert bench.settings.embedder_origin == "default"
    assert bench.prepare("garden") is before
    assert await embedded_by(bench) == set()


def test_the_environment_overrides_the_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_settings(workbench_home=tmp_path).with_embedder("local:/model").keep_embedder()
    assert load_settings(workbench_home=tmp_path).embedder == "local:/model"
    monkeypatch.setenv("EMBEDDER", "hashing")
    assert load_settings(workbench_home=tmp_path).embedder_origin == "environment"
    assert load_settings(workbench_home=tmp_path).embedder == "hashing"
