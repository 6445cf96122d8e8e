"""How the tables of a workspace can answer a question, or why they cannot."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

from workbench.domain.plan import PlanningResult
from workbench.retrieval.embedders import Embedder

BestDocument = Callable[[str, Embedder | None], Awaitable[str]]
"""Returns the id of the document with the passage most relevant to a text; empty without one."""


class Unread(NamedTuple):
    """The words of a question for which a table declines it."""

    words: tuple[str, ...]
    may_be_in_row: bool
    """Whether one row may have the answer; no row has a total."""
    is_foreign: bool = False
    """Whether they are in another alphabet than the table, which may have them in its own."""


class TablePlan(NamedTuple):
    """How the tables can answer a question."""

    query: PlanningResult | None = None
    """The plan of a query; None if not every word of the question was read."""
    decline: PlanningResult | None = None
    """The plan that tells why nothing is computed: for a question that rows do not answer by
    themselves, unless something other than a table does."""
    foreign: PlanningResult | None = None
    """The plan that says that the tables are in another language; None if they are not, or if the
    question names something in a table."""
    named: PlanningResult | None = None
    """The plan that tells which words of a question a table lacks that it names something of: such
    a question is not off-topic."""
    unread: Unread | None = None
    """The words for which it is declined, if the table lacks any."""
    reason: str = ""
    """Why no table is queried; empty if one is, or if the question names nothing in a table."""


class StatesAnswer(Protocol):
    """Returns whether a statement of the documents answers a question."""

    async def __call__(
        self, question: str, embedder: Embedder | None = None, *, unread: Unread | None = None
    ) -> bool:
        """Return True if a sentence of a text does, with nearly all words of the question.

        Of a question that a table declines, the statement has to have the ``unread`` words.
        """
        ...
