"""Runs a workspace's golden questions and says which pass, and which stage lost the others."""

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from workbench.domain.base import Value
from workbench.domain.run import Run, Stage
from workbench.evaluation.cases import Case, read_cases
from workbench.evaluation.scoring import Miss, judge

BAR = 0.85
"""The share of golden questions that must pass offline."""


class Asks(Protocol):
    """What evaluation needs of a workbench."""

    async def ask(self, question: str, *, workspace: str, thread: str | None = None) -> Run:
        """One run."""
        ...


class CaseResult(Value):
    """A case, the run it got, and what missed."""

    case: Case
    run_id: str
    misses: tuple[Miss, ...]

    @property
    def passed(self) -> bool:
        """True when nothing missed."""
        return not self.misses


class Report(Value):
    """All verdicts of a workspace."""

    workspace: str
    verdicts: tuple[CaseResult, ...]

    @property
    def share(self) -> float:
        """Passed cases, from 0 to 1."""
        return sum(v.passed for v in self.verdicts) / len(self.verdicts) if self.verdicts else 0.0

    def blame(self) -> Sequence[tuple[Stage, int]]:
        """How many failed cases each stage lost first, in the stages' order."""
        counted = Counter(v.misses[0].stage for v in self.verdicts if v.misses)
        return sorted(counted.items(), key=lambda pair: pair[0].order)


async def run_golden(
    workbench: Asks, workspace: str, path: Path, on_verdict: Callable[[CaseResult], None]
) -> Report:
    """Ask every case, each in a thread of its own after its history."""
    verdicts: list[CaseResult] = []
    for case in read_cases(path):
        thread = f"golden-{case.id}-{secrets.token_hex(4)}"
        for earlier in case.history:
            await workbench.ask(earlier, workspace=workspace, thread=thread)
        run = await workbench.ask(case.question, workspace=workspace, thread=thread)
        verdict = CaseResult(case=case, run_id=run.id, misses=judge(case, run))
        verdicts.append(verdict)
        on_verdict(verdict)
    return Report(workspace=workspace, verdicts=tuple(verdicts))
