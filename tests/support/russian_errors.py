"""Render errors in Russian."""

from workbench.errors import WorkbenchError
from workbench.i18n.errors import error_text


def in_russian(error: WorkbenchError) -> str:
    """Return the Russian message and hint of an error with a code."""
    texts = error_text(error.code, error.words, "ru")
    assert texts is not None, f"no Russian for: {error}"
    return " ".join(texts).strip()
