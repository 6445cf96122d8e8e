"""CPU time and memory of a process and of the processes that it has waited for.

The figures of a row are CPU time, since the machine may do other work while a benchmark runs.
"""

import subprocess
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any


def cpu_seconds() -> float:
    """Return the CPU seconds of all threads of this process, and of its ended children."""
    return _cpu(RUSAGE_SELF) + _cpu(RUSAGE_CHILDREN)


def command_cpu(command: list[str], **options: Any) -> float:
    """Return the CPU seconds of a command; it must succeed."""
    before = _cpu(RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, **options)
    return _cpu(RUSAGE_CHILDREN) - before


def peak_mb() -> float:
    """Return the most memory that this process has used, and the largest of its ended children."""
    return sum(getrusage(who).ru_maxrss for who in (RUSAGE_SELF, RUSAGE_CHILDREN)) / 1024


def _cpu(who: int) -> float:
    used = getrusage(who)
    return used.ru_utime + used.ru_stime
