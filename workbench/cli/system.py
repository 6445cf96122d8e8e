"""``app``, ``demo``, ``doctor`` and ``workspaces``."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import FAILED, JsonOption, open_settings, open_workbench
from workbench.cli.output import counted, echo, echo_json
from workbench.domain.local_text import localize
from workbench.errors import InputError, WorkbenchError
from workbench.settings import OFFLINE

if TYPE_CHECKING:
    from workbench.bootstrap import Workbench
    from workbench.bootstrap.values import WorkspaceSummary
    from workbench.lint.problems import LintProblem
    from workbench.settings import Settings

LintedOption = Annotated[
    str | None,
    typer.Option(
        "--workspace", "-w", metavar="ID", help="List every problem of this workspace's files."
    ),
]
_COLOURS = {"error": "red", "warning": "yellow"}
MAIN_PACKAGES = (
    "analyst-workbench",
    "streamlit",
    "pydantic-ai-slim",
    "langgraph",
    "chromadb",
    "tantivy",
    "sqlalchemy",
)


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command("app")(serve)
    app.command()(demo)
    app.command()(doctor)
    app.command()(workspaces)


PortOption = Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")]
AddressOption = Annotated[
    str, typer.Option(help="Address to listen on; use another one only behind a proxy.")
]
HeadlessOption = Annotated[bool, typer.Option(help="Do not open a browser.")]


def serve(
    port: PortOption = 8501, address: AddressOption = "127.0.0.1", headless: HeadlessOption = False
) -> int:
    """Serve the app."""
    from workbench.settings import ENV_FILE, env_file, load_settings

    load_settings()
    if (free := _free_port(address, port)) != port:
        hint = f"Stop what listens there, or choose another port: `workbench app --port {free}`."
        raise InputError(f"Port {port} of {address} is taken.", hint=hint)
    # The app runs from its own folder, but reads the settings file of the current one.
    environment = {**os.environ, ENV_FILE: str(env_file().absolute())}
    return _serve(
        port, address, headless=headless or not sys.stdout.isatty(), environment=environment
    )


def demo(
    port: PortOption = 8501, address: AddressOption = "127.0.0.1", headless: HeadlessOption = False
) -> int:
    """Play five recorded runs for an audience.

    Needs no key and no network, and stores nothing.
    """
    import webbrowser
    from tempfile import TemporaryDirectory
    from threading import Thread

    if (free := _free_port(address, port)) != port:
        echo(f"Port {port} is taken; the demo takes {free}.")
        port = free
    page = f"http://{address}:{port}/?view=demo"
    echo(page)
    if not headless and sys.stdout.isatty():
        Thread(target=lambda: _answers(page) and webbrowser.open(page), daemon=True).start()
    with TemporaryDirectory() as home:
        return _serve(port, address, headless=True, environment=_without_settings(home))


_PORTS_TRIED = 20
"""Ports that are looked at, from the one asked for."""


def _free_port(address: str, first: int) -> int:
    """Return the first port from ``first`` on that no server holds."""
    import errno
    import socket

    last = min(first + _PORTS_TRIED - 1, 65535)
    for port in range(first, last + 1):
        try:
            with socket.create_server((address, port)):
                return port
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                return port  # the server says what is wrong with the address
    raise InputError(f"Ports {first} to {last} of {address} are taken.")


def _without_settings(home: str) -> dict[str, str]:
    """Return the environment of the demo: no database, key or settings file of this machine."""
    from workbench.settings import DEMO, ENV_FILE, is_setting

    kept = {name: value for name, value in os.environ.items() if not is_setting(name)}
    return {**kept, DEMO: "1", "WORKBENCH_HOME": home, ENV_FILE: f"{home}/none.env"}


def _answers(page: str) -> bool:
    """Wait until a server answers; False after half a minute."""
    import time
    from contextlib import suppress
    from urllib.request import urlopen

    for _ in range(60):
        with suppress(OSError), urlopen(page):
            return True
        time.sleep(0.5)
    return False


def _serve(port: int, address: str, *, headless: bool, environment: dict[str, str]) -> int:
    """Run the server until it ends or is interrupted."""
    from workbench.bootstrap.bundled_files import bundle_folder

    command = [
        sys.executable, "-m", "streamlit", "run", "app.py",
        "--server.port", str(port), "--server.address", address,
        "--server.headless", str(headless).lower(),
    ]  # fmt: skip
    with subprocess.Popen(command, cwd=bundle_folder(), env=environment) as server:
        signal.signal(signal.SIGTERM, lambda *_: server.terminate())
        try:
            return server.wait()
        except KeyboardInterrupt:  # the terminal sends SIGINT to the server too
            server.wait()
            return 0


def doctor(workspace: LintedOption = None, json: JsonOption = False) -> int:
    """Check the installation, the settings and the workspaces.

    With --workspace, list every problem of the files of one.
    """
    if workspace is not None:
        return _lint(workspace, json)
    if json:
        raise InputError("--json needs a workspace: `workbench doctor -w ID --json`.")
    workbench = open_workbench()
    settings = workbench.settings
    echo(f"python {sys.version.split()[0]}")
    for package in MAIN_PACKAGES:
        echo(f"{package} {_version(package)}")
    echo(f"state: {settings.workbench_home}")
    echo(f"runs: {settings.database_url.partition('://')[0]}")
    sick = sum(_model(workbench, role) for role in ("planner", "answer", "judge"))
    sick += _embedder(workbench)
    sick += _misplaced_folders(settings)
    for summary in workbench.workspaces():
        sick += summary.error is not None
        counts = f"{summary.nodes} nodes, {_documents(summary)}{_proposed(summary)}"
        state = summary.error or f"ok, {counts}"
        echo(f"workspace {summary.id}: {state}")
        _name_unread(summary)
    return FAILED if sick else 0


def _misplaced_folders(settings: "Settings") -> int:
    """Name the folders of WORKBENCH_WORKSPACES that are workspaces themselves."""
    from workbench.workspace.read_spec import SPEC_FILE

    wrong = [path for path in settings.workbench_workspaces if (path / SPEC_FILE).exists()]
    for path in wrong:
        echo(f"WORKBENCH_WORKSPACES: {path} is a workspace; name the folder that contains it.")
    return len(wrong)


def _lint(workspace: str, json: bool) -> int:
    """Print every problem of a workspace's files; fail if one of them is an error."""
    from workbench.bootstrap.linting import lint_named

    problems = lint_named(workspace, open_settings())
    if json:
        echo_json(problems)
    else:
        _print_problems(workspace, problems)
    return FAILED if any(one.severity == "error" for one in problems) else 0


def _print_problems(workspace: str, problems: "Sequence[LintProblem]") -> None:
    for one in problems:
        place = f"{one.file}:{one.line}" if one.line else one.file
        said = f"{one.path}: {one.message}" if one.path else one.message
        echo(f"{place}: {one.severity}: {said}", fg=_COLOURS[one.severity])
        if one.hint:
            echo(f"    {one.hint}")
    errors = sum(one.severity == "error" for one in problems)
    warnings = len(problems) - errors
    if problems:
        echo(f"{workspace}: {counted(errors, 'error')}, {counted(warnings, 'warning')}", err=True)
    else:
        echo(f"{workspace}: no problems")


def _model(workbench: "Workbench", role: str) -> bool:
    """Print a role's models; True if one of them is misconfigured."""
    from workbench.llm.endpoint import model_endpoint

    settings = workbench.settings
    name, others = getattr(settings, f"{role}_model"), getattr(settings, f"{role}_fallbacks")
    note = " (none)" if role == "judge" else " (built-in: no key, no network)"
    echo(f"{role}: {' -> '.join((name, *others))}{note if name == OFFLINE else ''}")
    wrong = False
    for one in (name, *others):
        try:
            if one != OFFLINE:
                model_endpoint(one, settings)
        except WorkbenchError as error:
            echo(f"    {one}: {error}")
            wrong = True
    return wrong


def _embedder(workbench: "Workbench") -> bool:
    """Print the embedder and test it; True if it does not work."""
    from workbench.bootstrap.embedding import probe_embedder

    name = workbench.settings.embedder
    try:
        tried = asyncio.run(probe_embedder(workbench.workspace_pool.embedder))
    except WorkbenchError as error:
        echo(f"embedder: {name}: {error}")
        echo("    Workspaces cannot be indexed. Fix it, or unset EMBEDDER.")
        return True
    kind = "semantic" if tried.semantic else "lexical, not semantic: no vectors are written"
    echo(f"embedder: {name} ({kind}; {tried.size} dimensions, {tried.ms:.0f} ms)")
    return False


def workspaces(json: JsonOption = False) -> int:
    """List the workspaces."""
    summaries = open_workbench().workspaces()
    if json:
        echo_json(summaries)
        return 0
    for one in summaries:
        title = localize(one.title, "en")
        counts = f"{one.nodes} nodes, {one.edges} edges, {_documents(one)}{_proposed(one)}"
        echo(f"{one.id:<14}{title}: {one.error or counts}")
        _name_unread(one)
    return 0


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _proposed(summary: "WorkspaceSummary") -> str:
    """Return the number of entities proposed from the documents, if there are any."""
    count = summary.proposed
    return f", {counted(count, 'proposed entity', 'proposed entities')}" if count else ""


_NAMED = 3
"""Unread files of a workspace that a list of workspaces names."""


def _name_unread(summary: "WorkspaceSummary") -> None:
    """Print the first files that are not read, with the reason, and how to list the others."""
    for path, reason in islice(summary.unread_files.items(), _NAMED):
        echo(f"    {path}: {reason}")
    if (rest := summary.unread - _NAMED) > 0:
        more = counted(rest, "more file")
        echo(f"    and {more}: `workbench ingest -w {summary.id}` lists all of them")


def _documents(summary: "WorkspaceSummary") -> str:
    """Return the number of documents, and of the files that are not among them."""
    if summary.documents and not summary.is_indexed:
        return f"{counted(summary.documents, 'file')} not indexed yet"
    unread = f", {counted(summary.unread, 'file')} not read" if summary.unread else ""
    return counted(summary.documents, "document") + unread
