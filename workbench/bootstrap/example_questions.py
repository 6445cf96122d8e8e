"""Propose example questions for a workspace: of those that can be made, the ones it answers."""

from collections.abc import Mapping, Sequence

from workbench.bootstrap.opened_workspace import OpenedWorkspace, Progress
from workbench.bootstrap.run_events import finished_run
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain.answer import AskOptions
from workbench.domain.local_text import Language
from workbench.pipeline.ask import new_run, stream_run
from workbench.runs.null_recorder import NullRecorder
from workbench.settings import OFFLINE
from workbench.workspace.read_spec import read_raw_spec

MOST = 6
"""Questions in each language: as many as the start page shows."""
_LEAST_PROBABILITY = 0.8
_OFFLINE = AskOptions(models={"planner": OFFLINE, "answer": OFFLINE, "judge": OFFLINE})


class ExampleQuestions(WorkbenchPart):
    """Finds questions that a workspace answers."""

    async def propose_examples(
        self, workspace: str, progress: Progress | None = None
    ) -> Mapping[Language, Sequence[str]]:
        """Ask questions made from the workspace, offline, and propose those that it answers.

        The runs are not stored. Nothing is proposed where ``workspace.yaml`` has examples of its
        own.

        Args:
            workspace: its id; it may not be a sample, which is not written to.
            progress: called with ``questions``, how many were asked, and of how many.

        Returns:
            the proposed questions by language.

        Raises:
            StoreError: they cannot be written.
        """
        from workbench.bootstrap.proposing import replace_examples
        from workbench.proposals.questions import candidate_questions
        from workbench.proposals.store import EXAMPLES

        opened = await self.workspace_pool.get(workspace)
        if EXAMPLES in read_raw_spec(opened.workspace.root):
            return {}
        languages = opened.workspace.spec.languages
        made = {
            language: candidate_questions(opened.library.workspace, opened.documents, language)
            for language in languages
        }
        total, asked = sum(map(len, made.values())), 0
        found: dict[Language, list[str]] = {}
        for language, questions in made.items():
            for question in questions:
                asked += 1
                if len(found.get(language, ())) < MOST and await self._answers(opened, question):
                    found.setdefault(language, []).append(question)
                if progress:
                    progress("questions", asked, total)
        replace_examples(workspace, found, self.settings)
        if found:
            await self.workspace_pool.reopen(workspace)
        return found

    async def _answers(self, opened: OpenedWorkspace, question: str) -> bool:
        """Ask without a model, and return whether the answer is likely to be right."""
        models = self._services.buffered_models(_OFFLINE)
        language = opened.workspace.spec.language
        run = new_run(question, workspace=opened.workspace.id, language=language, options=_OFFLINE)
        services = self._services.for_workspace(opened, models)
        run = await finished_run(stream_run(run, services, NullRecorder()))
        verdict = run.diagnostics.verdict if run.diagnostics else None
        return verdict is not None and (
            verdict.label == "answered" and verdict.probability >= _LEAST_PROBABILITY
        )
