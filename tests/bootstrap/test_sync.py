"""The facade without ``await`` has everything that the Workbench has, under the same names."""

import inspect
from collections.abc import AsyncGenerator
from types import GenericAlias
from typing import Any, get_args, get_origin

import pytest

from workbench import Workbench
from workbench.bootstrap.sync import SyncWorkbench
from workbench.errors import InputError
from workbench.pipeline.bridge import Items
from workbench.settings import Settings

OWN_WAY = {"open", "sync"}
"""How a Workbench is made, and the way to its facade."""
METHODS = sorted(
    name
    for name, _ in inspect.getmembers(Workbench, callable)
    if not name.startswith("_") and name not in OWN_WAY
)


def parameters(method: object) -> list[tuple[str, object, object]]:
    """Names, kinds and defaults, in order."""
    assert callable(method)
    given = inspect.signature(method).parameters.values()
    return [(one.name, one.kind, one.default) for one in given]


@pytest.mark.parametrize("name", METHODS)
def test_every_method_takes_the_same_without_await(name: str) -> None:
    waits, plain = getattr(Workbench, name), getattr(SyncWorkbench, name)
    assert parameters(plain) == parameters(waits)
    assert not inspect.iscoroutinefunction(plain)


def test_a_stored_run_is_found_by_its_id(workbench: Workbench) -> None:
    run = workbench.sync.ask("Is the windscreen covered?", workspace="insurance")
    assert workbench.sync.run(run.id) == run
    with pytest.raises(InputError, match="nowhere"):
        workbench.sync.run("nowhere")


@pytest.mark.parametrize("name", METHODS)
def test_every_method_declares_what_it_returns_without_await(name: str) -> None:
    waits, plain = getattr(Workbench, name), getattr(SyncWorkbench, name)
    returned = inspect.signature(waits).return_annotation
    if get_origin(returned) is AsyncGenerator:
        returned = GenericAlias(Items, get_args(returned)[0])
    assert inspect.signature(plain).return_annotation == returned
    assert plain.__annotations__["return"] == returned


class Overridden(Workbench):
    """A Workbench with its own version of a plain, a waiting and a streaming method."""

    def health(self) -> Any:
        return "own health"

    async def check(self, *args: Any, **given: Any) -> Any:
        return "own check", args, given

    async def stream(self, question: str, **_: Any) -> Any:
        yield question


def test_an_overridden_method_is_called(settings: Settings) -> None:
    sync = Overridden.open(settings).sync
    assert sync.health() == "own health"
    assert sync.check("a", ["b"]) == ("own check", ("a", ["b"]), {})
    assert list(sync.stream("q", workspace="w")) == ["q"]
