"""CPU time and memory of a process and of the processes that it has waited for.

The figures of a row are CPU time, since the machine may do other work while a benchmark runs.
"""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"


def cpu_seconds() -> float:
    """Return the CPU seconds of all threads of this process, and of its ended children."""
    return _cpu(RUSAGE_SELF) + _cpu(RUSAGE_CHILDREN)


def command_cpu(command: list[str], environment: Mapping[str, str] = os.environ) -> float:
    """Return the CPU seconds of a command; it must succeed.

    Python keeps its bytecode, as it does unless told otherwise: a second run compiles no source.
    """
    kept = {name: value for name, value in environment.items() if name != _NO_BYTECODE}
    before = _cpu(RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env=kept)
    return _cpu(RUSAGE_CHILDREN) - before


def peak_mb() -> float:
    """Return the most memory that this process has used, and the largest of its ended children.

    Linux counts what the parent used when it started a process as that process's own in
    ``ru_maxrss``; the status of the process does not.
    """
    status = Path("/proc/self/status").read_text("utf-8")
    own = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return (int(own.split()[1]) + getrusage(RUSAGE_CHILDREN).ru_maxrss) / 1024


def _cpu(who: int) -> float:
    used = getrusage(who)
    return used.ru_utime + used.ru_stime
