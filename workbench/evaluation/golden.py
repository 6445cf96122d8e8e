"""Run a workspace's golden questions and score the runs."""

import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from workbench.domain.base import Value
from workbench.domain.run import Run, Stage
from workbench.evaluation.cases import Case, read_cases
from workbench.evaluation.metrics import METRICS, Metric, Miss, Score

BAR = 0.85
"""The share of golden questions that must pass offline."""


class SupportsAsk(Protocol):
    """The part of Workbench that evaluation uses."""

    async def ask(self, question: str, *, workspace: str, thread: str | None = None) -> Run:
        """Answer a question and return its run."""
        ...


class CaseResult(Value):
    """A case with the id and the scores of its run, by metric."""

    case: Case
    run_id: str
    scores: dict[str, Score]

    @property
    def misses(self) -> Sequence[Miss]:
        """The misses of all metrics, in the order of the stages."""
        found = [miss for score in self.scores.values() for miss in score.misses]
        return sorted(found, key=lambda miss: miss.stage.order)

    @property
    def passed(self) -> bool:
        """True when no metric has a miss."""
        return not self.misses


class Mean(Value):
    """The mean of a metric over the cases that it scores."""

    metric: str
    value: float | None
    """None where every case is unscored."""
    scored: int


class Report(Value):
    """The results of a workspace's cases."""

    workspace: str
    results: tuple[CaseResult, ...]

    @property
    def passed(self) -> int:
        """Number of cases that passed."""
        return sum(result.passed for result in self.results)

    @property
    def share(self) -> float:
        """Share of cases that passed, on 0-1."""
        return self.passed / len(self.results) if self.results else 0.0

    def blame(self) -> Sequence[tuple[Stage, int]]:
        """Failed cases by the first stage to blame, in the order of the stages."""
        counted = Counter(result.misses[0].stage for result in self.results if result.misses)
        return sorted(counted.items(), key=lambda pair: pair[0].order)

    def means(self) -> Sequence[Mean]:
        """The mean of each metric; a case that a metric leaves unscored does not count as 0."""
        metrics = self.results[0].scores if self.results else ()
        return [self._mean(metric) for metric in metrics]

    def _mean(self, metric: str) -> Mean:
        scores = [result.scores[metric].value for result in self.results]
        values = [value for value in scores if value is not None]
        mean = sum(values) / len(values) if values else None
        return Mean(metric=metric, value=mean, scored=len(values))


async def run_golden(
    workbench: SupportsAsk,
    workspace: str,
    path: Path,
    on_result: Callable[[CaseResult], None],
    metrics: Mapping[str, Metric] = METRICS,
) -> Report:
    """Run every case in a new thread, after its history, and score it.

    Args:
        workbench: answers the questions.
        workspace: the id of the workspace.
        path: its golden.jsonl.
        on_result: called after each case.
        metrics: by name; a case passes when none of them has a miss.
    """
    results: list[CaseResult] = []
    for case in read_cases(path):
        thread = f"golden-{case.id}-{secrets.token_hex(4)}"
        for earlier in case.history:
            await workbench.ask(earlier, workspace=workspace, thread=thread)
        run = await workbench.ask(case.question, workspace=workspace, thread=thread)
        scores = {name: metric.score(case, run) for name, metric in metrics.items()}
        results.append(CaseResult(case=case, run_id=run.id, scores=scores))
        on_result(results[-1])
    return Report(workspace=workspace, results=tuple(results))
