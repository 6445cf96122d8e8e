"""Write structured logs through standard logging, without prompts, keys or local variables.

The program that imports the library configures the handlers. By default ``logging`` writes
warnings and errors to standard error; the app and the command line call `configure_logs`.
"""

import logging
import sys
from collections.abc import MutableMapping
from functools import cache
from typing import Any, TextIO

_NAME = "workbench"


class _Log:
    """The package's logger. structlog, which takes long to import, comes with the first record."""

    def __getattr__(self, method: str) -> Any:
        return getattr(_logger(), method)


log: Any = _Log()


@cache
def _logger() -> Any:
    import structlog

    render_values = structlog.processors.KeyValueRenderer()

    def as_record(
        logger: Any, method: str, event: MutableMapping[str, Any]
    ) -> tuple[tuple[str], dict[str, Any]]:
        """Arguments of a ``logging`` call: the event with its values, and ``exc_info``."""
        name, exc_info = event.pop("event"), event.pop("exc_info", None)
        return (f"{name} {render_values(logger, method, event)}".strip(),), {"exc_info": exc_info}

    return structlog.wrap_logger(
        logging.getLogger(_NAME),
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.contextvars.merge_contextvars,
            as_record,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def configure_logs(level: str = "warning") -> None:
    """Send logs to standard error; standard output is for results."""
    handler = _StandardError()
    handler.setFormatter(logging.Formatter("%(asctime)s [%(levelname)s] %(message)s"))
    own = logging.getLogger(_NAME)
    own.handlers = [handler]
    own.setLevel(level.upper())


def log_library(name: str, level: str = "warning") -> None:
    """Send a library's records where those of the workbench go, in their form and only there."""
    library = logging.getLogger(name)
    library.handlers = logging.getLogger(_NAME).handlers
    library.setLevel(level.upper())
    library.propagate = False


class _StandardError(logging.StreamHandler[TextIO]):
    """Looks up `sys.stderr` at each record, because tests and notebooks replace it."""

    @property
    def stream(self) -> TextIO:
        """The current `sys.stderr`."""
        return sys.stderr

    @stream.setter
    def stream(self, _: TextIO) -> None:
        """Ignored: the getter looks the stream up."""
