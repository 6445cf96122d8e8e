"""Write runs to files for people who do not have the workbench."""

from importlib.metadata import version

from workbench.bootstrap.parts import Parts
from workbench.domain.local_text import Language
from workbench.domain.run import Run
from workbench.errors import InputError
from workbench.export.formats import EXPORT_FORMATS
from workbench.export.report import Report
from workbench.i18n.errors import localized


class Sharing(Parts):
    """Exports stored runs."""

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
        return EXPORT_FORMATS[form].write(report)
