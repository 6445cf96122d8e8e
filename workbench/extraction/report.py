"""What an extraction will cost, how far it is, and what it found."""

from pydantic import Field

from workbench.domain.base import Value
from workbench.domain.evidence import StageError
from workbench.domain.run import Usage


class ExtractionEstimate(Value):
    """The calls of an extraction before they are made."""

    workspace: str
    model: str
    passages: int
    """Passages to read, one call each."""
    done: int
    """Passages that were read before, with the same model, prompt and types."""
    left: int
    """Passages beyond the limit, for a later extraction."""
    input_tokens: int
    """An estimate."""
    output_tokens: int
    """At most; a reply is much shorter as a rule."""
    price_usd: float | None
    """At most; None if the model's price is unknown."""


class ExtractionStep(Value):
    """How far an extraction is."""

    done: int
    total: int
    drafts: int
    """New drafts so far."""
    failed: int
    document: str
    """The document of the last passage."""


class FailedPassage(Value):
    """A passage without a usable reply; the next extraction asks for it again."""

    document: str
    start: int
    """Offset of the passage in the document's text."""
    error: StageError


class ExtractionReport(Value):
    """What an extraction found, and what it dropped."""

    workspace: str
    model: str
    passages: int
    """Passages that were read."""
    new: int = 0
    """New drafts, which wait for review."""
    supported: int = 0
    """Further quotes of drafts."""
    repeated: int = 0
    """Edges that were found with the same quote before."""
    in_graph: int = 0
    """Edges that the graph has."""
    dropped: dict[str, int] = Field(default_factory=dict)
    """Edges that were not kept, by reason: see ``extraction.verify.DropReason``."""
    failed: tuple[FailedPassage, ...] = ()
    unread: int = 0
    """Passages that were not asked for, because the extraction was stopped."""
    stopped: StageError | None = None
    """Why it was stopped before its end."""
    usage: Usage = Usage()


class DraftingReport(Value):
    """What a model drafted for workspace.yaml, and what was dropped."""

    workspace: str
    model: str
    passages: int
    """Passages of the sample."""
    new: int
    repeated: int
    """Entries that were drafted before."""
    dropped: dict[str, int] = Field(default_factory=dict)
    """Entries that were not kept, by reason: see ``extraction.draft_types.EntryReason``."""
    usage: Usage = Usage()
