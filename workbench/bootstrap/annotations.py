"""Check and combine what a person notes about a run."""

from collections.abc import Iterable

from workbench.domain.run_summary import BEST_RATING, RunAnnotation
from workbench.errors import InputError
from workbench.i18n.errors import localized

LONGEST_TAG = 40
"""Characters of a tag: it stands in a column of a list."""
MOST_TAGS = 20
LONGEST_NOTE = 4000
"""Characters of a note."""


def with_changes(
    noted: RunAnnotation,
    tags: Iterable[str] | None,
    rating: int | None,
    note: str | None,
) -> RunAnnotation:
    """Return the annotation with the given parts replaced; None keeps a part, 0 drops the rating.

    Raises:
        InputError: a part is out of its limits.
    """
    update: dict[str, object] = {}
    if tags is not None:
        update["tags"] = _checked_tags(tags)
    if rating is not None:
        if not 0 <= rating <= BEST_RATING:
            raise InputError(**localized("bootstrap.bad_rating", rating=rating, best=BEST_RATING))
        update["rating"] = rating or None
    if note is not None:
        if len(note) > LONGEST_NOTE:
            raise InputError(**localized("bootstrap.long_note", most=LONGEST_NOTE, got=len(note)))
        update["note"] = note.strip()
    return noted.model_copy(update=update)


def _checked_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Return the tags without surrounding spaces, each once, in alphabetical order."""
    wanted = sorted({" ".join(tag.split()) for tag in tags} - {""})
    if len(wanted) > MOST_TAGS:
        raise InputError(**localized("bootstrap.many_tags", most=MOST_TAGS, got=len(wanted)))
    for tag in wanted:
        if len(tag) > LONGEST_TAG:
            raise InputError(**localized("bootstrap.long_tag", tag=tag, most=LONGEST_TAG))
    return tuple(wanted)
