"""Questions, the turns of a thread, and the decision of the memory gate."""

from typing import Literal

from pydantic import Field, model_validator

from workbench.domain.base import Value
from workbench.domain.graph_query import GraphQuery
from workbench.domain.listing import Listing, Page
from workbench.domain.local_text import Language, WholeText
from workbench.domain.plan import Filters
from workbench.domain.table_query import TableArgs


class Question(Value):
    """A question: the raw input, the normalized text and its language."""

    raw: str
    text: str
    language: Language

    @property
    def is_empty(self) -> bool:
        """True when nothing remains after normalization."""
        return not any(c.isalnum() for c in self.text)


class GivenTurn(Value):
    """An earlier turn supplied by the caller: a question and its answer."""

    question: WholeText
    answer: WholeText

    @model_validator(mode="before")
    @classmethod
    def _of_pair(cls, raw: object) -> object:
        """Accept a pair ``("question", "answer")`` as well as an object with these fields."""
        if isinstance(raw, list | tuple) and len(raw) == 2:
            return {"question": raw[0], "answer": raw[1]}
        return raw


class Turn(Value):
    """One earlier question of a thread with its entities and its answer."""

    run_id: str
    question: str
    answer: str
    intents: tuple[str, ...] = ()
    entities: tuple[tuple[str, str], ...] = ()
    """Pairs of canonical id and name."""
    filters: Filters = Field(default_factory=dict)
    query: GraphQuery | None = Field(default=None, exclude_if=lambda query: query is None)
    """The query to the graph, with sets of its own only."""
    table: TableArgs | None = Field(default=None, exclude_if=lambda table: table is None)
    """The query of a table."""
    listing: Listing | None = None
    """The list that the answer showed in part, its last page included."""
    searched: bool = Field(default=False, exclude_if=lambda searched: not searched)
    """Whether its plan searched the documents and nothing else."""


class MemoryDecision(Value):
    """What the memory gate decided, and why."""

    decision: Literal["independent", "follow_up", "doubtful"]
    reasons: tuple[str, ...] = ()
    score: float | None = Field(default=None, exclude_if=lambda score: score is None)
    """Sum of the weights of its signals; None where none was weighed."""
    summary: str = ""
    """Summary of the earlier turn for the planner; empty unless ``follow_up``."""
    carried: Turn | None = None
    """The turn that supplies the entities and filters of an elliptical question."""
    pages: tuple[Page, ...] = ()
    """The requested pages of the carried turn's list; empty for other questions."""
    rewritten: str = ""
    """The question as it would stand alone: a request for more of a list, or an elliptical
    follow-up over documents; empty for other questions."""

    @property
    def continued(self) -> Listing | None:
        """The list that the question asks to continue; None for other questions."""
        return self.carried.listing if self.carried and self.pages else None

    @property
    def all_shown(self) -> int:
        """Number of facts of a list whose rest is requested although every fact was shown."""
        if self.continued is None or any(page.items for page in self.pages):
            return 0
        return sum(part.total for part in self.continued.parts)
