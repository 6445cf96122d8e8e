"""Start a temporary PostgreSQL server from Debian's package on a free port."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PACKAGES = Path("/usr/lib/postgresql")
"""The folder of Debian's PostgreSQL programs, such as ``15/bin/initdb``."""
USER = "postgres"
"""The user that runs the server when the tests run as root, which PostgreSQL refuses."""


def missing() -> str:
    """Return why no server can be started here; empty where one can."""
    if not _folders():
        return f"no PostgreSQL under {PACKAGES}: install the package postgresql"
    if os.geteuid() == 0 and USER not in {user.pw_name for user in pwd.getpwall()}:
        return f"PostgreSQL refuses to run as root, and there is no user {USER}"
    return ""


@contextmanager
def postgres() -> Iterator[str]:
    """Start a server, yield the URL of its database, and remove it."""
    folder = Path(tempfile.mkdtemp(prefix="workbench-postgres-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, USER, USER)
        data = folder / "data"
        port = _free_port()
        _run("initdb", "-D", data, "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C.UTF-8")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder} -c fsync=off"
        _run("pg_ctl", "start", "-w", "-D", data, "-l", folder / "log", "-o", options)
        try:
            yield f"postgresql://{USER}@127.0.0.1:{port}/postgres"
        finally:
            _run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", data)
    finally:
        shutil.rmtree(folder)


def _run(program: str, *arguments: object) -> None:
    as_user = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    command = [*as_user, str(_folders()[-1] / program), *map(str, arguments)]
    ended = subprocess.run(
        command, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, f"{program}: {ended.stderr or ended.stdout}"


def _folders() -> list[Path]:
    found = [bin for bin in PACKAGES.glob("*/bin") if (bin / "initdb").exists()]
    return sorted(found, key=lambda bin: float(bin.parent.name))


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])
