"""The Workbench API without ``await``, for screens, scripts and notebooks.

Each method is derived from the one of the same name, with its parameters, types and docstring.
"""

from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from workbench.bootstrap.asking import Asking
from workbench.bootstrap.async_workbench import AsyncWorkbench
from workbench.bootstrap.checking import Checking
from workbench.bootstrap.model_access import ModelAccess
from workbench.bootstrap.stored_runs import StoredRuns
from workbench.bootstrap.workspaces import Workspaces
from workbench.domain.run import Run, RunSummary
from workbench.pipeline.bridge import Items, bridge
from workbench.runs import RunStore

P = ParamSpec("P")
T = TypeVar("T")
Method: TypeAlias = Callable[Concatenate[AsyncWorkbench, P], T]
SyncMethod: TypeAlias = Callable[Concatenate["SyncWorkbench", P], T]


def plain(method: Method[P, T]) -> SyncMethod[P, T]:
    """The same method, which does not wait."""

    @wraps(method)
    def call(self: "SyncWorkbench", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return method(self._workbench, *args, **kwargs)

    return call


def waiting(method: Method[P, Coroutine[Any, Any, T]]) -> SyncMethod[P, T]:
    """The same method, which waits for its result."""

    @wraps(method)
    def call(self: "SyncWorkbench", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return bridge().run(method(self._workbench, *args, **kwargs))

    return call


def iterating(method: Method[P, AsyncGenerator[T, None]]) -> SyncMethod[P, Items[T]]:
    """The same method as a plain iterator; closing it cancels the run."""

    @wraps(method)
    def call(self: "SyncWorkbench", /, *args: P.args, **kwargs: P.kwargs) -> Items[T]:
        return bridge().iterate(method(self._workbench, *args, **kwargs))

    return call


class SyncRuns:
    """The run store without ``await``."""

    def __init__(self, store: RunStore) -> None:
        self._store = store

    def get(self, run_id: str) -> Run | None:
        """See RunStore.get."""
        return bridge().run(self._store.get(run_id))

    def list(self, **filters: Any) -> Sequence[RunSummary]:
        """See RunStore.list."""
        return bridge().run(self._store.list(**filters))

    def delete(self, run_id: str) -> bool:
        """See RunStore.delete."""
        return bridge().run(self._store.delete(run_id))


class SyncWorkbench:
    """Calls the Workbench's methods and waits for their results."""

    def __init__(self, workbench: AsyncWorkbench) -> None:
        self._workbench = workbench
        self.runs = SyncRuns(workbench.runs)
        self.schemas = workbench.schemas
        self.store_error = workbench.store_error

    ask = waiting(Asking.ask)
    stream = iterating(Asking.stream)
    generate = waiting(Asking.generate)
    generate_stream = iterating(Asking.generate_stream)

    run = waiting(StoredRuns.run)
    fork = waiting(StoredRuns.fork)
    fork_stream = iterating(StoredRuns.fork_stream)
    replay = waiting(StoredRuns.replay)
    replay_stream = iterating(StoredRuns.replay_stream)
    display = plain(StoredRuns.display)
    json_source_list = plain(StoredRuns.json_source_list)
    structured = plain(StoredRuns.structured)

    workspaces = plain(Workspaces.workspaces)
    is_ready = plain(Workspaces.is_ready)
    prepare = plain(Workspaces.prepare)
    workspace = plain(Workspaces.workspace)
    document = plain(Workspaces.document)
    confidence_config = plain(Workspaces.confidence_config)
    validate_plan = plain(Workspaces.validate_plan)
    execute = waiting(Workspaces.execute)
    search = waiting(Workspaces.search)

    check = waiting(Checking.check)

    health = plain(ModelAccess.health)
    list_models = waiting(ModelAccess.list_models)
    test_model = waiting(ModelAccess.test_model)
