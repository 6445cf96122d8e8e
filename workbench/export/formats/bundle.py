"""bundle: the run with what its deterministic half rests on; `workbench verify-bundle` reads it."""

from workbench.export.formats.base import ExportFormat

BUNDLE = ExportFormat(
    title={"ru": "Проверяемый пакет", "en": "Verifiable bundle"},
    suffix=".bundle.zip",
    mime="application/zip",
    write=lambda report: report.bundle,
    carries_bundle=True,
)
