"""Draft types of nodes and edges, and intents, from a sample of passages with a model."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from workbench.domain.base import Span, content_id
from workbench.domain.documents import Chunk
from workbench.domain.drafts import DraftSection, EntryDraft, Support
from workbench.domain.local_text import localize
from workbench.ingest.quotes import find_quote
from workbench.llm.protocol import ChatRequest, Message
from workbench.workspace import Workspace
from workbench.workspace.plan_parts import TEXT, Schema, list_schema, object_schema
from workbench.workspace.schema import WorkspaceSpec

MOST = 12
"""Entries of each section that are asked for."""
MAX_TOKENS = 4000
"""Limit of the reply: three sections of twelve entries with their quotes."""
DEADLINE_S = 120.0
"""Of the one call, retries included."""
LEAST_EXAMPLES = 3
"""Questions of an intent, from which a planner learns its form."""
_NODE_TYPE = re.compile(r"[a-z][a-z0-9_]{1,39}")
"""``supplier``, ``insurance_product``."""
_UPPER = re.compile(r"[A-Z][A-Z0-9_]{1,39}")
"""``WORKS_AT``, ``DELIVERY_TERMS``."""

EntryReason: TypeAlias = Literal["no_quote", "bad_name", "exists", "no_ends", "few_examples"]
"""Why an entry is dropped: its quote is in no passage; its name has another form, or a text
has control characters; the workspace has it; an end is not a node type; an intent has too few
examples."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    name: str
    quote: str


class _Type(_Part):
    label_en: str
    label_ru: str
    words: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """Texts that people read."""
        return (self.label_en, self.label_ru, *self.words)

    @property
    def entry(self) -> dict[str, Any]:
        """The entry of workspace.yaml."""
        words = {"words": list(self.words)} if self.words else {}
        return {"label": {"en": self.label_en, "ru": self.label_ru}, **words}


class _EdgeType(_Type):
    from_: tuple[str, ...] = Field(alias="from")
    to: tuple[str, ...]

    @property
    def entry(self) -> dict[str, Any]:
        """The entry of workspace.yaml."""
        return {**super().entry, "from": list(self.from_), "to": list(self.to)}


class _Intent(_Part):
    description: str
    examples: tuple[str, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Texts that people read."""
        return (self.description, *self.examples)

    @property
    def entry(self) -> dict[str, Any]:
        """The entry of workspace.yaml."""
        return {"description": self.description, "examples": list(self.examples)}


class TypesReply(BaseModel):
    """A model's reply."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    node_types: tuple[_Type, ...]
    edge_types: tuple[_EdgeType, ...]
    intents: tuple[_Intent, ...]


def types_request(
    workspace: Workspace, passages: Sequence[Chunk], temperature: float
) -> ChatRequest:
    """Return the request for the types of a workspace; it may override ``prompts/draft.jinja``.

    Raises:
        WorkspaceError: the template of the workspace is invalid.
    """
    spec = workspace.spec
    system = workspace.prompt_files("workbench.extraction").fill(
        "draft.jinja",
        scope=localize(spec.scope.description, spec.language),
        node_types=list(spec.node_types),
        edge_types=list(spec.edge_types),
        intents=list(spec.intents),
        most=MOST,
    )
    sample = [{"document": one.title, "text": one.text} for one in passages]
    return ChatRequest(
        role="planner",
        system=system,
        messages=(Message(role="user", text=json.dumps(sample, ensure_ascii=False)),),
        max_tokens=MAX_TOKENS,
        temperature=temperature,
        output_schema=_schema(),
        schema_name="types",
        deadline_s=DEADLINE_S,
    )


def _schema() -> Schema:
    texts = list_schema(TEXT)
    labels = {"name": TEXT, "label_en": TEXT, "label_ru": TEXT, "words": texts, "quote": TEXT}
    intent = {"name": TEXT, "description": TEXT, "examples": texts, "quote": TEXT}
    return object_schema(
        {
            "node_types": list_schema(object_schema(labels)),
            "edge_types": list_schema(object_schema({**labels, "from": texts, "to": texts})),
            "intents": list_schema(object_schema(intent)),
        }
    )


def drafted_entries(
    reply: TypesReply,
    passages: Sequence[Chunk],
    workspace: Workspace,
    model: str,
    found_at: datetime,
) -> tuple[tuple[EntryDraft, ...], Counter[EntryReason]]:
    """Return the entries of a reply whose quotes are in the passages, and why others are not."""
    dropped: Counter[EntryReason] = Counter()
    drafts: list[EntryDraft] = []
    node_types = {*workspace.spec.node_types, *(one.name for one in reply.node_types)}
    for section, part in _parts(reply):
        support = _support(part.quote, passages, model, found_at)
        reason = _problem(section, part, workspace.spec, node_types)
        if support is None or reason:
            dropped[reason or "no_quote"] += 1
            continue
        drafts.append(
            EntryDraft(
                id=content_id("entry", workspace.id, section, part.name),
                workspace=workspace.id,
                section=section,
                name=part.name,
                entry=part.entry,
                supports=(support,),
                created_at=found_at,
            )
        )
    return tuple({one.id: one for one in drafts}.values()), dropped


def _parts(reply: TypesReply) -> Iterator[tuple[DraftSection, "_Type | _Intent"]]:
    yield from (("node_types", one) for one in reply.node_types)
    yield from (("edge_types", one) for one in reply.edge_types)
    yield from (("intents", one) for one in reply.intents)


def _problem(
    section: DraftSection,
    part: "_Type | _Intent",
    spec: WorkspaceSpec,
    node_types: Collection[str],
) -> EntryReason | None:
    """Return why an entry cannot be accepted, if so."""
    known: Mapping[str, Any] = getattr(spec, section)
    form = _NODE_TYPE if section == "node_types" else _UPPER
    if not form.fullmatch(part.name) or not all(map(str.isprintable, part.texts)):
        return "bad_name"
    if part.name in known:
        return "exists"
    if isinstance(part, _EdgeType):
        ends = {*part.from_, *part.to}
        return None if part.from_ and part.to and ends <= set(node_types) else "no_ends"
    if isinstance(part, _Intent) and len(part.examples) < LEAST_EXAMPLES:
        return "few_examples"
    return None


def _support(
    quote: str, passages: Iterable[Chunk], model: str, found_at: datetime
) -> Support | None:
    """Return the place of a quote in the first passage that has it."""
    for chunk in passages:
        found = find_quote(chunk.text, quote)
        if found is not None:
            span = Span(start=chunk.start + found.start, end=chunk.start + found.end)
            return Support(
                document=chunk.document_id,
                quote=chunk.text[found.start : found.end],
                span=span,
                model=model,
                found_at=found_at,
            )
    return None
