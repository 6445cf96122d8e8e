"""Formats of an exported run, one module each; to add one, list its module here."""

from workbench.export.formats.base import ExportFormat
from workbench.registry import load_registry

EXPORT_FORMATS = load_registry(
    __name__, ExportFormat, ("html", "md", "pdf", "json", "ipynb", "xlsx", "bundle")
)
"""Formats by the name that the command line and the Run menu take."""
