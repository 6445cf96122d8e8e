"""Write runs to files for people who do not have the workbench, and verify such files."""

import asyncio
from dataclasses import replace
from importlib.metadata import version
from typing import TYPE_CHECKING

from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain.local_text import Language
from workbench.domain.run import Run
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.pipeline.state import Services
from workbench.workspace import Workspace

if TYPE_CHECKING:
    from workbench.bootstrap.bundles import BundleReport


class Sharing(WorkbenchPart):
    """Exports stored runs, and verifies bundles."""

    async def export(self, run: Run | str, form: str, *, language: Language | None = None) -> bytes:
        """Return the content of a file with a run.

        Args:
            run: a run or its id.
            form: a name of ``workbench.export.formats``: html, md, pdf, json, ipynb, xlsx, bundle.
            language: of the report's own words; None selects the question's.

        Raises:
            InputError: there is no such run or format.
            ConfigurationError: the package that writes the format is not installed.
        """
        from workbench.export.formats import EXPORT_FORMATS
        from workbench.export.report import Report

        if form not in EXPORT_FORMATS:
            raise InputError(
                **localized("export.no_format", name=form, known=", ".join(EXPORT_FORMATS))
            )
        found = run if isinstance(run, Run) else await self.runs.get(run)
        if found is None:
            raise InputError(**localized("bootstrap.no_run", run=str(run)))
        opened = await self.workspace_pool.get(found.workspace)
        report = Report(
            run=found,
            workspace=opened.workspace,
            document=opened.documents.get,
            reader=language or found.language,
            release=version("analyst-workbench"),
        )
        if EXPORT_FORMATS[form].carries_bundle:
            report = replace(report, bundle=await self._bundle(found))
        return await asyncio.to_thread(EXPORT_FORMATS[form].write, report)

    async def verify_bundle(self, file: bytes) -> "BundleReport":
        """Recompute the deterministic half of a bundle; no workspace, key or network is needed.

        Raises:
            InputError: the file is not a bundle.
        """
        from workbench.bootstrap.bundles import verify
        from workbench.export.bundle import read_bundle

        return await verify(read_bundle(file), self._replaying)

    async def _bundle(self, run: Run) -> bytes:
        from workbench.bootstrap.bundles import bundle_content
        from workbench.export.bundle import write_bundle

        opened = await self.workspace_pool.get(run.workspace)
        models = self._services.models(run.options, recorded=run, source="recorded_only")
        before = await self._services.first_run_id(run)
        services = self._services.for_workspace(opened, models, before=before)
        content = await bundle_content(run, opened, services, self._replaying)
        return write_bundle(content, version("analyst-workbench"))

    def _replaying(self, run: Run, workspace: Workspace) -> Services:
        """Return services that replay a run over a workspace that is not installed."""
        models = self._services.models(run.options, recorded=run, source="recorded_only")
        return self._services.for_context(run, workspace, models)
