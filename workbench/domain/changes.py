"""The audit of a workspace: who changed its entities, graph and prompts, when and how."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal, TypeAlias

from workbench.domain.base import Value
from workbench.domain.corrections import Correction
from workbench.domain.prompts import ORIGINAL, PromptEvent, PromptVersion

ChangedArea: TypeAlias = Literal["entities", "graph", "prompts"]
_ENTITY_KINDS = frozenset({"alias", "unalias", "merge", "split", "accept", "reject"})


class Change(Value):
    """One change; of a correction that was undone since there are two."""

    at: datetime
    author: str
    """Who made it: an address, ``app`` without sign-in, ``cli`` for the command line."""
    area: ChangedArea
    kind: str
    """That of the correction; of a prompt ``saved``, ``candidate`` or ``live``."""
    is_undone: bool = False
    """Whether this change takes the correction back."""
    correction: Correction | None = None
    template: str = ""
    number: int = ORIGINAL
    """Of the template's version."""


def changes_of(
    corrections: Iterable[Correction],
    versions: Iterable[PromptVersion],
    events: Iterable[PromptEvent],
) -> tuple[Change, ...]:
    """Return every change, the newest first."""
    found = [change for one in corrections for change in _corrected(one)]
    found += [_prompt(one, "saved") for one in versions]
    found += [_prompt(one, one.label) for one in events]
    return tuple(sorted(found, key=lambda one: one.at, reverse=True))


def _corrected(made: Correction) -> Iterator[Change]:
    area: ChangedArea = "entities" if made.kind in _ENTITY_KINDS else "graph"
    change = Change(
        at=made.created_at, author=made.author, area=area, kind=made.kind, correction=made
    )
    yield change
    if made.undone_at is not None:
        taken_back = {"at": made.undone_at, "author": made.undone_by, "is_undone": True}
        yield change.model_copy(update=taken_back)


def _prompt(made: PromptVersion | PromptEvent, kind: str) -> Change:
    return Change(
        at=made.created_at,
        author=made.author,
        area="prompts",
        kind=kind,
        template=made.name,
        number=made.number,
    )
