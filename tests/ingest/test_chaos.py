"""A short form of ``make chaos``: a few kills, two writers at once, a killed Dask worker."""

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_an_ingest_that_is_killed_leaves_a_consistent_index_and_is_continued() -> None:
    command = [sys.executable, "-m", "benchmarks.chaos", "--kills", "3"]
    command += ["--pairs", "1", "--workers", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "two writers" in done.stdout
    assert "a Dask worker" in done.stdout
