"""``workbench mcp``: the real server process, called by the SDK's own client over stdio."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp.types import CallToolResult, TextContent, TextResourceContents

from tests.cli.conftest import Command
from tests.conftest import IndexedHome
from workbench import Workbench
from workbench.settings import Settings

QUESTION = "What is the windscreen excess for car insurance?"
BAD_PLAN = {"intents": ["NONE"], "confidence": 2}


@pytest.fixture
def served_home(tmp_path: Path, indexed_home: IndexedHome) -> Path:
    return indexed_home(tmp_path)


@asynccontextmanager
async def client(home: Path, *arguments: str) -> AsyncIterator[Client]:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "workbench", "mcp", *arguments],
        env={"WORKBENCH_HOME": str(home), "WORKBENCH_ENV_FILE": "no-such-file"},
    )
    async with Client(server) as connected:
        yield connected


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def value(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, text_of(result)
    assert json.loads(text_of(result)) == result.structured_content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


async def error(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return text_of(result)


async def resource(client: Client, uri: str) -> Any:
    (content,) = (await client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return json.loads(content.text)


def stored_files(home: Path) -> set[str]:
    return {str(path.relative_to(home)) for path in home.rglob("*") if path.is_file()}


async def test_a_question_is_answered_step_by_step_and_as_a_whole(served_home: Path) -> None:
    indexed = stored_files(served_home)
    async with client(served_home, "-w", "insurance") as server:
        tools = {tool.name: tool for tool in (await server.list_tools()).tools}
        plan = await value(server, "plan", question=QUESTION)
        facts = await value(server, "execute", plan=plan["plan"], question=QUESTION)
        asked = await value(server, "ask", question=QUESTION)
        again = await value(server, "ask", question=QUESTION, plan=plan["plan"])
        found = await value(server, "search", query="windscreen", top_k=2)
        checked = await value(
            server, "check", answer="The excess is $200.", sources=["The excess is $100."]
        )

    assert set(tools) == {"plan", "execute", "ask", "check", "search"}
    assert all(tool.description and tool.output_schema for tool in tools.values())
    assert plan["origin"] == "offline"
    assert "$100" in facts["facts"]["items"][0]["text"]
    assert "$100" in asked["answer"]
    assert "[1]" in asked["answer"]
    assert asked["verdict"]["label"] == "answered"
    assert [source["label"] for source in asked["sources"]] == [
        "Car Insurance Terms - Section I > Windscreen"
    ]
    assert again["answer"] == asked["answer"]
    assert len(found["passages"]) == 2
    assert [claim["verdict"] for claim in checked["claims"]] == ["contradicted"]
    changed = stored_files(served_home) - indexed
    kept = {path for path in changed if not path.startswith("runs.")}
    assert kept <= {"indexes/insurance/words.json"}, "the words of a question are a cache"
    stored = Workbench.open(Settings(workbench_home=served_home)).sync
    assert stored.corrections("insurance") == ()
    assert {run.id for run in stored.runs.list()} >= {plan["run_id"], asked["run_id"]}


async def test_errors_have_the_words_of_the_command_line(
    served_home: Path,
    command: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("WORKBENCH_HOME", str(served_home))
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(BAD_PLAN), "utf-8")
    command("validate-plan", str(file), "-w", "insurance")
    problems = capsys.readouterr().err
    command("ask", " ", "-w", "insurance")
    empty = capsys.readouterr().err
    command("ask", "Why?", "-w", "nowhere")
    nowhere = capsys.readouterr().err

    async with client(served_home) as server:
        assert await error(server, "execute", plan=BAD_PLAN, workspace="insurance") == (
            problems.rstrip("\n")
        )
        assert await error(server, "ask", question=" ", workspace="insurance") == empty.strip()
        assert await error(server, "ask", question="Why?", workspace="nowhere") == nowhere.strip()
        assert (await error(server, "ask", question="Why?")).startswith("No workspace is named.")
        assert "Not JSON" in await error(server, "execute", plan="{", workspace="insurance")


async def test_workspaces_schema_and_runs_are_resources(served_home: Path) -> None:
    async with client(served_home, "-w", "insurance") as server:
        asked = await value(server, "ask", question=QUESTION)
        listed = {str(one.uri) for one in (await server.list_resources()).resources}
        workspaces = await resource(server, "workbench://workspaces")
        schema = await resource(server, "workbench://insurance/plan-schema")
        runs = await resource(server, "workbench://insurance/runs")
        run = await resource(server, f"workbench://insurance/runs/{asked['run_id']}")
        with pytest.raises(MCPError, match="Run “none” does not exist"):
            await server.read_resource("workbench://insurance/runs/none")
        refused = await error(server, "ask", question=QUESTION, workspace="portfolio")

    assert listed == {
        "workbench://workspaces",
        "workbench://insurance/plan-schema",
        "workbench://insurance/runs",
    }
    assert [one["id"] for one in workspaces] == ["insurance"]
    assert "EXCESS" in schema["properties"]["intents"]["items"]["enum"]
    assert [one["id"] for one in runs] == [asked["run_id"]]
    assert run["question"] == QUESTION
    assert refused == "Workspace “portfolio” is not served.\nServed: insurance."


async def test_a_model_that_is_down_is_noted_and_logged_once_on_standard_error(
    served_home: Path, tmp_path: Path
) -> None:
    environment = {
        "WORKBENCH_HOME": str(served_home),
        "WORKBENCH_ENV_FILE": "no-such-file",
        "WORKBENCH_LOG_LEVEL": "warning",
        "ANSWER_MODEL": "compatible:first",
        "ANSWER_FALLBACKS": "compatible:second",
        "COMPATIBLE_BASE_URL": "http://127.0.0.1:9/v1",
    }
    arguments = ["-m", "workbench", "mcp", "-w", "insurance"]
    server = StdioServerParameters(command=sys.executable, args=arguments, env=environment)
    with (tmp_path / "stderr").open("w", encoding="utf-8") as log:
        async with Client(stdio_client(server, errlog=log)) as connected:
            asked = await value(connected, "ask", question=QUESTION)

    assert "$100" in asked["answer"]
    assert asked["notes"][-1] == "The answer above is the offline one, without a model."
    logged = (tmp_path / "stderr").read_text("utf-8")
    assert logged.count("model_failed model='compatible:first'") == 1


def test_a_workspace_that_does_not_exist_is_refused_before_anything_is_served(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("mcp", "-w", "nowhere") == 2
    printed = capsys.readouterr()
    assert "nowhere" in printed.err
    assert printed.out == ""


def test_without_the_extra_the_line_that_installs_it_is_told(
    command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("workbench.cli.mcp")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)

    assert command("mcp", "-w", "insurance") == 2
    assert "pip install 'analyst-workbench[mcp]'" in capsys.readouterr().err


def test_ctrl_c_ends_the_server_while_it_waits_for_a_request(served_home: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "workbench", "mcp", "-w", "insurance"],
        env={**os.environ, "WORKBENCH_HOME": str(served_home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        server.stdin.write(json.dumps(ping) + "\n")
        server.stdin.flush()
        server.stdout.readline()
        time.sleep(0.2)
        server.send_signal(signal.SIGINT)
        assert server.wait(10) == 130
        assert server.stderr is not None
        assert server.stderr.read() == ""
