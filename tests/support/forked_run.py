"""Forks of the sample run, with other outputs of its stages."""

from typing import Any

from tests.support.sample_run import sample_run
from workbench.domain.run import Run


def fork(**changes: Any) -> Run:
    """The sample run with other outputs, as a fork of it."""
    parent = sample_run()
    return parent.model_copy(update={"id": "f0", "parent_id": parent.id, **changes})


def showing(run: Run, count: int) -> Run:
    """A run with the same facts found, of which the renderer shows the first ones."""
    assert run.rendered is not None
    rendered = run.rendered.model_copy(update={"sources": run.rendered.sources[:count]})
    return run.model_copy(update={"rendered": rendered})
