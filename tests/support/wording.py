"""What a reader of the Russian interface is told of an error."""

from workbench.errors import WorkbenchError
from workbench.i18n.errors import error_text


def in_russian(error: WorkbenchError) -> str:
    """The error's sentences; one without a code, which stays English everywhere, has none."""
    said = error_text(error.code, error.words, "ru")
    assert said is not None, f"no Russian for: {error}"
    return " ".join(said).strip()
