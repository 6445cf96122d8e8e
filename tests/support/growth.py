"""Copy the project, add a file and a registering line, and run it in a subprocess."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.museum_workspace import write_museum

PROJECT = Path(__file__).parents[2]
PARTS = ("workbench", "pages", "tests", "benchmarks")


@dataclass(frozen=True)
class GrownProject:
    """A copy of the project with the museum as its only workspace."""

    root: Path

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run Python in the copy, with its own home folder and without outside settings."""
        kept = ("PATH", "HOME", "TMPDIR", "LANG")
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env={
                **{name: os.environ[name] for name in kept if name in os.environ},
                "PYTHONPATH": str(self.root),
                "WORKBENCH_HOME": str(self.root / "home"),
                "WORKBENCH_DEFAULT": "museum",
                "WORKBENCH_ENV_FILE": "no-such-file",
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def command(self, *arguments: str) -> str:
        """Run a ``workbench`` command, which must succeed, and return its standard output."""
        ended = self.run("-m", "workbench", *arguments)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def value(self, code: str) -> Any:
        """Run code that assigns ``seen``, and return that value, passed as JSON."""
        ended = self.run("-c", f"{code}\nimport json; print(json.dumps(seen))")
        assert ended.returncode == 0, ended.stderr
        return json.loads(ended.stdout.splitlines()[-1])


def grow(root: Path, added: Mapping[str, str], registry: str, line: str) -> GrownProject:
    """Copy the project into ``root``, add files and insert one line into the registry.

    The line goes after the last entry of the registry's list.
    """
    for part in PARTS:
        shutil.copytree(PROJECT / part, root / part)
    for path, text in added.items():
        (root / path).write_text(text, "utf-8")
    target = root / registry
    target.write_text(_with_line(target.read_text("utf-8"), line), "utf-8")
    write_museum(root / "data")
    return GrownProject(root)


def _with_line(text: str, line: str) -> str:
    """Insert the line below the last similar one: a quoted name with the same indent."""
    lines, indent = text.splitlines(), line[: line.index('"')]
    entries = [
        number
        for number, entry in enumerate(lines)
        if entry.startswith(f'{indent}"') and entry.endswith('",')
    ]
    lines.insert(entries[-1] + 1, line)
    return "\n".join(lines) + "\n"
