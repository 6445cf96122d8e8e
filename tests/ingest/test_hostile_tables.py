"""A table that the database refuses has its reason; the others of the file, and files, are read."""

import signal
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from tests.ingest.test_tables import as_workbook
from workbench.domain.tables import TableSchema
from workbench.errors import StoreError
from workbench.ingest.catalogue import DocumentRecord
from workbench.ingest.documents import parse_document
from workbench.ingest.tables import build, combine
from workbench.ingest.tables.build import build_tables
from workbench.ingest.tables.stored import read_left_out, read_schemas
from workbench.ingest.tables.verify import table_problems
from workbench.retrieval.tables import write
from workbench.retrieval.tables.query import TableStore
from workbench.retrieval.tables.write import StoredColumn, StoredTable, write_tables

KEYWORDS = "select,from,where,order,group,table,drop,null,union"


def read(folder: Path, name: str, content: str | bytes) -> tuple[list[TableSchema], list[str]]:
    document = parse_document(name, content)
    build_tables(folder, "stored0", document)
    records = {name: DocumentRecord(stored="stored0", content_hash=document.content_hash)}
    assert list(table_problems(folder, "stored0", document)) == []
    schemas = [schema for schema, _ in read_schemas(folder, records).values()]
    return schemas, [one.reason for one in read_left_out(folder, records)]


@pytest.mark.parametrize(
    "rows",
    [
        ["day", "0000-00-00", "9999-12-31"],
        ["day", "31.12.9999", "01.01.0001"],
        ["day", "99999-01-01", "2024-01-01"],
        ["n", "9" * 400, "1"],
        ["n", "1e308", "1e-308"],
        ["n", "1e99", "-1e99"],
        ["n", "NaN", "inf", "-inf", "1"],
        ["text", "x" * 100_000, "y"],
        ["text", "\ufdd0\uffff\U0001f600", "\u202e"],
        ["same,SAME,Same,,,#number,#text", "1,2,3,4,5,6,7"],
        ["İ,i̇,ß,SS,ss", "1,2,3,4,5"],
        [KEYWORDS, "1,2,3,4,5,6,7,8,9"],
        ['"a""; DROP TABLE x; --",b', "1,2"],
    ],
)
def test_hostile_cells_and_names_are_a_table(tmp_path: Path, rows: list[str]) -> None:
    schemas, reasons = read(tmp_path, "a.csv", "\n".join([*rows, ""]))
    assert (len(schemas), reasons) == (1, [])


def test_a_table_of_5000_columns_has_its_reason(tmp_path: Path) -> None:
    wide = [[f"c{number}" for number in range(5_000)], [*range(5_000)]]
    content = as_workbook(Wide=wide, Fine=[["a", "b"], [1, 2]])
    schemas, reasons = read(tmp_path, "a.xlsx", content)
    assert [one.sheet for one in schemas] == ["Fine"]
    assert reasons == ["5,000 columns; tables of up to 500 can be queried"]


def test_a_table_that_the_database_refuses_costs_none_of_the_others(tmp_path: Path) -> None:
    place = [(1, 0, 1, "x")]
    nul = StoredTable("nul", [StoredColumn("t", "VARCHAR", ["a\0b"])], place)
    bad = StoredTable("bad", [StoredColumn("n", "BIGINT", ["1e999"])], place)
    lone = StoredTable("lone", [StoredColumn("t", "VARCHAR", ["\ud83d"])], place)
    good = StoredTable("good", [StoredColumn("n", "BIGINT", ["5"])], place)
    path = tmp_path / "a.duckdb"
    reasons = write_tables(path, [bad, nul, lone, good])
    assert set(reasons) == {"bad", "lone"}
    assert "1e999" in reasons["bad"]
    with duckdb.connect(path, read_only=True) as connection:
        assert connection.sql("SHOW TABLES").fetchall() == [("good",), ("nul",)]
        assert connection.sql("SELECT n FROM good").fetchall() == [(5,)]


@pytest.mark.parametrize("passing", [duckdb.OutOfMemoryException, duckdb.IOException])
def test_a_database_that_cannot_be_written_now_refuses_no_table_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, passing: type[Exception]
) -> None:
    def fails(*_: object) -> None:
        raise passing("no space left")

    with monkeypatch.context() as patched:
        patched.setattr(write, "_write", fails)
        with pytest.raises(StoreError, match="no space left"):
            read(tmp_path, "a.csv", "n\n1\n2\n")
    schemas, reasons = read(tmp_path, "a.csv", "n\n1\n2\n")
    assert (len(schemas), reasons) == (1, [])


def test_an_error_of_the_program_is_no_reason_to_leave_a_table_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise TypeError("a mistake")

    monkeypatch.setattr(build, "with_duration", fails)
    monkeypatch.setattr(combine, "with_duration", fails)
    with pytest.raises(TypeError, match="a mistake"):
        read(tmp_path, "a.csv", "n\n1\n2\n")
    text = parse_document("a.md", "# A\n\n| Room | Seats |\n|---|---|\n| A | 1 |\n| B | 2 |\n")
    held = build.texts_of(text)
    assert held is not None
    with pytest.raises(TypeError, match="a mistake"):
        list(combine.combined([("a.md", held)]))


def test_a_failed_write_leaves_the_database_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.duckdb"
    columns = [StoredColumn("n", "BIGINT", ["5"])]
    write_tables(path, [StoredTable("t", columns, [(1, 0, 1, "x")])])

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(write, "_write", no_space)
    with pytest.raises(OSError, match="No space left"):
        write_tables(path, [StoredTable("t", columns, [(1, 0, 1, "x")])])
    with duckdb.connect(path, read_only=True) as connection:
        assert connection.sql("SELECT n FROM t").fetchall() == [(5,)]
    assert [one.name for one in tmp_path.iterdir()] == ["a.duckdb"]


KILLED = """
import os, signal, sys
from pathlib import Path
from workbench.retrieval.tables import write
from workbench.retrieval.tables.write import StoredColumn, StoredTable

whole = write._write
def killed(connection, table):
    whole(connection, table)
    os.kill(os.getpid(), signal.SIGKILL)

write._write = killed
table = StoredTable("t", [StoredColumn("n", "BIGINT", ["7"])], [(1, 0, 1, "x")])
write.write_tables(Path(sys.argv[1]), [table])
"""


def test_a_killed_write_leaves_the_database_that_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    columns = [StoredColumn("n", "BIGINT", ["5"])]
    write_tables(path, [StoredTable("t", columns, [(1, 0, 1, "x")])])
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    store = TableStore({"t": path})
    assert store.query("t", "SELECT n FROM t") == [(5,)]
    store.close()
