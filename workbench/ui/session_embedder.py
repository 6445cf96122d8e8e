"""The change of the embedder, which all sessions share."""

from workbench.ui import session
from workbench.ui.live_runs import Preparation

_EMBEDDER = "/embedder"
"""The name of the embedder's change among the preparations: no workspace can have it."""


def embedder_change() -> Preparation | None:
    """The change of the embedder in progress, or the last one if it failed."""
    change = session.registry().preparation(_EMBEDDER)
    return None if change is None or (change.finished and change.error is None) else change


def change_embedder(name: str) -> None:
    """Begin to index every workspace with another embedder, which is used when it is done.

    A change in progress, which another session may have begun, goes on instead.
    """
    shared = session.workbench()
    change = session.registry().preparation(_EMBEDDER)
    if change is not None and change.finished:
        session.registry().drop_preparation(_EMBEDDER)
    session.registry().prepare(_EMBEDDER, lambda tell: shared.change_embedder(name, tell))
