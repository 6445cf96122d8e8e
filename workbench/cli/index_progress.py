"""Show the progress of an index on the terminal: a bar, the step, and the file being read."""

import shutil
import sys
import time

import typer

from workbench.cli.options import progress_text, show_progress
from workbench.cli.output import plain_line, shown_name

_WIDTH = 20
"""Characters of the bar."""
_PAUSE_S = 0.1
"""Least time between two pictures of the bar."""
_DOING = {"read": "reading", "parse": "parsing", "chunk": "splitting"}


class IndexProgress:
    """A progress bar on standard error; without a terminal, one line per finished step."""

    def __init__(self) -> None:
        self._step = ("documents", 0, 0)
        self._file = ""
        self._drawn_at = 0.0

    def on_step(self, step: str, done: int, total: int) -> None:
        """Show how much of a step is done."""
        if not sys.stderr.isatty() or done >= total:
            self._clear()
            show_progress(step, done, total)
            return
        self._step, self._file = (step, done, total), ""
        self._draw()

    def on_file(self, path: str, doing: str) -> None:
        """Show which file is being read, parsed or split into chunks."""
        self._file = f"{_DOING[doing]} {shown_name(path)}"
        if sys.stderr.isatty():
            self._draw()

    def _draw(self) -> None:
        if time.monotonic() - self._drawn_at < _PAUSE_S:
            return
        self._drawn_at = time.monotonic()
        step, done, total = self._step
        filled = _WIDTH * done // max(total, 1)
        text = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {progress_text(step, done, total)}"
        room = shutil.get_terminal_size().columns - 1
        typer.echo(f"\r\x1b[2K{plain_line(f'{text} {self._file}')[:room]}", nl=False, err=True)

    def _clear(self) -> None:
        if self._drawn_at:
            typer.echo("\r\x1b[2K", nl=False, err=True)
            self._drawn_at = 0.0
