"""Record which process executes a run, to detect the runs of dead processes."""

import os
import secrets
import socket
from functools import cache

_PROCESS = secrets.token_hex(4)
"""Distinguishes this process from an earlier one with the same pid: a restarted container."""


def this_process() -> str:
    """The owner string of this process: ``host:pid:token``, such as ``desk:4711:9f2c01ab``."""
    return f"{_host()}:{os.getpid()}:{_PROCESS}"


@cache
def _host() -> str:
    """Return the name of this host, which takes up to 1 ms to ask for."""
    return socket.gethostname()


def is_dead(owner: str) -> bool:
    """True when the owning process ran on this host and has ended."""
    host, pid, process = (*owner.split(":"), "", "")[:3]
    if host != _host() or not pid.isdigit():
        return False
    if int(pid) == os.getpid():
        return process != _PROCESS
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
