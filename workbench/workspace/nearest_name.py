"""Suggest the nearest known name for an unknown one."""

from collections.abc import Collection, Iterable

from rapidfuzz import process

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized

MOST_LISTED = 40
"""Names in a hint; a graph can have a hundred thousand nodes."""


def nearest(name: str, known: Iterable[str], cutoff: int = 60) -> str | None:
    """Return the known name most similar to ``name``; None below ``cutoff`` (on 0-100).

    What comes before a colon is not similarity: "project:nope" resembles no "project:harvest".
    """
    names = list(known)
    kind, colon, own = name.rpartition(":")
    alike = [one.removeprefix(f"{kind}:") for one in names if one.startswith(f"{kind}:")]
    if colon and alike:
        match = process.extractOne(own, alike, score_cutoff=cutoff)
        return f"{kind}:{match[0]}" if match else None
    match = process.extractOne(name, names, score_cutoff=cutoff)
    return str(match[0]) if match else None


def require(name: str, known: Collection[str], *, what: str, place: str) -> None:
    """Raise WorkspaceError for a name that is not in ``known``, with the nearest as a hint.

    Args:
        name: the name to look up.
        known: the names that exist.
        what: the kind of name, such as ``node type``; a key of ``names.what`` in the messages.
        place: file, and line or path in it.
    """
    if name in known:
        return
    words = {"place": place, "name": name, **_suggestion(name, known)}
    raise WorkspaceError(**localized("workspace.unknown_name", what=what, **words))


def require_property(name: str, known: Collection[str], *, owner: str, place: str) -> None:
    """Raise WorkspaceError for a property that the type ``owner`` does not declare."""
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
