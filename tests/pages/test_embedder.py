"""One workbench with a provider's embedder serves the app, plain code and async code."""

import asyncio
import gc
import threading
import time
import warnings
from functools import partial
from pathlib import Path

import pytest
import streamlit as st
from pydantic import SecretStr

from tests.modelserver.embeddings import embed
from tests.modelserver.server import ModelServer
from tests.support.app_test import app_test
from workbench import Workbench
from workbench.domain.run import Run, RunStatus
from workbench.settings import Settings
from workbench.ui import session

QUESTION = "How is a cracked windscreen paid?"


def plan(query: str) -> dict[str, object]:
    search = {"tool": "insurance_search_tool", "args": {"query": query}}
    return {"intents": ["GENERAL_UNSTRUCTURED"], "tool_calls": [search], "confidence": 0.9}


def test_no_way_of_asking_meets_a_closed_loop_or_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with ModelServer() as server, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        server.always(embed())
        settings = Settings(
            _env_file=None,  # type: ignore[call-arg]
            workbench_home=tmp_path,
            embedder="openai:text-embedding-3-small",
            openai_api_key=SecretStr("a-key-for-nobody"),
            openai_base_url=server.openai_url,
        )
        bench = Workbench.open(settings)
        ask = partial(bench.ask, QUESTION, workspace="insurance")
        sync_ask = partial(bench.sync.ask, QUESTION, workspace="insurance")
        runs = [
            asked_in_the_app(bench, monkeypatch),
            sync_ask(plan=plan("baggage at sea")),
            asyncio.run(ask(plan=plan("a rental car"))),
            asyncio.run(ask(plan=plan("a storm at night"))),
            sync_ask(plan=plan("ten days")),
        ]
        gc.collect()
    for run in runs:
        assert run.status is RunStatus.DONE
        assert [(one.role, one.cached, one.error) for one in run.exchanges] == [
            ("embedder", False, None)
        ] * len(run.exchanges)
        assert run.exchanges
    assert [str(one.message) for one in warned] == []
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio"] == []
    loops = [one.name for one in threading.enumerate() if one.name.endswith("-loop")]
    assert loops == ["workbench-loop"]


def asked_in_the_app(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Ask on the page, which builds the index first, and wait for the stored run."""
    monkeypatch.setattr(session, "open_workbench", lambda: bench)
    st.cache_resource.clear()
    test = app_test()
    test.context = {"locale": "en-GB", "timezone": "Europe/London", "url": "http://localhost"}
    test.query_params["w"] = "insurance"
    test.run()
    test.chat_input[0].set_value(QUESTION).run()
    started = time.monotonic()
    while not (runs := bench.sync.runs.list(limit=1)) or runs[0].status == "running":
        assert time.monotonic() - started < 60
        time.sleep(0.05)
    test.run()
    assert not test.exception
    st.cache_resource.clear()
    return bench.sync.run(runs[0].id)
