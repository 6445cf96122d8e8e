"""Parse files in a process of its own, ``parsing_child``, with limits of time and memory."""

import atexit
import json
import math
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from workbench.errors import ConfigurationError
from workbench.i18n.errors import localized
from workbench.ingest import parsing_child
from workbench.ingest.parsers import Parsed, UnreadableError

LONGEST_S = 30.0
"""Seconds that parsing one file may take."""
MOST_MEMORY = 1_000_000_000
"""Bytes of address space for one process, where the system can limit it."""
_START_S = 60.0
"""Seconds that starting the process may take."""
_END_S = 5.0
"""Seconds in which a process that has closed its output ends."""
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TEMP", "TMPDIR", "HOME")
"""Environment variables of the process. Keys of providers are not among them."""
_OUT_OF_TIME = {-getattr(signal, "SIGXCPU", 0)} - {0}
_OUT_OF_MEMORY = {parsing_child.OUT_OF_MEMORY, -getattr(signal, "SIGKILL", 0)} - {0}
"""Exit codes; a process is killed from outside when the machine has no memory left."""


class ParsingProcess:
    """A process that parses one file after the other; it is started anew after a limit was hit."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = threading.Lock()
        self._number = 0

    def parse(self, name: str, content: bytes) -> Parsed:
        """Parse the content of a file by the suffix of its name.

        Raises:
            UnreadableError: the parser refuses the file, takes too much time or memory, or crashes.
            ConfigurationError: the process cannot be started.
        """
        with self._one_at_a_time:
            try:
                exchange = self._exchange(name, content)
                if exchange.reply is None:
                    raise self._failure(exchange.timed_out)
                if exchange.timed_out:  # the process was killed just after it had replied
                    self._end()
            except BaseException:  # a reply to this request may come later: nobody must read it
                self._end()
                raise
        if "reason" in exchange.reply:
            raise UnreadableError(str(exchange.reply["reason"]))
        return parsing_child.parsed_type().validate_python(exchange.reply["parsed"])

    def close(self) -> None:
        """End the process after its current file; the next file starts another."""
        with self._one_at_a_time:
            self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            with suppress(OSError), self._process:  # what it was not sent cannot be flushed
                pass
            self._process = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        limits = (str(math.ceil(LONGEST_S)), str(MOST_MEMORY))
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", parsing_child.__name__, *limits],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_environment(),
            )
        except OSError as error:
            raise ConfigurationError(
                **localized("ingest.no_parsing_process", detail=str(error))
            ) from error
        with _killed_after(_START_S, self._process):
            ready = _line(self._process)
        if ready is None:
            detail = _ending(_exit_code(self._process))
            raise ConfigurationError(**localized("ingest.no_parsing_process", detail=detail))
        return self._process

    def _exchange(self, name: str, content: bytes) -> "_Exchange":
        """Send a file and wait for its reply."""
        process = self._running()
        self._number += 1
        request = {"number": self._number, "name": name, "size": len(content)}
        with _killed_after(LONGEST_S, process) as timed_out:
            _send(process, json.dumps(request).encode() + b"\n", content)
            line = _line(process)
        reply = None if line is None else json.loads(line)
        if reply is not None and reply["number"] != self._number:
            raise UnreadableError("its parser replied to another request")
        return _Exchange(reply, timed_out.is_set())

    def _failure(self, timed_out: bool) -> UnreadableError:
        """Return why the process ended instead of replying."""
        assert self._process is not None
        code = _exit_code(self._process)
        if timed_out or code in _OUT_OF_TIME:
            return UnreadableError(f"parsing it takes more than {LONGEST_S:g} s", retryable=True)
        if code in _OUT_OF_MEMORY:
            return UnreadableError(
                "parsing it takes more than the memory it may use",
                retryable=code != parsing_child.OUT_OF_MEMORY,  # the machine had no memory left
            )
        return UnreadableError(f"its parser crashed ({_ending(code)})")


PROCESS = ParsingProcess()
"""The process of this Python process, started by the first file that needs it."""
atexit.register(PROCESS._end)


@dataclass(frozen=True)
class _Exchange:
    reply: dict[str, object] | None
    """None if the process ended first."""
    timed_out: bool


def _environment() -> dict[str, str]:
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return passed_on | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


@contextmanager
def _killed_after(seconds: float, process: subprocess.Popen[bytes]) -> Iterator[threading.Event]:
    """Kill a process when the time is over; the event says whether that happened."""
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


def _send(process: subprocess.Popen[bytes], *parts: bytes) -> None:
    assert process.stdin is not None
    with suppress(OSError):  # the process has ended, which reading its reply will show
        for part in parts:
            process.stdin.write(part)
        process.stdin.flush()


def _line(process: subprocess.Popen[bytes]) -> bytes | None:
    """Return the next whole line that the process writes; None if it ends before."""
    assert process.stdout is not None
    line = process.stdout.readline()
    return line if line.endswith(b"\n") else None


def _exit_code(process: subprocess.Popen[bytes]) -> int | None:
    """Return the exit code, negative for a signal; None if the process does not end."""
    with suppress(subprocess.TimeoutExpired):
        return process.wait(_END_S)
    return None


def _ending(code: int | None) -> str:
    """Return an exit code in words: ``SIGSEGV``, ``exit code 3``."""
    if code is None:
        return "it does not reply"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"exit code {code}"
