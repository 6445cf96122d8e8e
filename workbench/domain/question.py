"""A question as asked, as normalized, and in its thread."""

from typing import Literal

from pydantic import Field, model_validator

from workbench.domain.base import Value
from workbench.domain.listing import Listing, Page
from workbench.domain.local_text import Language, WholeText
from workbench.domain.plan import Filters


class Question(Value):
    """What was asked: the raw words, the normalized text and its language."""

    raw: str
    text: str
    language: Language

    @property
    def is_empty(self) -> bool:
        """True when nothing remains after normalization."""
        return not any(c.isalnum() for c in self.text)


class GivenTurn(Value):
    """An earlier turn that the caller tells: a question and its answer."""

    question: WholeText
    answer: WholeText

    @model_validator(mode="before")
    @classmethod
    def _of_pair(cls, raw: object) -> object:
        """``("question", "answer")`` means the same as an object with these names."""
        if isinstance(raw, list | tuple) and len(raw) == 2:
            return {"question": raw[0], "answer": raw[1]}
        return raw


class Turn(Value):
    """One earlier question of a thread with what it was about and what was answered."""

    run_id: str
    question: str
    answer: str
    intents: tuple[str, ...] = ()
    entities: tuple[tuple[str, str], ...] = ()
    """Pairs of canonical id and name."""
    filters: Filters = Field(default_factory=dict)
    listing: Listing | None = None
    """The list that it showed a part of; the last page of one counts."""


class MemoryDecision(Value):
    """What the memory gate decided, and why."""

    decision: Literal["independent", "follow_up", "doubtful"]
    reasons: tuple[str, ...] = ()
    summary: str = ""
    """What the planner is told of the earlier turns; empty unless ``follow_up``."""
    carried: Turn | None = None
    """The turn whose entities and filters an elliptic question leans on."""
    pages: tuple[Page, ...] = ()
    """What a request for more of the carried turn's list asks to see; empty for other questions."""
    rewritten: str = ""
    """The question made to stand alone, where it asks for more of a list."""

    @property
    def continued(self) -> Listing | None:
        """The list that more is asked of; None for other questions."""
        return self.carried.listing if self.carried and self.pages else None
