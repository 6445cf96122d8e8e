"""Save runs as golden cases, with the correction of a person."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from workbench.bootstrap.bundled_files import is_bundled
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain.run import Run
from workbench.errors import InputError, StoreError
from workbench.evaluation.cases import Case, Kind, read_cases
from workbench.i18n.errors import localized
from workbench.ingest.lock import file_lock
from workbench.ingest.stored_documents import write_atomically

_EARLIER = 5
"""Questions of a thread that a case repeats before its own, at most."""
_NO_FACTS: frozenset[Kind] = frozenset({"unanswerable", "off_topic"})
"""Kinds of questions whose right answer has no facts."""


class GoldenCases(WorkbenchPart):
    """Adds cases to the golden set of a workspace."""

    def golden_files(self, workspace: str) -> tuple[Path, ...]:
        """The files of golden questions that exist: the workspace's own, and the saved cases.

        The cases of a sample, which belongs to the installation, are saved below the home.
        """
        own = self.workspace_pool.folder(workspace) / "golden.jsonl"
        files = dict.fromkeys((own, self._golden_file(workspace)))
        return tuple(file for file in files if file.is_file())

    async def suggest_case(self, run: Run) -> Case:
        """Return the case saved of a run, or else one that expects what the run planned.

        Raises:
            InputError: the file has an invalid line.
        """
        if saved := await asyncio.to_thread(_saved, self._golden_file(run.workspace), run):
            return saved
        verdict = run.diagnostics.verdict if run.diagnostics else None
        refused: dict[str, Kind] = {"not_found": "unanswerable", "off_topic": "off_topic"}
        turns = (
            await self.runs.turns(
                run.thread_id, limit=_EARLIER, before=run.id, workspace=run.workspace
            )
            if run.thread_id and run.memory and run.memory.decision == "follow_up"
            else ()
        )
        kind: Kind = "follow_up" if turns else "fact"
        return Case(
            id=_case_id(run),
            kind=refused.get(verdict.label, kind) if verdict else kind,
            language=run.language,
            question=run.question,
            history=tuple(turn.question for turn in turns),
            entities=tuple(one.canonical_id for one in run.entities) or None,
            intents=run.plan.intents or None if run.plan else None,
        )

    async def save_case(self, workspace: str, case: Case) -> Path:
        """Write a case to the golden set, in place of an earlier one of the same id.

        Raises:
            InputError: the case states nothing that an answer can be checked against, or the file
                has an invalid line.
            StoreError: the file cannot be written.
        """
        if not case.facts and not case.forbidden and case.kind not in _NO_FACTS:
            raise InputError(**localized("bootstrap.empty_case"))
        file = self._golden_file(workspace)
        try:
            await asyncio.to_thread(_write, file, case, self._golden_lock(workspace))
        except OSError as error:
            detail = error.strerror or str(error)
            raise StoreError(
                **localized("bootstrap.case_not_saved", path=str(file), detail=detail)
            ) from error
        return file

    def _golden_file(self, workspace: str) -> Path:
        """Return the file that cases are saved to."""
        folder = self.workspace_pool.folder(workspace)
        if is_bundled(folder):
            return self.settings.workbench_home / "golden" / f"{workspace}.jsonl"
        return folder / "golden.jsonl"

    def _golden_lock(self, workspace: str) -> Path:
        """Return the file whose lock is held while cases are saved, outside of the workspace."""
        return self.settings.workbench_home / "golden" / f"{workspace}.lock"


def _case_id(run: Run) -> str:
    return f"run-{run.id}"


def _saved(file: Path, run: Run) -> Case | None:
    """Return the case that was saved of a run before."""
    return next((one for one in _cases(file) if one.id == _case_id(run)), None)


def _cases(file: Path) -> Sequence[Case]:
    return read_cases(file) if file.is_file() else ()


def _write(file: Path, case: Case, lock: Path) -> None:
    with file_lock(lock):
        kept = [*(one for one in _cases(file) if one.id != case.id), case]
        lines = [one.model_dump_json(exclude_unset=True) for one in kept]
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, ("\n".join(lines) + "\n").encode())
