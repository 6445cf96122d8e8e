"""Ask ten questions over each of three generated tables, offline, and check them with pandas.

    python -m benchmarks.tables [ROWS]

The reader of questions was written with the first table. The questions over the second were
written before they were asked: six of ten were right, and then the four were looked at. Those over
the third were written after that. Prints the statement of each question, and p50 and p95 of the
time of a question; exit code 1 if a row of the first table is wrong.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.support.table_answers import differences
from tests.support.table_questions import DELIVERIES, ORDERS, VISITS, AskedTable
from workbench import Settings, Workbench
from workbench.bootstrap.new_workspace import create_workspace

ROWS = 100_000


async def ask_all(home: Path, name: str, table: AskedTable, rows: int) -> int:
    """Ask the questions of a table; return how many have wrong rows."""
    frame = table.write(home / table.file, rows)
    settings = Settings(workbench_home=home)
    create_workspace(name, settings, home / table.file)
    workbench = Workbench.open(settings)
    started = time.perf_counter()
    await workbench.ask("?", workspace=name)
    print(f"\n{table.file}: {rows:,} rows, indexed in {time.perf_counter() - started:.1f} s")
    times, wrong = [], 0
    for question, expected in table.questions:
        started = time.perf_counter()
        run = await workbench.ask(question, workspace=name)
        times.append((time.perf_counter() - started) * 1000)
        statement = next((call.statement for call in run.tool_calls if call.statement), None)
        problems = differences(run, expected(frame)) if statement else ["no table was queried"]
        wrong += bool(problems)
        print(f"{'wrong' if problems else 'right'}  {times[-1]:7.1f} ms  {question}")
        if statement:
            print(f"       {' '.join(statement.sql.split())}  {list(statement.values)}")
        print("".join(f"       {one}\n" for one in problems[:3]), end="")
    ordered = sorted(times)
    p95 = ordered[round(0.95 * (len(ordered) - 1))]
    right = len(times) - wrong
    print(f"{right} of {len(times)} right; p50 {statistics.median(times):.1f} ms, p95 {p95:.1f} ms")
    return wrong


async def main(rows: int) -> int:
    """Ask over every table."""
    with tempfile.TemporaryDirectory() as home:
        wrong = await ask_all(Path(home), "orders", ORDERS, rows)
        await ask_all(Path(home), "visits", VISITS, rows)
        await ask_all(Path(home), "deliveries", DELIVERIES, rows)
    return wrong


if __name__ == "__main__":
    sys.exit(bool(asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else ROWS))))
