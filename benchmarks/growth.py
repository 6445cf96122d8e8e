"""Run the growth tests and print the diff that each extension needs.

    python -m benchmarks.growth [KIND…]

Each kind of extension has a test in `tests/growth` that adds one from outside the package. Prints
the added file and the registering line as a diff, and a table. Exits with 1 when a test fails or is
missing.
"""

import difflib
import importlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

FOLDER = Path("tests/growth")
KINDS = (
    "provider",
    "tool_kind",
    "file_parser",
    "metric",
    "render_style",
    "citation_style",
    "page",
    "confidence_term",
    "fault",
)
"""Extensions that need one file and one line, tested in `tests/growth/test_<kind>.py`."""


@dataclass(frozen=True)
class Growth:
    """Size of one extension, and whether its test passed."""

    kind: str
    files: int
    lines: int
    registered: int
    passed: bool

    @property
    def is_small(self) -> bool:
        """True when it needs one file and one line, and its test passes."""
        return self.passed and self.files == 1 and self.registered == 1


def main(kinds: list[str]) -> int:
    """Measure every kind; return 0 when each needs one file and one line."""
    found = [measure(kind) for kind in kinds or KINDS]
    print(f"\n{'':16} {'files':>6} {'lines':>6} {'registered':>11}  test")
    for growth in found:
        print(row(growth))
    return 0 if all(growth.is_small for growth in found) else 1


def row(growth: Growth) -> str:
    """A line of the table."""
    if not growth.files:
        return f"{growth.kind:16} {FOLDER}/test_{growth.kind}.py does not exist"
    verdict = "passed" if growth.passed else "FAILED"
    counts = f"{growth.files:6} {growth.lines:6} {growth.registered:11}"
    return f"{growth.kind:16} {counts}  {verdict}"


def measure(kind: str) -> Growth:
    """Print the diff of a kind, and run its test."""
    path = FOLDER / f"test_{kind}.py"
    if not path.is_file():
        return Growth(kind, files=0, lines=0, registered=0, passed=False)
    module = importlib.import_module(f"tests.growth.test_{kind}")
    added: dict[str, str] = module.ADDED
    print(f"\n== {kind}")
    for line in diff_of(module):
        print(line)
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", str(path)],
        check=False,
        capture_output=True,
        text=True,
    )
    if ended.returncode:
        print(ended.stdout[-4000:])
    return Growth(
        kind,
        files=len(added),
        lines=sum(len(text.splitlines()) for text in added.values()),
        registered=len(module.REGISTERED.strip().splitlines()),
        passed=ended.returncode == 0,
    )


def diff_of(module: ModuleType) -> Iterator[str]:
    """Yield the added files as unified diffs, then the registering line under its file."""
    for path, text in module.ADDED.items():
        lines = difflib.unified_diff([], text.splitlines(), "/dev/null", path, lineterm="")
        yield from lines
    registry = getattr(module, "REGISTRY", "")
    if registry:
        yield f"--- {registry}"
        yield f"+++ {registry}"
    yield from (f"+{line}" for line in module.REGISTERED.splitlines())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
