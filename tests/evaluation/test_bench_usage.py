"""The peak memory that the benchmark of speed reports."""

import subprocess
import sys

_PRINT_PEAK = "from benchmarks.bench.usage import peak_mb; print(peak_mb())"
_HELD_MB = 200


def test_the_peak_of_a_process_leaves_out_that_of_the_one_that_started_it() -> None:
    held = bytearray(_HELD_MB * 1_000_000)
    done = subprocess.run(
        [sys.executable, "-c", _PRINT_PEAK], capture_output=True, text=True, check=True
    )
    assert 1 < float(done.stdout) < _HELD_MB / 2, len(held)
