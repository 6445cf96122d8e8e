"""Read the question and the numbered sources from the request that a writer's model receives."""

import re
from dataclasses import dataclass
from typing import Any

from workbench.domain.local_text import LANGUAGES, Language
from workbench.nlp.language_detection import detect_language

_SOURCE = re.compile(r"^\[Source (\d+)\]\n(.+)\n((?:>.*\n?)+)", re.MULTILINE)
"""A source: its number, the line of its kind and headings, and its quoted lines."""
_QUESTION = re.compile(
    r"^(?:Question|Вопрос): (.+?)\s*^(?:Answer|Ответ):", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class GivenSource:
    """A numbered source of a prompt, with its kind: ``passage``, or the type of a fact."""

    number: int
    kind: str
    headings: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Reading:
    """What a model can know of a question: its words and the sources."""

    question: str
    sources: tuple[GivenSource, ...]

    @property
    def language(self) -> Language:
        """The language of the question."""
        return detect_language(self.question, LANGUAGES)


def read_prompt(body: Any) -> Reading:
    """Read a chat request of the OpenAI protocol."""
    text = body["messages"][-1]["content"]
    asked = _QUESTION.search(text)
    return Reading(
        question=asked[1].strip() if asked else "",
        sources=tuple(
            GivenSource(int(number), *_kind(line), _unquoted(quoted))
            for number, line, quoted in _SOURCE.findall(text)
        ),
    )


def _kind(line: str) -> tuple[str, tuple[str, ...]]:
    """Split "passage: Terms - Claims > When" into its kind and headings."""
    kind, _, headings = line.partition(": ")
    return kind, tuple(part.strip() for part in re.split(r" - | > ", headings))


def _unquoted(lines: str) -> str:
    return "\n".join(line.removeprefix(">").removeprefix(" ") for line in lines.splitlines())
