"""What tests of a Dask cluster run on its workers."""

import os
import signal
import time
from typing import Any

from workbench.ingest import isolated
from workbench.ingest.cluster import Cluster
from workbench.ingest.parsed_files import ParsedFile, ParsingJob, parse_file

DEADLY = "deadly.md"


def limit_seconds(seconds: float) -> None:
    """Limit the time of a file in this process."""
    isolated.LONGEST_S = seconds


def run_on_workers(cluster: Cluster, work: Any, *arguments: Any) -> list[Any]:
    """Call a function on every worker."""
    return list(cluster._client.run(work, *arguments).values())


def kill_a_worker(cluster: Cluster) -> None:
    """End one worker process as the system does when memory is short."""
    os.kill(run_on_workers(cluster, os.getpid)[0], signal.SIGKILL)


def parse_or_die(job: ParsingJob, _version: str) -> ParsedFile:
    """Parse a file, or end this process over the one that is deadly."""
    if job.path == DEADLY:
        time.sleep(1)  # a worker that dies while it starts is not replaced
        os.kill(os.getpid(), signal.SIGKILL)
    return parse_file(job)
