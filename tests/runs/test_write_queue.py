"""Writes of many runs share transactions, and nothing else."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.pool import StaticPool

from workbench.runs.write_queue import WriteQueue


class Table:
    """A table of numbers, and how often it was written to."""

    def __init__(self) -> None:
        self._engine = create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
        self.transactions = 0
        with self._engine.begin() as connection:
            connection.execute(text("create table numbers (n integer primary key)"))

    @contextmanager
    def open(self) -> Iterator[Connection]:
        self.transactions += 1
        with self._engine.connect() as connection:
            yield connection

    def executions(self) -> list[str]:
        """Return the list to which each statement is added as it is executed."""
        found: list[str] = []
        event.listen(self._engine, "before_cursor_execute", lambda *args: found.append(args[2]))
        return found

    def numbers(self) -> list[int]:
        with self._engine.connect() as connection:
            return [row.n for row in connection.execute(text("select n from numbers order by n"))]


def insert(number: int, connection: Connection) -> int:
    connection.execute(text("insert into numbers values (:n)"), {"n": number})
    return number


@pytest.fixture
def table() -> Table:
    return Table()


async def test_what_waits_is_written_together(table: Table) -> None:
    writer = WriteQueue(table.open)
    done = await asyncio.gather(
        *(writer.write(lambda connection, n=n: insert(n, connection)) for n in range(300))
    )
    assert done == list(range(300))
    assert table.numbers() == done
    assert table.transactions < 150


async def test_one_that_fails_fails_alone(table: Table) -> None:
    writer = WriteQueue(table.open)
    wanted = [1, 2, 2, 3]
    done = await asyncio.gather(
        *(writer.write(lambda connection, n=n: insert(n, connection)) for n in wanted),
        return_exceptions=True,
    )
    assert [isinstance(one, Exception) for one in done].count(True) == 1
    assert table.numbers() == [1, 2, 3]
    assert await writer.write(lambda connection: insert(4, connection)) == 4


async def test_a_caller_that_leaves_takes_nothing_back(table: Table) -> None:
    writer = WriteQueue(table.open)
    writing = asyncio.create_task(writer.write(lambda connection: insert(1, connection)))
    await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    await writer.write(lambda connection: insert(2, connection))
    assert table.numbers() == [1, 2]


def test_loops_in_turn_share_a_writer(table: Table) -> None:
    writer = WriteQueue(table.open)
    for number in range(3):
        asyncio.run(writer.write(lambda connection, n=number: insert(n, connection)))
    assert table.numbers() == [0, 1, 2]


async def test_a_write_that_may_wait_shares_the_transaction_of_the_next_one(table: Table) -> None:
    writer = WriteQueue(table.open)
    patient = asyncio.ensure_future(
        writer.write(lambda connection: insert(1, connection), within_s=60.0)
    )
    await asyncio.sleep(0)
    assert await writer.write(lambda connection: insert(2, connection)) == 2
    assert await patient == 1
    assert table.transactions == 1


async def test_a_write_that_may_wait_is_done_when_none_follows(table: Table) -> None:
    writer = WriteQueue(table.open)
    assert await writer.write(lambda connection: insert(1, connection), within_s=0.001) == 1
    assert table.numbers() == [1]


async def test_a_write_whose_time_is_up_takes_no_later_one_along(table: Table) -> None:
    writer = WriteQueue(table.open)
    first = asyncio.ensure_future(
        writer.write(lambda connection: insert(1, connection), within_s=0.01)
    )
    await asyncio.sleep(0)
    await writer.write(lambda connection: insert(2, connection))
    await first
    writer._thread.submit(int).result()  # a thread that is still busy takes what comes meanwhile
    later = asyncio.ensure_future(
        writer.write(lambda connection: insert(3, connection), within_s=60.0)
    )
    await asyncio.sleep(0.03)
    assert not later.done(), "the timer of the first write, now stored, begins nothing"
    await writer.write(lambda connection: insert(4, connection))
    assert await later == 3
    assert table.transactions == 2


async def test_rows_of_one_statement_are_executed_together_and_in_order(table: Table) -> None:
    writer, executed = WriteQueue(table.open), table.executions()
    add = text("insert into numbers values (:n)")
    rows = [asyncio.ensure_future(writer.put(add, {"n": n}, within_s=60.0)) for n in range(4)]
    await asyncio.sleep(0)
    remove = text("delete from numbers where n = 2")
    await writer.write(lambda connection: connection.execute(remove))
    await asyncio.gather(*rows)
    assert table.numbers() == [0, 1, 3]
    assert executed[:2] == ["insert into numbers values (?)", "delete from numbers where n = 2"]


async def test_a_row_that_fails_fails_alone(table: Table) -> None:
    writer = WriteQueue(table.open)
    add = text("insert into numbers values (:n)")
    done = await asyncio.gather(
        *(writer.put(add, {"n": n}) for n in (1, 2, 2, 3)), return_exceptions=True
    )
    assert [isinstance(one, Exception) for one in done].count(True) == 1
    assert table.numbers() == [1, 2, 3]
