"""``ask --timings``: measure imports, opening and each pipeline stage."""

import time
from typing import TYPE_CHECKING

from workbench.cli.output import echo
from workbench.domain.run import Run, Stage

if TYPE_CHECKING:
    from workbench.bootstrap import Workbench

QUESTIONS = 21


class Stopwatch:
    """Times the start-up in laps, then a series of questions."""

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, name: str) -> None:
        """Record the time since the last lap under a name."""
        now = time.perf_counter()
        self._laps[name] = (now - self._last) * 1000
        self._last = now

    def measure(self, workbench: "Workbench", workspace: str, question: str) -> None:
        """Ask 21 questions one after the other; print the medians on standard error."""
        from workbench.evaluation.cases import read_cases

        golden = workbench.workspace(workspace).root / "golden.jsonl"
        others = [case.question for case in read_cases(golden)] if golden.is_file() else []
        questions = list(dict.fromkeys([question, *others]))
        questions = (questions * QUESTIONS)[:QUESTIONS]
        runs, walls = [], []
        for text in questions:
            started = time.perf_counter()
            runs.append(workbench.sync.ask(text, workspace=workspace))
            walls.append((time.perf_counter() - started) * 1000)
        self._print(runs, walls)

    def _print(self, runs: list[Run], walls: list[float]) -> None:
        import statistics

        for name, ms in self._laps.items():
            echo(f"{name:<22}{ms:9.1f} ms", err=True)
        for stage in Stage:
            times = [record.ms for run in runs if (record := run.stage(stage))]
            if times:
                echo(f"  {stage.value:<20}{statistics.median(times):9.1f} ms", err=True)
        p95 = statistics.quantiles(walls, n=20)[-1]
        echo(f"{f'pipeline, {len(walls)} questions':<22}", nl=False, err=True)
        echo(f"{statistics.median(walls):9.1f} ms p50 {p95:9.1f} ms p95", err=True)
