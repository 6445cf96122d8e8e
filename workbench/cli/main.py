"""Entry point: run a command, and exit with 130 and no traceback on Ctrl+C."""

import atexit
import gc
import os
import signal
import sys

INTERRUPTED = 130
"""The shell's exit code after SIGINT: 128 + 2."""


def main() -> None:
    """Run a command.

    Exit codes: 0 success, 1 failure, 2 invalid input, 3 a service is down, 130 interrupted.
    """
    # During imports and after the command there is nothing to clean up: exit at once.
    signal.signal(signal.SIGINT, _end)
    atexit.register(_skip_last_collection)
    from workbench.gc_pause import gc_paused

    with gc_paused():
        from workbench.cli.commands import run

    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        signal.signal(signal.SIGINT, _end)


def _skip_last_collection() -> None:
    """Spare Python's last search for cycles at its exit, a fifth of the time of a question.

    The bindings of DuckDB report objects that nothing collects as leaks, forty lines of them.
    """
    if "duckdb" not in sys.modules:
        gc.freeze()


def _end(*_: object) -> None:
    os._exit(INTERRUPTED)
