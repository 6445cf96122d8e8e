"""json: the run as `workbench runs show --json` prints it."""

from workbench.export.formats.base import ExportFormat
from workbench.export.report import Report


def _write(report: Report) -> bytes:
    return (report.run.model_dump_json(indent=2, by_alias=True) + "\n").encode()


JSON = ExportFormat(
    title={"ru": "Запуск в JSON", "en": "Run as JSON"},
    suffix=".json",
    mime="application/json",
    write=_write,
)
