"""The process that parses files for ``workbench.ingest.isolated``: ``python -m`` this module.

It writes a line when it is ready. Then it reads requests from standard input, each a line of JSON
and the bytes of a file, and writes a line of JSON for each. Nothing is pickled, since what it
writes was made from untrusted files.
"""

import json
import os
import sys
import time
from functools import cache
from typing import IO

from pydantic import TypeAdapter

from workbench.ingest.parsers import Parsed, UnreadableError, parse_content

OUT_OF_MEMORY = 77
"""Exit code if the memory does not suffice to read a request or to write its reply."""
_MOST_OPEN_FILES = 64


@cache
def parsed_type() -> TypeAdapter[Parsed]:
    """Return what converts parsed files to and from values of JSON."""
    return TypeAdapter(Parsed)


def _serve(requests: IO[bytes], replies: IO[bytes], seconds: int) -> None:
    """Answer requests until there are no more."""
    replies.write(b"ready\n")
    replies.flush()
    while line := requests.readline():
        request = json.loads(line)
        _limit_time(seconds)
        reply = _reply(request["name"], requests.read(request["size"]))
        replies.write(json.dumps({"number": request["number"], **reply}).encode() + b"\n")
        replies.flush()


def _reply(name: str, content: bytes) -> dict[str, object]:
    try:
        return {"parsed": parsed_type().dump_python(parse_content(name, content), mode="json")}
    except UnreadableError as error:
        return {"reason": str(error)}


def _limit_memory(most: int) -> None:
    """Limit address space and open files, where the system can."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_NOFILE, (_MOST_OPEN_FILES, _MOST_OPEN_FILES))


def _limit_time(seconds: int) -> None:
    """Limit the processor time of the next file.

    The parent kills a file that takes too long by the clock. This limit ends the process if the
    parent itself was killed meanwhile.
    """
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = int(time.process_time()) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def main(seconds: int, memory: int) -> None:
    """Parse the files of standard input, each within so many seconds and bytes of memory."""
    _limit_memory(memory)
    protocol = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is not a reply
    try:
        _serve(sys.stdin.buffer, protocol, seconds)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
