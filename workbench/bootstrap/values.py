"""Arguments and return values of the Workbench that are not domain values."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeAlias

from pydantic import Field

from workbench.bootstrap.prompt_catalogue import PromptKind
from workbench.citation_styles import CITATION_STYLES
from workbench.domain.answer import DEFAULT_CITATIONS
from workbench.domain.base import Value
from workbench.domain.drafts import DraftState, EdgeDraft, EntryDraft
from workbench.domain.evidence import StageError
from workbench.domain.graph import Edge
from workbench.domain.local_text import LocalText
from workbench.domain.plan import QueryPlan
from workbench.domain.prompts import PromptHistory
from workbench.domain.run import Run, Stage
from workbench.errors import InputError
from workbench.i18n.errors import localized

Plan: TypeAlias = QueryPlan | Mapping[str, Any] | str
"""A plan, a mapping of its fields, or its JSON."""


MOST_NAMED = 100
"""Files that a summary names with the reason why they are not read."""


class WorkspaceSummary(Value):
    """A row of the workspace list; ``error`` explains why the workspace cannot be opened."""

    id: str
    title: LocalText
    description: LocalText = ""
    """What questions it answers."""
    languages: tuple[str, ...] = ()
    examples: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    nodes: int = 0
    """Entities of its graph, without proposed ones."""
    proposed: int = 0
    """Entities proposed from the documents."""
    edges: int = 0
    documents: int = 0
    """Documents in the index; before it is built, files that will be read."""
    unread: int = 0
    """Files of the documents folder that are not among them."""
    unread_files: dict[str, str] = Field(default_factory=dict)
    """The reason for each of these files, by path; 100 of them at most."""
    is_indexed: bool = False
    citations: str = DEFAULT_CITATIONS
    """The default citation style."""
    error: str | None = None
    problem: StageError | None = None
    """The same error with its code and parameters, for translation."""


class IngestStep(Value):
    """One step of adding files to a workspace."""

    stage: str
    """``copying``, or a stage of the index: see ``ingest.index_spec.Progress``."""
    done: int = 0
    total: int = 0
    path: str = ""
    """The file that is being read."""


class FilesAdded(Value):
    """What became of files that were added to a workspace."""

    workspace: str = ""
    """Its id; empty if no file was accepted."""
    added: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    """Paths below the documents that had a file before."""
    refused: dict[str, StageError] = Field(default_factory=dict)
    """Why a file was not taken, by its name."""


class ReviewedDraft(Value):
    """A drafted edge with what was decided about it."""

    draft: EdgeDraft
    state: DraftState
    edge: Edge
    """The edge as it was accepted, or as it would be."""
    decision_id: str = ""
    """The correction that stores the decision; empty for a draft that waits for review."""
    decided_by: str = ""
    decided_at: datetime | None = None


class ReviewedEntry(Value):
    """A drafted entry of workspace.yaml with what was decided about it."""

    draft: EntryDraft
    state: DraftState
    """``accepted`` if workspace.yaml has an entry of this name."""
    decision_id: str = ""
    """The correction that rejected it."""


class PromptTemplate(Value):
    """An editable template of a workspace: what it is, its file and its versions."""

    kind: PromptKind
    original: str
    """The text of the file: the workspace's own, or else the built-in one."""
    is_own: bool
    """Whether the workspace has a file of its own."""
    history: PromptHistory

    @property
    def live_text(self) -> str:
        """The text that runs use."""
        return self.history.text(self.history.live, self.original)


class PromptTrial(Value):
    """Two answers over the same frozen facts: with the live template and with another text."""

    live: Run
    tried: Run
    done: int
    """Number of trials so far."""
    total: int


class PromptTrials(Value):
    """Every trial of a comparison, in the order of the runs."""

    trials: tuple[PromptTrial, ...]


class DraftDecisions(Value):
    """The drafts that were decided, and why others were not."""

    decided: tuple[str, ...]
    refused: dict[str, StageError] = Field(default_factory=dict)


def check_citations(style: str | None) -> None:
    """Raise an InputError listing the known citation styles if ``style`` is not among them."""
    if style is not None and style not in CITATION_STYLES:
        known = ", ".join(CITATION_STYLES)
        raise InputError(**localized("bootstrap.no_citation_style", name=style, known=known))


def parse_stage(name: Stage | str | None) -> Stage | None:
    """Parse a stage name; None stays None, an unknown name raises InputError."""
    if name is None or isinstance(name, Stage):
        return name
    try:
        return Stage(name)
    except ValueError:
        known = ", ".join(stage.value for stage in Stage)
        raise InputError(**localized("bootstrap.no_stage", name=name, known=known)) from None
