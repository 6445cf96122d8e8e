"""The facade without ``await`` has everything that the Workbench has, under the same names."""

import inspect

import pytest

from workbench import Workbench
from workbench.bootstrap.sync import SyncWorkbench
from workbench.errors import InputError

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
