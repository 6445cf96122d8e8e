"""Load runs of earlier releases from the rows in tests/runs/stored."""

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

STORED = Path(__file__).parents[1] / "runs" / "stored"
RELEASES = tuple(sorted(folder.name for folder in STORED.iterdir() if folder.is_dir()))
NAMES = {
    release: tuple(sorted(file.stem for file in (STORED / release).glob("*.json")))
    for release in RELEASES
}


def rows_of(release: str, name: str) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a run by table."""
    rows: dict[str, list[dict[str, Any]]] = json.loads(
        (STORED / release / f"{name}.json").read_text("utf-8")
    )
    return rows


def id_of(release: str, name: str) -> str:
    """Return the id of a stored run."""
    return str(rows_of(release, name)["runs"][0]["id"])


def write_database(release: str, file: Path, *names: str) -> Path:
    """Write a release's SQLite file with the named runs (all of them without names)."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.executescript((STORED / release / "schema.sql").read_text("utf-8"))
    connection.close()
    for name in names or NAMES[release]:
        insert_run(file, release, name)
    return file


def insert_run(file: Path, release: str, name: str, **changed: Any) -> None:
    """Insert the rows of a run, with some columns of ``runs`` changed."""
    rows = rows_of(release, name)
    rows["runs"][0] |= changed
    with sqlite3.connect(file) as connection:
        for table, of_table in rows.items():
            for row in of_table:
                _insert(connection, table, row)
    connection.close()


def _insert(connection: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> None:
    values = [
        json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value
        for value in row.values()
    ]
    marks = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", values)
