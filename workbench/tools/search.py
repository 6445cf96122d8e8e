"""The search tool: return the passages for a query, and a gap for each value without any."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from workbench.domain.evidence import Gap, Section, StageError
from workbench.domain.local_text import Language, all_texts, localize
from workbench.domain.plan import DESCRIPTIONS, SHORT_STYLE, Filters, PlanProblem, SearchArgs
from workbench.retrieval.filters import filter_values
from workbench.retrieval.search import Retriever, SearchReport
from workbench.tools.messages import localized_text
from workbench.tools.protocol import CallContext, ToolKind, ToolOutcome
from workbench.workspace import Workspace
from workbench.workspace.plan_names import DOCUMENT_TYPE, PlanNames
from workbench.workspace.plan_parts import (
    TEXT,
    PlanParts,
    Schema,
    enum_schema,
    list_schema,
    object_schema,
)
from workbench.workspace.tool_specs import CallFormatter, CallText, ToolSpec

RELATION = "passages"
"""The relation of this tool's gaps."""


@dataclass(frozen=True)
class _Request:
    """The arguments of the retriever for a call."""

    query: str
    doc_types: tuple[str, ...]
    top_k: int | None
    filters: Filters = field(default_factory=dict)


class SearchTool:
    """Searches the documents. Stateless."""

    kind = SearchArgs.kind

    def __init__(self, workspace: Workspace, retriever: Retriever) -> None:
        self._workspace = workspace
        self._retriever = retriever

    async def run(self, args: SearchArgs, context: CallContext) -> ToolOutcome:
        """Return passages above the relevance floor; each compared value without any is a gap.

        Raises:
            InputError: a filter is neither a slot nor a metadata field.
            StoreError: the index cannot be read. A failed embedder is reported as ``outage``.
        """
        request, changed = self._request(args), context.embedder_changed
        report = await self._look_up(request, request.filters, context)
        parts = report.compared or {"": report}
        items = tuple(one.model_copy(update={"call": context.call}) for one in report.passages)
        section = Section(
            call=context.call,
            render_style=SHORT_STYLE,
            limit_kind=DESCRIPTIONS,
            total=len(items),
        )
        return ToolOutcome(
            items=items,
            section=section,
            requested=len(parts),
            answered=sum(bool(part.passages) for part in parts.values()),
            gaps=await self._gaps(request, parts, report.unseen, context),
            outage=report.outage or (StageError.of(changed) if changed else None),
        )

    def _request(self, args: SearchArgs) -> _Request:
        """Map filters to metadata fields; values of slots without a field extend the query."""
        filters: Filters = {}
        words = [args.query]
        for name, value in args.filters.items():
            target = self._metadata_field(name)
            if target is None:
                words += [word for one in filter_values(value) for word in self._words(name, one)]
            else:
                filters[target] = value
        return _Request(" ".join(words), args.doc_types, args.top_k, filters)

    def _metadata_field(self, name: str) -> str | None:
        """Return the metadata field of a slot or field name; None for a slot without one."""
        fields = self._workspace.spec.documents.metadata
        slot = self._workspace.spec.slots.get(name)
        if name in fields or slot is None:
            return name
        kinds = (key for key, known in fields.items() if known.node_type == slot.node_type)
        return next(kinds, None) if slot.node_type else None

    def _words(self, name: str, value: str) -> list[str]:
        """Return the names of a slot's value in every language."""
        node = self._workspace.nodes.get(value)
        if node is not None:
            return list(dict.fromkeys(all_texts(node.name)))
        known = self._workspace.spec.slots[name].values.get(value)
        return list(dict.fromkeys(all_texts(known.label))) if known else [value]

    async def _gaps(
        self,
        request: _Request,
        parts: Mapping[str, SearchReport],
        unseen: tuple[str, ...],
        context: CallContext,
    ) -> tuple[Gap, ...]:
        missing = [value for value, part in parts.items() if not part.passages]
        unfiltered = bool(missing and request.filters) and await self._look_up(request, {}, context)
        is_filtered = bool(unfiltered and unfiltered.passages)
        hidden = {one: is_filtered or parts[one].documents == 0 for one in missing}
        return tuple(
            self._gap(value, request, unseen, context, hidden=hidden[value]) for value in missing
        )

    def _gap(
        self,
        value: str,
        request: _Request,
        unseen: tuple[str, ...],
        context: CallContext,
        *,
        hidden: bool,
    ) -> Gap:
        names = self._names([value] if value else None, request, context.language)
        message = "no_passage_filtered" if hidden else "no_passage"
        return Gap(
            call=context.call,
            entity_id=self._entity(value, request.filters),
            relation=RELATION,
            reason="filtered" if hidden else "low_relevance",
            message=localized_text(message, context.language, names=names),
            unseen=() if hidden else unseen,
        )

    async def _look_up(
        self, request: _Request, filters: Filters, context: CallContext
    ) -> SearchReport:
        return await self._retriever.search_with_report(
            request.query,
            filters=filters,
            doc_types=request.doc_types if filters or not request.filters else (),
            top_k=request.top_k,
            embedder=context.embedder,
        )

    def _entity(self, value: str, filters: Filters) -> str | None:
        """Return the node of a gap: the compared one, or the only one in the filters."""
        candidates = [value] if value else [v for f in filters.values() for v in filter_values(f)]
        nodes = [one for one in candidates if one in self._workspace.nodes]
        return nodes[0] if len(nodes) == 1 else None

    def _names(self, values: list[str] | None, request: _Request, language: Language) -> str:
        """Return the display names of the filter values."""
        asked = values or [v for f in request.filters.values() for v in filter_values(f)]
        nodes = self._workspace.nodes
        names = [self._workspace.entity_name(v, language) if v in nodes else v for v in asked]
        return ", ".join([*names, *request.doc_types])


def _check(path: str, args: SearchArgs, names: PlanNames) -> Iterator[PlanProblem]:
    yield from names.search_filters(f"{path}.filters", args.filters)
    fields = names.workspace.spec.documents.metadata
    known = fields[DOCUMENT_TYPE].values if DOCUMENT_TYPE in fields else ()
    for at, doc_type in enumerate(args.doc_types if known else ()):
        yield from names.check_known(f"{path}.doc_types[{at}]", "document_type", doc_type, known)


def _schema(parts: PlanParts) -> Schema:
    fields = parts.workspace.spec.documents.metadata
    types = fields[DOCUMENT_TYPE].values if DOCUMENT_TYPE in fields else ()
    return object_schema(
        required={"query": TEXT},
        optional={
            "filters": parts.search_filters(),
            "top_k": {"type": "integer", "minimum": 1, "maximum": 50},
            "doc_types": list_schema(enum_schema(types) if types else TEXT),
        },
    )


_QUERY = {"ru": "запрос", "en": "query"}
_TOP_K = {"ru": "до {value}", "en": "up to {value}"}
_DOC_TYPES = {"ru": "типы документов", "en": "document types"}


def _describe(args: SearchArgs, reader: CallFormatter) -> CallText:
    language = reader.language
    top_k = (localize(_TOP_K, language).format(value=args.top_k),) if args.top_k else ()
    doc_types = (", ".join(args.doc_types),) if args.doc_types else ()
    return CallText(
        subject=args.query,
        details=(*top_k, *doc_types),
        arguments=(
            (localize(_QUERY, language), args.query),
            *((localize(_DOC_TYPES, language), types) for types in doc_types),
        ),
    )


TOOL_KIND = ToolKind(
    ToolSpec(
        args=SearchArgs,
        default_name="search_tool",
        label={"ru": "Поиск", "en": "Search"},
        purpose="searches the documents by words (`query`), narrowed by `filters` and `doc_types`."
        " It is for intents without start types, and for things that are not among the recognised"
        " entities.",
        fields={
            "query": {"ru": "что искать", "en": "what to look for"},
            "filters": {"ru": "фильтры", "en": "filters"},
            "top_k": {"ru": "сколько фрагментов", "en": "how many passages"},
            "doc_types": {"ru": "типы документов", "en": "document types"},
        },
        schema=_schema,
        check=_check,
        describe=_describe,
        icon="search",
        tone="green",
    ),
    build=lambda parts: SearchTool(parts.workspace, parts.retriever),
)
