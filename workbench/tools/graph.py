"""The graph tool: follow an intent's paths from an entity, or run a query, and return facts."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from workbench.domain.evidence import Evidence, Gap, Section, Subgraph
from workbench.domain.graph import Node
from workbench.domain.local_text import Language, localize
from workbench.domain.plan import GRAPH_QUERY, Filters, GraphArgs, GraphQueryArgs, PlanProblem
from workbench.errors import InputError, ToolError
from workbench.extractive.fact_filter import filter_facts, missing_words
from workbench.i18n.errors import localized
from workbench.retrieval.graph_paths import Row, node_matches, start_row, walk
from workbench.retrieval.graph_store import GraphStore
from workbench.retrieval.worker_threads import graph_threads, run_in_thread
from workbench.tools.graph_facts import FactFormatter, Merged, merge_rows
from workbench.tools.messages import localized_text, texts
from workbench.tools.protocol import CallContext, ToolKind, ToolOutcome
from workbench.tools.subgraph import build_subgraph
from workbench.workspace import Workspace
from workbench.workspace.intents import Intent, Start
from workbench.workspace.plan_names import (
    PlanNames,
    slot_values,
    vocabulary_error,
    vocabulary_warning,
)
from workbench.workspace.plan_parts import (
    TEXT,
    PlanParts,
    Schema,
    enum_schema,
    list_schema,
    object_schema,
)
from workbench.workspace.tool_specs import CallFormatter, CallText, ToolSpec

if TYPE_CHECKING:
    from workbench.tools.graph_query import QueryRunner


@dataclass(frozen=True)
class _GraphQuery:
    """A resolved call: the intent, its start, and the nodes to start from."""

    intent: Intent
    start: Start
    nodes: Sequence[Node]
    entity: Node | None
    filters: Filters
    words: tuple[str, ...] = ()
    """Words of the question by which the facts are filtered."""

    @property
    def is_of_all(self) -> bool:
        """Whether the question does not restrict the nodes of the type."""
        return self.entity is None and not self.filters


class GraphTool:
    """Answers structured intents, and queries without an intent. Stateless."""

    kind = GraphArgs.kind

    def __init__(self, workspace: Workspace, store: GraphStore) -> None:
        self._workspace = workspace
        self._store = store

    @cached_property
    def _queries(self) -> "QueryRunner":
        """What runs queries: most questions need none."""
        from workbench.tools.graph_query import QueryRunner

        return QueryRunner(self._workspace, self._store)

    async def run(self, args: GraphArgs | GraphQueryArgs, context: CallContext) -> ToolOutcome:
        """Return the facts of an intent for an entity, or of a query; none is a gap.

        Raises:
            ToolError: the intent has no path in the graph.
            InputError: a filter is not a slot.
        """
        if isinstance(args, GraphQueryArgs):
            work = partial(self._queries.run, args, context)
            return await run_in_thread(graph_threads(), work)
        intent = self._workspace.spec.intents.get(args.intent)
        if intent is None or not intent.is_structured:
            raise ToolError(**localized("tools.no_intent_path", intent=args.intent))
        for slot in args.filters:
            if slot not in self._workspace.spec.slots:
                known = ", ".join(self._workspace.spec.slots)
                raise InputError(**localized("tools.no_slot", slot=slot, known=known))
        query = self._resolve(intent, args, context.language)
        if isinstance(query, str):
            gap = Gap(
                call=context.call,
                entity_id=args.entity_id,
                relation=intent.id,
                reason="unknown_entity",
                message=query,
            )
            return ToolOutcome(gaps=(gap,))
        return self._outcome(query, context)

    def _resolve(self, intent: Intent, args: GraphArgs, language: Language) -> _GraphQuery | str:
        """Resolve the start of a call; return the message of its gap if there is none."""
        if args.entity_id is None:
            node_type = intent.any_of or next(iter(intent.starts))
            start = intent.starts[node_type]
            nodes = self._store.nodes_of(node_type)
            return _GraphQuery(intent, start, nodes, None, args.filters, args.words)
        entity = self._store.node(args.entity_id)
        if entity is None:
            return localized_text("unknown_entity", language, entity=args.entity_id)
        found = intent.starts.get(entity.type)
        if found is None:
            label = localize(self._workspace.spec.node_types[entity.type].label, language)
            return localized_text(
                "no_path", language, relation=_relation(intent, language), type=label
            )
        return _GraphQuery(intent, found, (entity,), entity, args.filters, args.words)

    def _outcome(self, query: _GraphQuery, context: CallContext) -> ToolOutcome:
        merged = merge_rows(list(self._rows(query, query.filters)), query.start)
        formatter = FactFormatter(
            self._workspace.spec, self._store, query.intent, query.start, context
        )
        items = filter_facts(formatter.facts(merged), query.words)
        section = Section(
            call=context.call,
            intent=query.intent.id,
            heading=self._heading(query, context, items),
            render_style=query.start.render_style or query.intent.render_style,
            limit_kind=query.intent.fact_at(query.start).limit_kind,
            total=len(items),
        )
        return ToolOutcome(
            items=items,
            section=section,
            subgraph=self._subgraph(query, merged, context.language),
            answered=1 if items else 0,
            gaps=() if items else (self._gap(query, context),),
        )

    def _rows(self, query: _GraphQuery, filters: Filters) -> Iterator[Row]:
        for node in query.nodes:
            if not node_matches(node, query.start.where, filters):
                continue
            if not query.start.paths:
                yield start_row(node)
            for path in query.start.paths:
                yield from walk(self._store, node, path, filters)

    def _gap(self, query: _GraphQuery, context: CallContext) -> Gap:
        filtered = bool(query.filters) and next(self._rows(query, {}), None) is not None
        language = context.language
        labels = [self._slot_label(slot, query.filters, language) for slot in query.filters]
        message = localized_text(
            ("filtered" if filtered else "absent") + ("" if query.entity else "_all"),
            language,
            relation=_relation(query.intent, language),
            name=query.entity.label(language) if query.entity else "",
            filters=", ".join(label for label in labels if label),
        )
        return Gap(
            call=context.call,
            entity_id=query.entity.id if query.entity else None,
            relation=query.intent.id,
            reason="filtered" if filtered else "absent",
            message=message,
        )

    def _heading(self, query: _GraphQuery, context: CallContext, items: Sequence[Evidence]) -> str:
        """Return the heading of the facts, with the words that no fact has."""
        template = query.start.heading or query.intent.heading
        if template is None or not items:
            return ""
        total = len(items)

        def lookup(name: str) -> str | None:
            if name == "start.name":
                return query.entity.label(context.language) if query.entity else None
            if name == "total":
                return str(total)
            return self._slot_label(name.partition(".")[2], query.filters, context.language)

        heading = template.fill(lookup, context.language) or ""
        left = ", ".join(missing_words(items, query.words)) if query.is_of_all and total > 1 else ""
        if not (heading and left):
            return heading
        words = str(texts(context.language)["query"]["unread"]).format(words=left)
        return f"{heading.removesuffix(':')} ({words.rstrip('.')}):"

    def _slot_label(self, slot: str, filters: Filters, language: str) -> str | None:
        value = filters.get(slot)
        if value is None or value in ("", []):
            return None
        spec = self._workspace.spec.slots[slot]
        values = value if isinstance(value, list) else [str(value)]
        return ", ".join(
            localize(spec.values[one].label, language)
            if one in spec.values
            else self._workspace.entity_name(one, language)
            for one in values
        )

    def _subgraph(
        self, query: _GraphQuery, merged: Sequence[Merged], language: Language
    ) -> Subgraph:
        rows = [row for one in merged for row in one.rows]
        node_ids = dict.fromkeys(node_id for row in rows for node_id in row.trail_nodes)
        if not node_ids and query.entity:
            node_ids = {query.entity.id: None}
        edge_ids = dict.fromkeys(edge_id for row in rows for edge_id in row.trail_edges)
        return build_subgraph(self._workspace, self._store, node_ids, edge_ids, language)


def _relation(intent: Intent, language: Language) -> str:
    """Return the intent's description for use in a message."""
    return localize(intent.description, language).rstrip(".")


def _check(path: str, args: GraphArgs | GraphQueryArgs, names: PlanNames) -> Iterator[PlanProblem]:
    if isinstance(args, GraphQueryArgs):
        from workbench.tools.query_check import check_query

        yield from check_query(f"{path}.query", args.query, names)
    else:
        yield from _check_intent(path, args, names)


def _check_intent(path: str, args: GraphArgs, names: PlanNames) -> Iterator[PlanProblem]:
    spec = names.workspace.spec
    intent = spec.intents.get(args.intent)
    if intent is None:
        structured = [key for key, one in spec.intents.items() if one.is_structured]
        yield from names.check_known(f"{path}.intent", "intent", args.intent, structured)
    elif not intent.is_structured:
        words = {"intent": intent.id, "other": spec.tools.search}
        yield vocabulary_error(f"{path}.intent", "not_structured", **words)
    else:
        yield from _start(path, args, intent, names)
    for slot, value in args.filters.items():
        yield from names.check_known(f"{path}.filters.{slot}", "filter", slot, spec.slots)
        if slot in spec.slots:
            allowed, what = slot_values(slot, names.workspace)
            yield from names.check_values(f"{path}.filters.{slot}", value, allowed, what)


def _start(path: str, args: GraphArgs, intent: Intent, names: PlanNames) -> Iterator[PlanProblem]:
    accepted = ", ".join(intent.starts)
    kind = intent.any_of
    if args.entity_id is None:
        if not intent.any_of:
            words = {"intent": intent.id, "accepted": accepted}
            yield vocabulary_error(f"{path}.entity_id", "entity_required", **words)
    elif args.entity_id not in names.workspace.nodes:
        at = f"{path}.entity_id"
        yield from names.check_known(at, "entity", args.entity_id, names.workspace.nodes)
    else:
        kind = names.workspace.nodes[args.entity_id].type
        if kind not in intent.starts:
            words = {"intent": intent.id, "type": kind, "accepted": accepted}
            yield vocabulary_error(f"{path}.entity_id", "wrong_start", **words)
    if kind in intent.starts:
        yield from _unused(path, args.filters, intent.starts[kind].slots(), intent, names)


def _unused(
    path: str, filters: Filters, slots: Collection[str], intent: Intent, names: PlanNames
) -> Iterator[PlanProblem]:
    for slot in filters:
        if slot in names.workspace.spec.slots and slot not in slots:
            words = {"intent": intent.id, "slot": slot}
            yield vocabulary_warning(f"{path}.filters.{slot}", "unused_filter", **words)


def _schema(parts: PlanParts) -> Schema:
    from workbench.tools.query_schema import query_schema

    intents = [key for key, one in parts.workspace.spec.intents.items() if one.is_structured]
    query = object_schema(required={"query": query_schema(parts)})
    if not intents:
        return query
    optional = {"entity_id": TEXT, "filters": object_schema(optional=parts.slots())}
    if not parts.is_for_model:
        optional["words"] = list_schema(TEXT)
    path = object_schema(required={"intent": enum_schema(intents)}, optional=optional)
    return {"anyOf": [path, query]}


_ALL = {"ru": "по всем узлам", "en": "over all nodes"}
_INTENT = {"ru": "Намерение", "en": "Intent"}
_STEPS = {"ru": "Шаги", "en": "Steps"}
_ENTITY = {"ru": "Сущность", "en": "Entity"}
_WORDS = {"ru": "Слова", "en": "Words"}


def _describe(args: GraphArgs | GraphQueryArgs, reader: CallFormatter) -> CallText:
    if isinstance(args, GraphQueryArgs):
        return _describe_query(args, reader)
    everything = localize(_ALL, reader.language)
    return CallText(
        subject=reader.entity(args.entity_id) if args.entity_id else everything,
        details=(args.intent,),
        arguments=(
            (localize(_INTENT, reader.language), args.intent),
            (localize(_ENTITY, reader.language), args.entity_id or everything),
            *(((localize(_WORDS, reader.language), ", ".join(args.words)),) if args.words else ()),
        ),
    )


def _describe_query(args: GraphQueryArgs, reader: CallFormatter) -> CallText:
    from workbench.tools.query_phrases import QueryPhrases
    from workbench.tools.query_text import QueryText

    steps = QueryText(args.query, reader).steps()
    phrases = QueryPhrases(args.query, reader.workspace, reader.language)
    answer = args.query.answer
    subject = phrases.heading(answer.of) if answer is not None else steps[-1]
    label = localize(_STEPS, reader.language)
    return CallText(subject=subject, details=tuple(steps), arguments=((label, "; ".join(steps)),))


TOOL_KIND = ToolKind(
    ToolSpec(
        args=GraphArgs,
        default_name="graph_query_tool",
        label={"ru": "Граф", "en": "Graph"},
        purpose="follows the path that an intent declares, from one entity (`entity_id`) or, where"
        " the intent says so, from all entities of a type. Prefer it for every intent that lists"
        " start types. A question that no intent covers is a typed `query` over the graph instead,"
        " with the intent GRAPH_QUERY.",
        fields={
            "query": {"ru": "запрос к графу по шагам", "en": "a query to the graph, step by step"},
            "sets": {"ru": "множества узлов по порядку", "en": "sets of nodes, in order"},
            "unread": {"ru": "неучтённые слова", "en": "words that the query does not use"},
            "intent": {"ru": "путь по графу", "en": "path through the graph"},
            "entity_id": {"ru": "от какого узла", "en": "the node to start from"},
            "filters": {"ru": "фильтры", "en": "filters"},
            "words": {"ru": "слова вопроса для отбора", "en": "words that choose among the facts"},
        },
        schema=_schema,
        check=_check,
        describe=_describe,
        icon="account_tree",
        tone="blue",
        is_available=lambda workspace: (
            bool(workspace.edges)
            or any(intent.is_structured for intent in workspace.spec.intents.values())
        ),
        query_intent=(
            GRAPH_QUERY,
            {
                "ru": "Запрос к графу, составленный по шагам",
                "en": "A query to the graph, made step by step",
            },
        ),
    ),
    build=lambda parts: GraphTool(parts.workspace, parts.graph),
)
