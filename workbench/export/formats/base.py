"""ExportFormat: how a run is written to one kind of file."""

from collections.abc import Callable
from dataclasses import dataclass

from workbench.domain.local_text import LocalText
from workbench.errors import ConfigurationError
from workbench.export.report import Report


def _nothing() -> None:
    return None


@dataclass(frozen=True)
class ExportFormat:
    """One kind of file.

    Args:
        title: what the file is, for the Run menu.
        suffix: of the file's name, with the dot.
        mime: its media type.
        write: returns the content of the file.
        carries_bundle: whether it holds the run's bundle, which takes longer to make.
        problem: returns why no such file can be made here, if so: a package is not installed.
    """

    title: LocalText
    suffix: str
    mime: str
    write: Callable[[Report], bytes]
    carries_bundle: bool = False
    problem: Callable[[], ConfigurationError | None] = _nothing

    def file_name(self, run_id: str) -> str:
        """Return the file's name for a run."""
        return f"run-{run_id}{self.suffix}"
