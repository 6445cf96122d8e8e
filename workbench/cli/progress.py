"""A run followed in the shell: on a terminal its stage and its latest words, until it ends."""

import shutil
import sys

import typer

from workbench.cli.output import plain_line
from workbench.domain.run import AnswerDelta, Run, RunEvent, RunFinished, Stage, StageStarted
from workbench.pipeline.bridge import Items

_KEPT = 2000
"""Characters: no terminal is wider, and a long answer costs no more than a short one."""
_DOING = {
    Stage.NORMALIZE: "Reading the question",
    Stage.RECALL: "Looking at earlier questions",
    Stage.RESOLVE: "Recognising names",
    Stage.PLAN: "Planning",
    Stage.EXECUTE: "Looking up facts",
    Stage.RENDER: "Laying out what was found",
    Stage.WRITE: "Writing",
    Stage.CHECK: "Checking the text",
    Stage.DIAGNOSE: "Checking each claim against its sources",
}


def follow(events: Items[RunEvent]) -> Run:
    """The run, once it has ended; an interrupt stops it, and it is kept as far as it came."""
    line = _StatusLine()
    try:
        for event in events:
            line.show(event)
            if isinstance(event, RunFinished):
                return event.run
    except KeyboardInterrupt:
        events.close()
        _wait_for_end(events)
        raise
    finally:
        line.clear()
    raise AssertionError("a stream of events ends with its run")


def _wait_for_end(events: Items[RunEvent]) -> None:
    for event in events:
        if isinstance(event, RunFinished):
            return


class _StatusLine:
    """One line of standard error that is written over; nothing where that is no terminal."""

    def __init__(self) -> None:
        self._shown = False
        self._doing = ""
        self._said = ""

    def show(self, event: RunEvent) -> None:
        """What is being done, and how the answer goes on."""
        if isinstance(event, StageStarted):
            self._doing, self._said = f"{_DOING[event.stage]}…", ""
        elif isinstance(event, AnswerDelta):
            self._said = (self._said + event.text)[-_KEPT:]
        else:
            return
        if sys.stderr.isatty():
            self._write(f"{self._doing} {self._tail()}")
            self._shown = True

    def clear(self) -> None:
        """Leave the line empty, for what the command prints next."""
        if self._shown:
            self._write("")

    def _tail(self) -> str:
        """The last words that fit beside what is being done."""
        room = max(shutil.get_terminal_size().columns - len(self._doing) - 3, 0)
        said = plain_line(self._said)
        return said if len(said) <= room else f"…{said[-room:]}" if room else ""

    def _write(self, text: str) -> None:
        typer.secho(f"\r\x1b[2K{text}", nl=False, err=True, dim=True)
