"""Parse files in a process of its own, with limits of time and memory.

``python -m workbench.ingest.isolated`` is that process: it reads requests from standard input, each
a line of JSON and the bytes of a file, and writes a line of JSON for each. Nothing is pickled,
since what it writes was made from untrusted files.
"""

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from pydantic import TypeAdapter

from workbench.ingest.parsers import Parsed, UnreadableError, parse_content

LONGEST_S = 30.0
"""Seconds that parsing one file may take."""
MOST_MEMORY = 1_000_000_000
"""Bytes of address space for one process, where the system can limit it."""
_PARSED = TypeAdapter(Parsed)


class ParsingProcess:
    """A process that parses one file after the other; it is started anew after a limit was hit."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = threading.Lock()

    def parse(self, name: str, content: bytes) -> Parsed:
        """Parse the content of a file by the suffix of its name.

        Raises:
            UnreadableError: the parser refuses the file, or takes too much time or memory.
        """
        with self._one_at_a_time:
            process = self._process = self._running()
            with _killed_after(LONGEST_S, process) as timed_out:
                reply = _exchange(process, name, content)
        if not reply:
            self.close()
            limit = f"{LONGEST_S:.0f} s" if timed_out.is_set() else "the memory it may use"
            raise UnreadableError(f"parsing it takes more than {limit}")
        answer = json.loads(reply)
        if "reason" in answer:
            raise UnreadableError(answer["reason"])
        return _PARSED.validate_python(answer["parsed"])

    def close(self) -> None:
        """End the process; the next file starts another."""
        if self._process is not None:
            self._process.kill()
            with suppress(OSError), self._process:  # what it was not sent cannot be flushed
                pass
            self._process = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.close()
        return subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )


PROCESS = ParsingProcess()
"""The process of this Python process, started by the first file that needs it."""
atexit.register(PROCESS.close)


@contextmanager
def _killed_after(seconds: float, process: subprocess.Popen[bytes]) -> Iterator[threading.Event]:
    """Kill a process when the time is over; the event tells whether that happened."""
    timed_out = threading.Event()

    def kill() -> None:
        timed_out.set()
        process.kill()

    timer = threading.Timer(seconds, kill)
    timer.start()
    try:
        yield timed_out
    finally:
        timer.cancel()


def _exchange(process: subprocess.Popen[bytes], name: str, content: bytes) -> bytes:
    """Send a file and return the reply; empty if the process has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps({"name": name, "size": len(content)}).encode() + b"\n")
        process.stdin.write(content)
        process.stdin.flush()
    except OSError:
        return b""
    return process.stdout.readline()


def _serve(requests: IO[bytes], replies: IO[bytes]) -> None:
    """Answer requests until there are no more."""
    while line := requests.readline():
        request = json.loads(line)
        replies.write(json.dumps(_reply(request["name"], requests.read(request["size"]))).encode())
        replies.write(b"\n")
        replies.flush()


def _reply(name: str, content: bytes) -> dict[str, object]:
    try:
        return {"parsed": _PARSED.dump_python(parse_content(name, content), mode="json")}
    except UnreadableError as error:
        return {"reason": str(error)}


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    _limit_memory()
    protocol = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no reply
    _serve(sys.stdin.buffer, protocol)
