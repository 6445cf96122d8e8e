"""Read labelled questions from a workspace's golden.jsonl, one case per line."""

from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from workbench.domain.base import Value
from workbench.domain.local_text import Language
from workbench.errors import InputError

Kind = Literal[
    "fact", "list", "comparison", "unstructured", "unanswerable", "false_premise",
    "follow_up", "off_topic", "typo", "multi_intent",
]  # fmt: skip


class Case(Value):
    """A question and the expectations of its run; absent ones are not scored."""

    id: str
    kind: Kind
    language: Language
    question: str
    history: tuple[str, ...] = ()
    entities: tuple[str, ...] | None = None
    intents: tuple[str, ...] | None = None
    """Intents that the plan must have; ``A|B`` accepts either."""
    first_tool: str | None = None
    facts: tuple[str, ...] = ()
    """Phrases that the answer must contain; ``a|b`` accepts either."""
    forbidden: tuple[str, ...] = ()

    @property
    def judges_first_tool(self) -> bool:
        """True when the case names the first tool (or, as null, expects no tool call)."""
        return "first_tool" in self.model_fields_set


def read_cases(path: Path) -> list[Case]:
    """Read the cases of a file.

    Raises:
        InputError: a line is invalid; the message names the line and the field.
    """
    cases: list[Case] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            cases.append(Case.model_validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise InputError(f"{path.name}, line {number}, {place}: {first['msg']}") from error
    return cases
