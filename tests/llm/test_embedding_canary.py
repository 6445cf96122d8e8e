"""The key of an embedder that must never be seen, and every place where it could be."""

import traceback
from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.llm.test_canary import CASES, CONFIGURED, chatty, shown, stored
from tests.llm.vendors import EMBEDDERS, settings_for
from tests.modelserver import answers
from tests.modelserver.embeddings import embed
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.errors import WorkbenchError

__all__ = ["chatty"]

PLAN = {
    "intents": ["GENERAL_UNSTRUCTURED"],
    "tool_calls": [{"tool": "insurance_search_tool", "args": {"query": "windscreen excess"}}],
    "confidence": 0.9,
}
DOWN = {name: answer for name, answer in CASES.items() if answer is not None}


def bench_at(server: ModelServer, home: Path, name: str) -> Workbench:
    canary = SecretStr(CONFIGURED)
    keys = ("openai_api_key", "gemini_api_key", "compatible_api_key", "anthropic_api_key")
    changes = dict.fromkeys(keys, canary) | {
        "workbench_home": home,
        "embedder": name,
        "embedder_deadline_s": 1.0,
        "breaker_failures": 1000,
    }
    return Workbench.open(settings_for(server).model_copy(update=changes))


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Where each provider's vectors of the workspace are."""
    return {name: tmp_path_factory.mktemp("canary") for name in EMBEDDERS}


@pytest.mark.parametrize("name", EMBEDDERS)
async def test_no_key_is_found_anywhere(
    name: str,
    server: ModelServer,
    homes: dict[str, Path],
    chatty: None,
    capfd: pytest.CaptureFixture[str],
) -> None:
    server.always(embed())
    bench = bench_at(server, homes[name], name)
    runs = [await bench.ask("Windscreen?", workspace="insurance", plan=PLAN)]
    assert "dense" in shown(runs[0])
    for answer in DOWN.values():
        server.always(answer)
        fresh = bench_at(server, homes[name], name)  # remembers no vector
        runs.append(await fresh.ask("Windscreen?", workspace="insurance", plan=PLAN))
        assert runs[-1].tool_calls[0].error is not None
    assert all(CONFIGURED in str(request.headers) for request in server.requests)
    printed = capfd.readouterr()
    embedder = bench.workspace_pool.embedder
    places = {
        "runs": "".join(map(shown, runs)),
        "standard output and logs": printed.out + printed.err,
        "workbench": f"{bench.health()!r} {embedder!r} {vars(embedder)}",
    }
    assert not [place for place, text in places.items() if CONFIGURED in text]
    assert not [file for file, data in stored(homes[name]) if CONFIGURED.encode() in data]


@pytest.mark.parametrize("code", [400, 401, 500])
@pytest.mark.parametrize("name", EMBEDDERS)
def test_no_key_in_the_error_of_a_workspace_that_cannot_be_indexed(
    name: str, code: int, server: ModelServer, tmp_path: Path
) -> None:
    server.always(answers.repeating(code))
    with pytest.raises(WorkbenchError) as failed:
        bench_at(server, tmp_path, name).prepare("insurance")
    trace = traceback.TracebackException.from_exception(failed.value, capture_locals=True)
    assert CONFIGURED not in f"{failed.value!r} {failed.value.hint} {''.join(trace.format())}"
    assert not [file for file, data in stored(tmp_path) if CONFIGURED.encode() in data]
