"""A draft answer with its parsed text, as the checks pass it on."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from workbench.domain.answer import Answer
from workbench.text.citation_marks import Unmarked, without_markers
from workbench.text.model import Text
from workbench.text.parse import parse


@dataclass(frozen=True)
class Draft:
    """An answer between the writer and the run's record.

    Only the answer is stored. The text models derive from its marked text, so each text is parsed
    once, however many checks read it.
    """

    answer: Answer

    @classmethod
    def of(cls, marked: str, **fields: Any) -> "Draft":
        """Return the draft of a marked text; ``fields`` are the answer's other fields."""
        return cls(Answer(text=without_markers(marked).text, marked=marked, **fields))

    @cached_property
    def text(self) -> Text:
        """The marked text."""
        return parse(self.answer.marked)

    @cached_property
    def clean(self) -> Unmarked:
        """The text without citation marks."""
        return without_markers(self.answer.marked)

    def with_text(self, marked: str) -> "Draft":
        """Return the draft with another marked text."""
        clean = without_markers(marked).text
        return Draft(self.answer.model_copy(update={"marked": marked, "text": clean}))
