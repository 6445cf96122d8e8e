"""A workspace is opened once, whoever asks for it: plain code, or tasks of several event loops."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.museum_workspace import write_museum
from workbench import Workbench
from workbench.bootstrap.opened_workspace import OpenedWorkspace, update_index
from workbench.settings import Settings


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    documents = write_museum(tmp_path) / "documents"
    documents.mkdir(exist_ok=True)
    (documents / "amber.md").write_text("# Amber\n\nThe amber hall shows carved beads.\n", "utf-8")
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        workbench_home=tmp_path / "home",
        workbench_workspaces=(tmp_path,),
        workbench_default="museum",
    )
    return Workbench.open(settings)


def test_callers_of_several_loops_and_threads_share_one_opening(bench: Workbench) -> None:
    pool = bench.workspace_pool
    begun = threading.Barrier(6, timeout=30)
    builds: list[tuple[str, int]] = []

    def opened(number: int) -> OpenedWorkspace:
        begun.wait()
        if number % 2:
            return pool.prepare("museum", lambda stage, done, _: builds.append((stage, done)))
        report = pool.get("museum", lambda stage, done, _: builds.append((stage, done)))
        return asyncio.run(report)

    with ThreadPoolExecutor(6) as threads:
        first, *others = threads.map(opened, range(6))
    assert all(one is first for one in others)
    assert len(builds) == len(set(builds)) > 0


async def test_a_caller_that_leaves_the_queue_holds_up_nobody(bench: Workbench) -> None:
    pool = bench.workspace_pool
    may_go_on = threading.Event()

    def wait(*_: object) -> None:
        may_go_on.wait(30)

    building = asyncio.create_task(pool.get("museum", wait))
    leaving = asyncio.create_task(pool.get("museum"))
    staying = asyncio.create_task(pool.get("museum"))
    await asyncio.sleep(0.05)
    leaving.cancel()
    may_go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    assert await staying is await building


async def test_what_another_process_indexes_is_found_without_a_restart(
    bench: Workbench, tmp_path: Path
) -> None:
    pool = bench.workspace_pool
    before = await pool.get("museum")
    await pool.refresh("museum")
    assert pool.opened["museum"] is before
    (tmp_path / "museum" / "documents" / "silver.md").write_text("# Silver\n\nSpoons.\n", "utf-8")
    await update_index("museum", bench.settings)

    await pool.refresh("museum")

    assert "silver.md" in pool.opened["museum"].documents


async def test_a_file_that_cannot_be_read_leaves_the_workspace_as_it_is_open(
    bench: Workbench, tmp_path: Path
) -> None:
    pool = bench.workspace_pool
    before = await pool.get("museum")
    (tmp_path / "museum" / "workspace.yaml").write_text("id: [", "utf-8")

    await pool.refresh("museum")

    assert pool.opened["museum"] is before
