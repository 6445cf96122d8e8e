"""Check a text against given sources."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.bootstrap.calibrations import (
    LabelledText,
    Refit,
    calibration_of,
    fit_labels,
    forget_refit,
    keep_refit,
)
from workbench.bootstrap.input_limits import check_length, check_sources
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.checks.diagnostics.diagnose import DEFAULT_CHECKS, CheckConfig
from workbench.domain import limits
from workbench.domain.diagnostics import CheckResult
from workbench.domain.local_text import LANGUAGES, Language, whole_characters
from workbench.llm.session import Session
from workbench.nlp.language_detection import detect_language
from workbench.pipeline.check_text import Source, check_text, given_sources
from workbench.text.citation_marks import without_markers


class Checking(WorkbenchPart):
    """Checks texts that the Workbench did not write."""

    async def check(
        self,
        answer: str,
        sources: Sequence[Source],
        lang: Language | None = None,
        session: Session | None = None,
        workspace: str | None = None,
    ) -> CheckResult:
        """Check any text against its sources; no workspace is needed.

        Args:
            answer: the text; ``[Source N]`` cites the N-th source.
            sources: texts, or ``{"text": …, "title": …}``.
            lang: language of the reasons; by default that of the text.
            session: API keys and a budget for the judge, if JUDGE_MODEL is set.
            workspace: the workspace whose labels refit the probabilities; see ``calibrate``.

        Raises:
            InputError: there is no such workspace, a source is not text, or answer or sources are
                longer than ``workbench.domain.limits`` allows.
        """
        check_length(answer, limits.ANSWER, "answer")
        given = given_sources(sources)
        check_sources(given)
        models = self._services.models(None, session=session)
        answer = whole_characters(answer)
        language = lang or detect_language(without_markers(answer).text, LANGUAGES)
        return await check_text(
            answer,
            given,
            language,
            judge=self._services.judge(models),
            deadline_s=self.settings.judge_deadline_s,
            config=DEFAULT_CHECKS if workspace is None else self._calibrated(workspace),
        )

    def calibrate(self, labels: Sequence[LabelledText], workspace: str) -> Refit:
        """Refit the probability of support to labelled claims, from now on, in a workspace.

        Args:
            labels: claims with their sources; 50 are enough, at least 13 of either label.
            workspace: its id.

        Raises:
            InputError: there is no such workspace, or labels are too few.
            StoreError: the home cannot be written.
        """
        self.workspace_pool.folder(workspace)
        refit = fit_labels(labels)
        keep_refit(refit, self.settings.workbench_home, workspace)
        return refit

    def forget_calibration(self, workspace: str) -> None:
        """Drop a workspace's labels; its probabilities are the default ones again.

        Raises:
            InputError: there is no such workspace.
        """
        self.workspace_pool.folder(workspace)
        forget_refit(self.settings.workbench_home, workspace)

    def _calibrated(self, workspace: str) -> CheckConfig:
        self.workspace_pool.folder(workspace)
        calibration = calibration_of(self.settings.workbench_home, workspace)
        return replace(DEFAULT_CHECKS, calibration=calibration)
