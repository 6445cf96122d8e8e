"""The way in: an interrupt ends every command with one exit code and no traceback."""

import os
import signal
import sys

INTERRUPTED = 130
"""What a shell reports of a command that Ctrl+C ended."""


def main() -> None:
    """Run a command.

    Exit codes: 0 fine, 1 failed, 2 wrong input, 3 something is down, 130 interrupted.
    """
    # Nothing is under way while modules are imported and after the work: the process may just end.
    signal.signal(signal.SIGINT, _end)
    from workbench.cli.commands import run

    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        signal.signal(signal.SIGINT, _end)


def _end(*_: object) -> None:
    os._exit(INTERRUPTED)
