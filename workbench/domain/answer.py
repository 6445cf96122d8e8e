"""Answer, its citations and the options it was written under."""

import re
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from workbench.domain.base import Value
from workbench.domain.evidence import Quote
from workbench.domain.listing import ListedPart
from workbench.domain.local_text import whole_characters
from workbench.domain.question import GivenTurn

CITATION_MARKER = re.compile(r"\[Source\s*(\d+)\]", re.IGNORECASE)
"""The citation marker every model writes; citation styles replace it for display."""


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
    """Which prompt a question takes; ``auto`` leaves it to the intent."""

    AUTO = "auto"
    COMPARISON = "comparison"
    SUMMARIZATION = "summarization"


class Format(StrEnum):
    """The shape of the text."""

    PLAIN = "plain"
    MARKDOWN = "markdown"
    BULLETS = "bullets"
    JSON = "json"


NO_CITATIONS = "none"
"""The citation style without marks: the one that customers get."""

DEFAULT_CITATIONS = "numbered"


class Audience(StrEnum):
    """Who reads: analysts get citations, customers clean text."""

    ANALYST = "analyst"
    CUSTOMER = "customer"


Role: TypeAlias = Literal["planner", "answer", "judge", "embedder"]


class AskOptions(Value):
    """How to answer one question; the same in app, CLI and API. Not part of the plan."""

    mode: Mode = Mode.GROUNDED
    template: Template = Template.AUTO
    format: Format = Format.MARKDOWN
    citations: str | None = None
    """A name from ``workbench.citation_styles``; None: the workspace's default style."""
    audience: Audience = Audience.ANALYST
    output_schema: str | None = Field(default=None, alias="schema")
    require_grounding: bool = True
    max_response_length: int = Field(default=1000, ge=1)
    system_instructions: Annotated[str, AfterValidator(whole_characters)] = ""
    show_confidence: bool = False
    """Whether the displayed answer ends with the confidence; never for customers."""
    models: dict[Role, str] = Field(default_factory=dict)
    temperature: float | None = Field(default=None, ge=0.2, le=0.5)
    """Of the answer model; None: as the settings say."""
    max_tokens: int | None = Field(default=None, ge=16, le=32_000)
    """The longest reply of the answer model; None: as the settings say."""
    confidence_config: dict[str, float] = Field(default_factory=dict)
    """Constants of the confidence formula, over those of the workspace and the settings."""
    history: tuple[GivenTurn, ...] = ()
    """Earlier turns, oldest first, in place of the thread's own."""

    model_config = Value.model_config | {"populate_by_name": True, "serialize_by_alias": True}

    @property
    def is_structured(self) -> bool:
        """Whether the answer is JSON from the start: there is no text to lay out or to cut."""
        return self.output_schema is not None or self.format is Format.JSON


class Shortened(Value):
    """A source of which the model sees a part."""

    number: int
    tokens: int
    """About, of the whole content."""
    kept: int
    """About, of what the model sees."""


class Rendered(Value):
    """The facts laid out by the renderer: the control beside any model's answer."""

    style: str
    text: str
    """For a reader: complete up to the limits, no markers."""
    marked: str
    """The same with ``[Source N]`` after each fact."""
    context: str
    """The numbered sources as the answer model sees them."""
    sources: tuple[str, ...] = ()
    """Evidence ids; ``[Source N]`` means ``sources[N - 1]``."""
    omitted: int = 0
    """How many facts the limits left out."""
    listed: tuple[ListedPart, ...] = ()
    """How far the facts of each graph call are shown, in the order of the calls."""
    shortened: tuple[Shortened, ...] = ()
    """The sources that the budget of the prompt did not let into ``context`` whole."""


class Citation(Value):
    """A link from a stretch of the answer to one piece of evidence."""

    source_index: int
    """From 0, into the sources provided."""
    evidence_id: str
    chunk_id: str
    quoted_text: str
    """The answer's own sentence."""
    quote: Quote | None = None
    """The supporting words, located in the document."""
    start_pos: int
    end_pos: int
    """The marker's place in ``marked``."""


class PromptSection(Value):
    """One section of the answer model's prompt, and what its budget left out of it."""

    name: Literal["instructions", "history", "sources", "question"]
    tokens: int
    """About: four bytes each. What the provider counted is in the run's usage."""
    left_out: int = 0
    """About as many tokens more would have been there."""
    cut: tuple[str, ...] = ()
    """What was left out or shortened: markers of sources, earlier questions."""


Outcome: TypeAlias = Literal["answered", "no_answer", "off_topic", "empty_question"]


class Answer(Value):
    """The answer in its three forms (clean, marked, displayed), with what it used."""

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
    model: str = "offline"
    prompt: tuple[PromptSection, ...] = ()
    """What a model was asked, by sections; empty where none was."""
