"""Answer, its citations, and the options of a question."""

import re
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from workbench.domain.base import Value, is_empty
from workbench.domain.evidence import Quote
from workbench.domain.listing import ListedPart
from workbench.domain.local_text import whole_characters
from workbench.domain.question import GivenTurn

CITATION_MARKER = re.compile(r"\[Source\s*(\d+)\]", re.IGNORECASE)
"""The citation marker that models write (``[Source 2]``); citation styles replace it."""


_STOPS = ".!?…"


def marker(number: int) -> str:
    """The canonical marker of source ``number`` (from 1)."""
    return f"[Source {number}]"


def with_marker(text: str, number: int) -> str:
    """The text with its source's marker before the full stop: "The excess is $100 [Source 1]."."""
    bare = text.rstrip(_STOPS)
    return f"{bare} {marker(number)}{text[len(bare) :]}"


class Mode(StrEnum):
    """How closely the answer follows the sources (docs/formulas.md)."""

    SIMPLE = "simple"
    GROUNDED = "grounded"
    ANALYTICAL = "analytical"
    CONVERSATIONAL = "conversational"


class Template(StrEnum):
    """Which prompt to use; ``auto`` lets the intent decide."""

    AUTO = "auto"
    COMPARISON = "comparison"
    SUMMARIZATION = "summarization"


class Format(StrEnum):
    """The format of the answer's text."""

    PLAIN = "plain"
    MARKDOWN = "markdown"
    BULLETS = "bullets"
    JSON = "json"


EDITED = "edited"
"""The model of an answer that a person wrote or changed."""
NO_CITATIONS = "none"
"""The citation style without marks, used for customers."""

DEFAULT_CITATIONS = "numbered"


class Audience(StrEnum):
    """Who reads the answer: analysts get citations, customers clean text."""

    ANALYST = "analyst"
    CUSTOMER = "customer"


Role: TypeAlias = Literal["planner", "answer", "judge", "embedder"]


class AskOptions(Value):
    """How to answer one question, in the app, the CLI and Python alike; not part of the plan."""

    mode: Mode = Mode.GROUNDED
    template: Template = Template.AUTO
    format: Format = Format.MARKDOWN
    citations: str | None = None
    """A name from ``workbench.citation_styles``; None selects the workspace's default style."""
    audience: Audience = Audience.ANALYST
    output_schema: str | None = Field(default=None, alias="schema")
    require_grounding: bool = True
    max_response_length: int = Field(default=1000, ge=1)
    system_instructions: Annotated[str, AfterValidator(whole_characters)] = ""
    show_confidence: bool = False
    """Whether the displayed answer ends with the confidence; never for customers."""
    models: dict[Role, str] = Field(default_factory=dict)
    temperature: float | None = Field(default=None, ge=0.2, le=0.5)
    """Of the answer model; None selects the value of the settings."""
    max_tokens: int | None = Field(default=None, ge=16, le=32_000)
    """Limit for the answer model's reply; None selects the value of the settings."""
    confidence_config: dict[str, float] = Field(default_factory=dict)
    """Constants of the confidence formula; they override those of settings and workspace."""
    history: tuple[GivenTurn, ...] = ()
    """Earlier turns, oldest first; they replace those of the thread."""

    model_config = Value.model_config | {"populate_by_name": True, "serialize_by_alias": True}

    @property
    def is_structured(self) -> bool:
        """Whether the answer is JSON, which is neither reformatted nor shortened."""
        return self.output_schema is not None or self.format is Format.JSON


class ShortenedSource(Value):
    """A source that was shortened for the prompt."""

    number: int
    tokens: int
    """Estimated tokens of the whole content."""
    kept: int
    """Estimated tokens of the part in the prompt."""


class Rendered(Value):
    """The facts formatted by the renderer, for comparison with a model's answer."""

    style: str
    text: str
    """The text for readers: complete up to the limits, without markers."""
    marked: str
    """The same text with ``[Source N]`` after each fact."""
    context: str
    """The numbered sources in the answer model's prompt."""
    sources: tuple[str, ...] = ()
    """Evidence ids; ``[Source N]`` means ``sources[N - 1]``."""
    omitted: int = 0
    """Number of facts beyond the limits."""
    listed: tuple[ListedPart, ...] = ()
    """How many facts of each graph call are shown, in the order of the calls."""
    shortened: tuple[ShortenedSource, ...] = ()
    """The sources shortened in ``context`` to fit the prompt's budget."""


class Citation(Value):
    """A link from a sentence of the answer to one piece of evidence."""

    source_index: int
    """Index from 0 into the provided sources."""
    evidence_id: str
    chunk_id: str
    quoted_text: str
    """The sentence of the answer that cites; a cell of a table with its labels before it."""
    quote: Quote | None = None
    """The supporting passage, located in the document."""
    start_pos: int
    end_pos: int
    """Offsets of the marker in ``marked``."""


class PromptSection(Value):
    """One section of the answer model's prompt, and what was cut to fit its budget."""

    name: Literal["instructions", "history", "sources", "question"]
    tokens: int
    """Estimated at four bytes each; the run's usage has the provider's count."""
    left_out: int = 0
    """Estimated tokens that were cut."""
    cut: tuple[str, ...] = ()
    """What was cut or shortened: markers of sources, earlier questions."""


Outcome: TypeAlias = Literal[
    "answered", "no_answer", "not_understood", "off_topic", "empty_question", "all_shown"
]


DECLINED: frozenset[Outcome] = frozenset(
    ("off_topic", "no_answer", "not_understood", "empty_question")
)
"""The outcomes of an answer that states only that nothing was found."""


class Answer(Value):
    """The answer in three forms (clean, with markers, as displayed), with its sources and usage."""

    outcome: Outcome = "answered"
    text: str
    marked: str = ""
    display: str = ""
    citations: tuple[Citation, ...] = ()
    sources_used: tuple[str, ...] = ()
    """Evidence that markers refer to, in order of appearance."""
    sources_provided: int = 0
    context_used: int = 0
    """How many sources are referred to, or named: by their entity or product."""
    context_available: int = 0
    has_sufficient_context: bool = False
    reasoning: str = ""
    tokens_used: int = 0
    latency_ms: float = 0.0
    grounding_score: float | None = None
    confidence: float | None = None
    partial: bool = False
    opening: str = Field(default="", exclude_if=is_empty)
    """The sentence before the sources' statements, which says that they are only the nearest, or
    that they contradict the question."""
    model: str = "offline"
    prompt: tuple[PromptSection, ...] = ()
    """The sections of the model's prompt; empty where no model was called."""
