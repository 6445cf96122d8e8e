"""A run goes on without the page: events arrive, Stop stops it, an error outside it is told."""

import threading
from collections.abc import Callable, Iterator

import pytest

from tests.support.fake_workbench import FakeWorkbench
from workbench.domain.run import RunStatus, Stage
from workbench.domain.run_events import RunEvent
from workbench.errors import StoreError
from workbench.ui import session
from workbench.ui.live_runs import LiveRun, LiveRunRegistry, Preparation, Progress, RunSnapshot

SOON = 5.0


def finished(view: RunSnapshot) -> bool:
    return view.finished


def start(bench: FakeWorkbench, **more: object) -> LiveRun:
    live = LiveRun(lambda: bench.stream("q", workspace="portfolio"), reload=bench.runs.get, **more)  # type: ignore[arg-type]
    return LiveRunRegistry().add(live)


def test_a_live_run_ends_with_the_whole_answer() -> None:
    view = start(FakeWorkbench()).wait(finished, SOON)
    assert view.run is not None
    assert view.run.status is RunStatus.DONE
    assert view.text.count("[Source 5]") == 2
    assert view.stage is None


def test_a_stage_that_failed_ends_the_run() -> None:
    bench = FakeWorkbench()
    bench.fail_at = Stage.EXECUTE
    view = start(bench).wait(finished, SOON)
    assert view.run is not None and view.run.failure is not None
    assert view.run.failure.name is Stage.EXECUTE
    assert view.run.plan is not None


def test_stop_is_seen_at_once_and_reaches_the_stream() -> None:
    bench = FakeWorkbench(pause=0.05)
    live = start(bench)
    live.wait(lambda view: view.stage is Stage.PLAN, SOON)
    live.cancel()
    view = live.snapshot
    assert view.finished and view.cancelled
    assert view.run is not None and view.run.status is RunStatus.CANCELLED
    live.join(SOON)
    stored = bench.runs.get(view.run.id)
    assert stored is not None and stored.status is RunStatus.CANCELLED
    assert live.snapshot.run == stored


def test_a_stream_that_breaks_off_is_interrupted() -> None:
    def broken() -> Iterator[RunEvent]:
        yield from list(FakeWorkbench().stream("q", workspace="portfolio"))[:3]

    view = LiveRunRegistry().add(LiveRun(broken)).wait(finished, SOON)
    assert view.run is not None and view.run.status is RunStatus.INTERRUPTED


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        (StoreError("The index is down."), "StoreError", "The index is down."),
        (KeyError("x"), "InternalError", ""),
    ],
)
def test_an_error_outside_the_run_is_told_without_details(
    error: Exception, kind: str, message: str
) -> None:
    def failing() -> Iterator[RunEvent]:
        raise error

    view = LiveRunRegistry().add(LiveRun(failing)).wait(finished, SOON)
    assert view.error is not None
    assert (view.error.kind, view.error.message) == (kind, message)


def test_a_run_waits_for_the_indexes() -> None:
    go_on = threading.Event()

    def build(tell: Callable[[str, int, int], None]) -> None:
        tell("documents", 3, 24)
        go_on.wait(SOON)

    live = start(FakeWorkbench(), prepare=Preparation(build))
    view = live.wait(lambda view: view.preparing == Progress("documents", 3, 24), SOON)
    assert view.run is None
    go_on.set()
    assert live.wait(finished, SOON).run is not None


def test_indexes_are_built_once_for_all() -> None:
    registry, calls, go_on = LiveRunRegistry(), [], threading.Event()

    def build(_: object) -> None:
        calls.append(1)
        go_on.wait(SOON)

    first, second = registry.prepare("w", build), registry.prepare("w", build)
    go_on.set()
    first.wait(lambda _: None)
    assert first is second
    assert calls == [1]


def test_a_building_that_failed_is_not_begun_again_by_itself() -> None:
    registry = LiveRunRegistry()

    def build(_: object) -> None:
        raise StoreError("No room.")

    first = registry.prepare("w", build)
    first.join(SOON)
    assert registry.prepare("w", build) is first
    registry.drop_preparation("w")
    assert registry.prepare("w", build) is not first


def test_a_building_that_failed_raises_where_it_is_waited_for() -> None:
    def build(_: object) -> None:
        raise StoreError("No room.")

    with pytest.raises(StoreError, match="No room"):
        Preparation(build).wait(lambda _: None)


def test_a_run_is_found_by_ticket_and_by_id() -> None:
    registry = LiveRunRegistry()
    bench = FakeWorkbench()
    live = registry.add(LiveRun(lambda: bench.stream("q", workspace="portfolio")))
    live.wait(finished, SOON)
    assert registry.find(live.ticket) is live
    assert registry.find(live.run_id) is live
    assert registry.find("another") is None
    assert registry.find(None) is None


def test_the_current_run_is_named_by_its_id_as_soon_as_it_has_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = LiveRunRegistry()
    live = start(FakeWorkbench())
    monkeypatch.setattr(runs, "find", lambda name: live if name == live.ticket else None)
    monkeypatch.setattr(session, "registry", lambda: runs)
    monkeypatch.setattr(session.st, "session_state", {"wb_run": live.ticket})
    live.wait(lambda view: view.run is not None, SOON)
    assert session.current_name() == live.run_id
