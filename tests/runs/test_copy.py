"""Every run of one store is copied into another, and nothing there is overwritten."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from tests.contracts.run_store import draft, entry
from tests.support.russian_errors import in_russian
from tests.support.stored_runs import NAMES, id_of, write_database
from workbench.domain.prompts import PromptVersion
from workbench.errors import InputError, RunStoreError
from workbench.runs import CopyCounts, SqlRunStore, copy_runs, open_engine

RELEASE = "170e391"
ALL = len(NAMES[RELEASE])


@pytest.fixture
def source(tmp_path: Path) -> str:
    return f"sqlite:///{write_database(RELEASE, tmp_path / 'from.sqlite')}"


async def test_a_copy_has_equal_runs_and_a_second_one_nothing_to_do(
    source: str, tmp_path: Path
) -> None:
    target = f"sqlite:///{tmp_path / 'to.sqlite'}"
    told: list[tuple[int, int]] = []

    first = copy_runs(open_engine(source), open_engine(target), lambda *n: told.append(n))
    second = copy_runs(open_engine(source), open_engine(target))

    assert (first, second) == (CopyCounts(ALL, 0), CopyCounts(0, ALL))
    assert told == [(ALL, ALL)]
    before, after = SqlRunStore(open_engine(source)), SqlRunStore(open_engine(target))
    assert await after.list(limit=100) == await before.list(limit=100)
    for line in await before.list(limit=100):
        assert await after.get(line.id) == await before.get(line.id)


async def test_drafts_and_read_passages_are_copied(source: str, tmp_path: Path) -> None:
    target = f"sqlite:///{tmp_path / 'to.sqlite'}"
    before, after = SqlRunStore(open_engine(source)), SqlRunStore(open_engine(target))
    before.prepare()
    await before.drafts.record("museum", "passage-1", [draft("Lighthouse"), entry("hall")])
    copy_runs(open_engine(source), open_engine(target))
    copy_runs(open_engine(source), open_engine(target))
    assert await after.drafts.list("museum") == (draft("Lighthouse"),)
    assert await after.drafts.entries("museum") == (entry("hall"),)
    assert await after.drafts.extracted("museum") == {"passage-1"}


def test_a_copy_goes_on_where_it_was_interrupted(source: str, tmp_path: Path) -> None:
    target = f"sqlite:///{write_database(RELEASE, tmp_path / 'to.sqlite', 'graph-ru', 'graph-en')}"
    assert copy_runs(open_engine(source), open_engine(target)) == CopyCounts(ALL - 2, 2)


def test_a_damaged_run_is_named(source: str, tmp_path: Path) -> None:
    damaged = id_of(RELEASE, "graph-en")
    with sqlite3.connect(tmp_path / "from.sqlite") as connection:
        connection.execute("UPDATE runs SET header = '{' WHERE id = ?", [damaged])
    connection.close()
    target = open_engine(f"sqlite:///{tmp_path / 'to.sqlite'}")

    with pytest.raises(RunStoreError, match=f"{damaged} is damaged"):
        copy_runs(open_engine(source), target)

    with target.connect() as reading:
        assert reading.exec_driver_sql("SELECT count(*) FROM runs").scalar() == 0


def test_what_differs_is_not_overwritten(source: str, tmp_path: Path) -> None:
    file = write_database(RELEASE, tmp_path / "to.sqlite", "graph-ru")
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE run_stages SET fields = '{}' WHERE position = 3")
    connection.close()

    with pytest.raises(InputError, match="Nothing was copied") as refused:
        copy_runs(open_engine(source), open_engine(f"sqlite:///{file}"))

    assert "Ничего не скопировано" in in_russian(refused.value)
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT count(*) FROM runs").fetchone() == (1,)
    connection.close()


async def test_versions_of_a_template_under_one_number_are_named(
    source: str, tmp_path: Path
) -> None:
    target = f"sqlite:///{tmp_path / 'to.sqlite'}"
    for url in (source, target):
        store = SqlRunStore(open_engine(url))
        store.prepare()
        await store.prompts.add(
            PromptVersion(
                id=uuid4().hex,
                workspace="museum",
                name="system.en.jinja",
                text=f"Text of {url}",
                created_at=datetime.now(UTC),
            )
        )
    with pytest.raises(InputError, match=r"version 1 of the template “system\.en\.jinja”"):
        copy_runs(open_engine(source), open_engine(target))
