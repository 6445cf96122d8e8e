"""The nearest existing name, for messages about one that does not exist."""

from collections.abc import Iterable

from rapidfuzz import process

from workbench.errors import WorkspaceError


def nearest(name: str, known: Iterable[str], cutoff: int = 60) -> str | None:
    """The known name most like ``name``; None when nothing is alike."""
    match = process.extractOne(name, list(known), score_cutoff=cutoff)
    return str(match[0]) if match else None


def require(name: str, known: Iterable[str], *, what: str, place: str) -> None:
    """Refuse a name that is not known, suggesting the nearest."""
    names = list(known)
    if name in names:
        return
    close = nearest(name, names)
    hint = f"Did you mean «{close}»?" if close else f"Known: {', '.join(sorted(names)) or 'none'}."
    raise WorkspaceError(f"there is no {what} «{name}»", place=place, hint=hint)
