"""Lists that an answer showed in part, and the pages that a follow-up asks for."""

from workbench.domain.base import Value
from workbench.domain.local_text import Language
from workbench.domain.plan import BULLETS_STYLE, QueryPlan


class ListedPart(Value):
    """How far an answer showed the facts of one call; earlier pages count as shown."""

    call: int
    """Place of the call among the plan's, from 0."""
    heading: str = ""
    style: str = BULLETS_STYLE
    shown: int
    total: int

    @property
    def remaining(self) -> int:
        """How many facts no page has shown yet."""
        return self.total - self.shown


class Listing(Value):
    """A list that did not fit into one answer, with the plan that found it."""

    question: str
    """The question that began the list; a follow-up that shows more of it keeps it."""
    language: Language
    """Of that question: it sorts the names on every page."""
    plan: QueryPlan
    parts: tuple[ListedPart, ...]

    @property
    def remaining(self) -> int:
        """How many facts of all its parts no page has shown yet."""
        return sum(part.remaining for part in self.parts)


class Page(Value):
    """The next facts of one call: ``items`` of them, after the first ``offset``."""

    call: int
    offset: int
    items: int


def shown_list(
    question: str,
    language: Language,
    plan: QueryPlan,
    parts: tuple[ListedPart, ...],
    *,
    is_page: bool,
) -> Listing | None:
    """The list that an answer showed a part of; None where it showed all, unless as a page."""
    listing = Listing(question=question, language=language, plan=plan, parts=parts)
    return listing if listing.remaining or is_page else None
