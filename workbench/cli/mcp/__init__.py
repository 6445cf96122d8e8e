"""``mcp``."""

import asyncio
import logging
import os
import signal
from typing import Annotated

import typer

from workbench.cli.options import open_workbench, show_progress
from workbench.errors import ConfigurationError
from workbench.logs import log_library

ServedOption = Annotated[
    list[str] | None,
    typer.Option(
        "--workspace",
        "-w",
        metavar="ID",
        help="Serve this workspace only; may be repeated. By default all are served.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(mcp)


def mcp(workspace: ServedOption = None) -> int:
    """Serve the pipeline over MCP on standard input and output.

    The tools plan, execute, ask, check and search change no graph, entity or prompt.
    """
    try:
        from workbench.cli.mcp.server import pipeline_server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "mcp":
            raise
        raise ConfigurationError(
            "MCP needs the package mcp, 2.0 or newer.",
            hint="Install it: `pip install 'analyst-workbench[mcp]'`.",
        ) from error

    # A thread waits for standard input, and asyncio would wait for it after Ctrl+C.
    signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))
    workbench = open_workbench()
    # The SDK configures the root logger unless it has a handler, and records would appear twice.
    logging.getLogger().addHandler(logging.NullHandler())
    log_library("mcp")
    for name in workspace or ():
        workbench.prepare(name, show_progress)
    asyncio.run(pipeline_server(workbench, tuple(workspace or ())).run_stdio_async())
    return 0
