"""Lists that an answer showed in part, and the pages that a follow-up requests."""

from workbench.domain.base import Value
from workbench.domain.local_text import Language
from workbench.domain.plan import BULLETS_STYLE, QueryPlan


class ListedPart(Value):
    """How many facts of one call were shown, earlier pages included."""

    call: int
    """Index of the call in the plan, from 0."""
    heading: str = ""
    style: str = BULLETS_STYLE
    shown: int
    total: int

    @property
    def remaining(self) -> int:
        """Number of facts that no page has shown yet."""
        return self.total - self.shown


class Listing(Value):
    """A list that did not fit into one answer, with the plan that produced it."""

    question: str
    """The first question about the list; follow-ups that show more of it keep it."""
    language: Language
    """The language of that question; it sorts the names on every page."""
    plan: QueryPlan
    parts: tuple[ListedPart, ...]

    @property
    def remaining(self) -> int:
        """Number of facts of all parts that no page has shown yet."""
        return sum(part.remaining for part in self.parts)


class Page(Value):
    """The next facts of one call: ``items`` of them, after the first ``offset``."""

    call: int
    offset: int
    items: int


def build_listing(
    question: str,
    language: Language,
    plan: QueryPlan,
    parts: tuple[ListedPart, ...],
    *,
    is_page: bool,
) -> Listing | None:
    """Build the list that an answer showed in part; None where it showed all and is not a page."""
    listing = Listing(question=question, language=language, plan=plan, parts=parts)
    return listing if listing.remaining or is_page else None
