"""Structured logs on standard error: run id and stage bound, no prompts, no keys."""

import logging
import sys
from typing import Any

import structlog

log: Any = structlog.get_logger("workbench")


def configure_logs(level: str = "warning") -> None:
    """Send logs to standard error, so that standard output carries results alone."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level.upper())),
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                # Without local variables: a key may be among them.
                exception_formatter=structlog.dev.plain_traceback,
            ),
        ],
        # Looked up at each line: whoever captures or closes standard error in between is heeded.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
