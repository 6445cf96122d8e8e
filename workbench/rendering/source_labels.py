"""Label sources: a document with its heading path, or an entity with its type."""

from workbench.domain.documents import Chunk
from workbench.domain.evidence import Evidence, FactsPayload, Passage, Quote
from workbench.domain.local_text import Language, all_texts, localize
from workbench.nlp.terms import term_set
from workbench.text.labels import label_safe
from workbench.workspace.load import Workspace

_LONGEST_EXCERPT = 60
"""Characters."""


def source_label(
    item: Evidence, facts: FactsPayload, language: Language, workspace: Workspace | None = None
) -> str:
    """Return the label of one piece of evidence.

    Args:
        item: the evidence to name.
        facts: the payload it belongs to; its sources name entities when no workspace is given.
        language: the reader's language.
        workspace: has type labels and the names of the entities that own documents.
    """
    if item.span is not None:
        return label_safe(_document_label(item.span, language, workspace))
    return label_safe(_fact_label(item, facts, language, workspace))


def label_with_content(label: str, item: Evidence, content: str) -> str:
    """Return the label of a source with what a fact of the graph says, which may begin with it.

    Args:
        label: of the source, as ``source_label`` or ``quote_label`` gives it.
        item: the source.
        content: its beginning; that of a passage is not told.
    """
    if item.span is not None or not content:
        return label
    name = item.source.title if item.source and item.source.title else label
    return content if content.startswith(name.rstrip("…")) else f"{label}: {content}"


def quote_label(quote: Quote, language: Language, workspace: Workspace | None) -> str:
    """Return the label of a quote's place in its document."""
    return label_safe(_document_label(quote_place(quote), language, workspace))


def quote_place(quote: Quote) -> Passage:
    """Return the passage of its document that a quote is."""
    return Passage(
        document_id=quote.document_id,
        title=quote.title,
        start=quote.start,
        end=quote.end,
        heading_path=quote.heading_path,
    )


def document_path(
    span: Passage, language: Language, workspace: Workspace | None
) -> tuple[str, ...]:
    """Return the name of a passage's document and the headings above the passage."""
    name = span.title or next(iter(heading_path(span)), "")
    for owner in workspace.owners(span.metadata) if workspace else ():
        if not any(term_set(known) <= term_set(name) for known in all_texts(owner.name)):
            name = f"{owner.label(language)} {name}"
    return name, *heading_path(span)


def heading_path(span: Passage | Chunk) -> tuple[str, ...]:
    """Return the headings above a passage, without one that repeats the title."""
    return tuple(
        heading
        for heading in span.heading_path
        if heading and heading.casefold() != span.title.casefold()
    )


def entity_metadata(
    span: Passage, facts: FactsPayload, language: Language, workspace: Workspace | None
) -> dict[str, str]:
    """Return a passage's metadata with entity ids replaced by names; unnamed ids are dropped."""
    named = {key: _value(value, facts, language, workspace) for key, value in span.metadata.items()}
    return {key: value for key, value in named.items() if value}


def _document_label(span: Passage, language: Language, workspace: Workspace | None) -> str:
    name, *headings = document_path(span, language, workspace)
    path = " > ".join(headings)
    return f"{name} - {path}" if path else name


def _fact_label(
    item: Evidence, facts: FactsPayload, language: Language, workspace: Workspace | None
) -> str:
    if item.source is None:
        return item.title or excerpt(item.content) or item.type
    known = next((one.label for one in facts.sources if one.id == item.source.id), "")
    name = item.source.title or known or item.title or excerpt(item.content)
    type_label = _type_label(item.source.id, language, workspace)
    return f"{name} ({type_label})" if type_label else name


def _type_label(node_id: str, language: Language, workspace: Workspace | None) -> str:
    node = workspace.nodes.get(node_id) if workspace else None
    if workspace is None or node is None or node.type not in workspace.spec.node_types:
        return ""
    label = localize(workspace.spec.node_types[node.type].label, language)
    return label[:1].lower() + label[1:]


def _value(value: str, facts: FactsPayload, language: Language, workspace: Workspace | None) -> str:
    if workspace is not None and value in workspace.nodes:
        return workspace.entity_name(value, language)
    known = next((one.label for one in facts.sources if one.id == value), None)
    if known is not None:
        return known
    types = workspace.spec.node_types if workspace else {}
    return "" if value.partition(":")[0] in types and ":" in value else value


def excerpt(text: str) -> str:
    """Return the first words of a text, on one line."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST_EXCERPT else f"{flat[: _LONGEST_EXCERPT - 1].rstrip()}…"
