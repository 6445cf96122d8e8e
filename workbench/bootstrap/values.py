"""What the Workbench takes and gives beside domain values."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from pydantic import Field

from workbench.citation_styles import CITATION_STYLES
from workbench.domain.answer import DEFAULT_CITATIONS
from workbench.domain.base import Value
from workbench.domain.evidence import StageError
from workbench.domain.local_text import LocalText
from workbench.domain.plan import QueryPlan
from workbench.domain.run import Stage
from workbench.errors import InputError
from workbench.i18n.errors import localized

Plan: TypeAlias = QueryPlan | Mapping[str, Any] | str
"""A plan, its data, or its JSON."""


class WorkspaceSummary(Value):
    """A workspace as a list shows it; ``error`` says why it cannot be opened."""

    id: str
    title: LocalText
    description: LocalText = ""
    """What its questions may be about."""
    languages: tuple[str, ...] = ()
    examples: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    nodes: int = 0
    edges: int = 0
    documents: int = 0
    citations: str = DEFAULT_CITATIONS
    """How an answer shows its citations where nobody asks for another style."""
    error: str | None = None
    problem: StageError | None = None
    """The same as ``error``, in parts that can be shown in any language."""


def check_citations(style: str | None) -> None:
    """Raise an InputError that lists the citation styles, where ``style`` is none of them."""
    if style is not None and style not in CITATION_STYLES:
        known = ", ".join(CITATION_STYLES)
        raise InputError(**localized("bootstrap.no_citation_style", name=style, known=known))


def stage_named(name: Stage | str | None) -> Stage | None:
    """The stage; None stays None, and an unknown name is an InputError."""
    if name is None or isinstance(name, Stage):
        return name
    try:
        return Stage(name)
    except ValueError:
        known = ", ".join(stage.value for stage in Stage)
        raise InputError(**localized("bootstrap.no_stage", name=name, known=known)) from None
