"""``demo`` serves the app from an empty home and prints the address of the demo."""

import os
import re
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from workbench.cli import system
from workbench.ui import demo_view


def test_the_demo_has_a_home_of_its_own(
    command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served: list[dict[str, Any]] = []

    class Server:
        def __init__(self, line: list[str], *, cwd: Path, env: dict[str, str]) -> None:
            home = Path(env["WORKBENCH_HOME"])
            served.append({"line": line, "home": home, "files": list(home.iterdir()), "env": env})

        def __enter__(self) -> "Server":
            return self

        def __exit__(self, *_: object) -> None: ...

        def wait(self) -> int:
            return 0

    monkeypatch.setattr(system.subprocess, "Popen", Server)
    outside = ("WORKBENCH_DATABASE_URL", "OPENAI_API_KEY", "ANSWER_MODEL", "WORKBENCH_ENV_FILE")
    for name in outside:
        monkeypatch.setenv(name, "outside")
    assert command("demo", "--port", "8642", "--headless") == 0
    assert capsys.readouterr().out == "http://127.0.0.1:8642/?view=demo\n"
    (one,) = served
    assert one["files"] == []
    assert str(one["home"]) != os.environ["WORKBENCH_HOME"]
    assert not one["home"].exists()
    assert "8642" in one["line"]
    assert "outside" not in [one["env"].get(name) for name in outside]
    assert not Path(one["env"]["WORKBENCH_ENV_FILE"]).exists()
    assert one["env"]["WORKBENCH_DEMO"]


def test_a_taken_port_gives_way_to_the_next(
    command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ports: list[int] = []
    monkeypatch.setattr(system, "_serve", lambda port, *_, **__: ports.append(port) or 0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = server.getsockname()[1]
        assert command("demo", "--port", str(taken), "--headless") == 0
    said, page = capsys.readouterr().out.splitlines()
    assert ports[0] > taken
    assert said == f"Port {taken} is taken; the demo takes {ports[0]}."
    assert page == f"http://127.0.0.1:{ports[0]}/?view=demo"


def test_without_a_free_port_the_demo_says_so(
    command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system, "_PORTS_TRIED", 1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = server.getsockname()[1]
        assert command("demo", "--port", str(taken), "--headless") != 0
    assert f"Ports {taken} to {taken} of 127.0.0.1 are taken." in capsys.readouterr().err


def test_the_app_on_a_taken_port_names_a_free_one(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = server.getsockname()[1]
        assert command("app", "--port", str(taken), "--headless") == 2
    said = capsys.readouterr().err
    assert f"Port {taken} of 127.0.0.1 is taken." in said
    assert re.search(r"`workbench app --port (\d+)`", said)


@pytest.mark.parametrize("address", [{}, {"view": "runs"}])
def test_the_demos_server_shows_nothing_else(
    address: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_view.st, "query_params", address)
    assert not demo_view.is_wanted()
    monkeypatch.setenv("WORKBENCH_DEMO", "1")
    assert demo_view.is_wanted()
