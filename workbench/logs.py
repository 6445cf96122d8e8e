"""Structured logs through standard logging: no prompts, no keys, no local variables.

As in any library, the program that imports it decides where they go. Without a word from it,
``logging`` puts warnings and worse on standard error; the app and the shell call `configure_logs`.
"""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, TextIO

import structlog

_NAME = "workbench"
_told = structlog.processors.KeyValueRenderer()


def _as_record(
    logger: Any, method: str, event: MutableMapping[str, Any]
) -> tuple[tuple[str], dict[str, Any]]:
    """What ``logging`` takes: the event with its values, and an exception for it to write."""
    name, exc_info = event.pop("event"), event.pop("exc_info", None)
    return (f"{name} {_told(logger, method, event)}".strip(),), {"exc_info": exc_info}


log: Any = structlog.wrap_logger(
    logging.getLogger(_NAME),
    processors=[
        structlog.stdlib.filter_by_level,
        structlog.contextvars.merge_contextvars,
        _as_record,
    ],
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)


def configure_logs(level: str = "warning") -> None:
    """Send logs to standard error, so that standard output carries results alone."""
    handler = _StandardError()
    handler.setFormatter(logging.Formatter("%(asctime)s [%(levelname)s] %(message)s"))
    own = logging.getLogger(_NAME)
    own.handlers = [handler]
    own.setLevel(level.upper())


class _StandardError(logging.StreamHandler[TextIO]):
    """Looked up at each line: whoever captures or closes standard error in between is heeded."""

    @property
    def stream(self) -> TextIO:
        """Standard error as it is now."""
        return sys.stderr

    @stream.setter
    def stream(self, _: TextIO) -> None:
        """Always what is looked up."""
