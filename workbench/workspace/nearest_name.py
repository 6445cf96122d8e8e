"""The nearest existing name, for messages about one that does not exist."""

from collections.abc import Collection, Iterable

from rapidfuzz import process

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized

MOST_LISTED = 40
"""Names in a hint; a graph may have a hundred thousand nodes."""


def nearest(name: str, known: Iterable[str], cutoff: int = 60) -> str | None:
    """The known name most like ``name``; None when nothing is alike."""
    match = process.extractOne(name, list(known), score_cutoff=cutoff)
    return str(match[0]) if match else None


def require(name: str, known: Collection[str], *, what: str, place: str) -> None:
    """Refuse a name that is not among ``known``, suggesting the nearest.

    Args:
        name: the name that is used.
        known: the names that exist.
        what: what it names, such as ``node type``; the catalogue of messages lists them.
        place: file, and line or path inside it.
    """
    if name in known:
        return
    words = {"place": place, "name": name, **_suggestion(name, known)}
    raise WorkspaceError(**localized("workspace.unknown_name", what=what, **words))


def require_property(name: str, known: Collection[str], *, owner: str, place: str) -> None:
    """Refuse a property that the node or edge type ``owner`` does not declare."""
    if name in known:
        return
    words = {"place": place, "name": name, **_suggestion(name, known)}
    raise WorkspaceError(**localized("workspace.unknown_property", owner=owner, **words))


def _suggestion(name: str, known: Collection[str]) -> dict[str, str]:
    if close := nearest(name, known):
        return {"close": close}
    listed = sorted(known)
    more = ", …" if len(listed) > MOST_LISTED else ""
    return {"known": ", ".join(listed[:MOST_LISTED]) + more or "-"}
