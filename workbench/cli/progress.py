"""Show a run's progress on the terminal: the current stage and the end of the answer so far."""

import shutil
import sys

import typer

from workbench.cli.output import plain_line
from workbench.domain.run import Run, Stage
from workbench.domain.run_events import AnswerDelta, RunEvent, RunFinished, StageStarted
from workbench.pipeline.bridge import Items

_KEPT = 2000
"""Characters of the answer kept for the status line; wider than any terminal."""
_DOING = {
    Stage.NORMALIZE: "Reading the question",
    Stage.RECALL: "Recalling earlier questions",
    Stage.RESOLVE: "Recognising names",
    Stage.PLAN: "Planning",
    Stage.EXECUTE: "Looking up facts",
    Stage.RENDER: "Arranging the facts",
    Stage.WRITE: "Writing",
    Stage.CHECK: "Checking the text",
    Stage.DIAGNOSE: "Checking each claim against its sources",
}


def follow(events: Items[RunEvent]) -> Run:
    """Wait for the run to end and return it; Ctrl+C cancels it and keeps the finished stages."""
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
    """A status line on standard error, overwritten in place; silent unless on a terminal."""

    def __init__(self) -> None:
        self._shown = False
        self._doing = ""
        self._answer = ""

    def show(self, event: RunEvent) -> None:
        """Show the current stage and the end of the answer."""
        if isinstance(event, StageStarted):
            self._doing, self._answer = f"{_DOING[event.stage]}…", ""
        elif isinstance(event, AnswerDelta):
            self._answer = (self._answer + event.text)[-_KEPT:]
        else:
            return
        if sys.stderr.isatty():
            self._write(f"{self._doing} {self._tail()}")
            self._shown = True

    def clear(self) -> None:
        """Clear the line for the command's output."""
        if self._shown:
            self._write("")

    def _tail(self) -> str:
        """The end of the answer, as much as fits after the stage."""
        room = max(shutil.get_terminal_size().columns - len(self._doing) - 3, 0)
        answer = plain_line(self._answer)
        return answer if len(answer) <= room else f"…{answer[-room:]}" if room else ""

    def _write(self, text: str) -> None:
        typer.secho(f"\r\x1b[2K{text}", nl=False, err=True, dim=True)
