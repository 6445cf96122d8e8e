"""Run a typed query to the graph: evaluate its sets, and return what is asked as facts."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from workbench.domain.evidence import (
    Evidence,
    Gap,
    Section,
    Subgraph,
)
from workbench.domain.graph_query import (
    AggregateAnswer,
    AnyAnswer,
    By,
    CountAnswer,
    EdgesAnswer,
    GraphQuery,
    PathAnswer,
    PriorSet,
    TestAnswer,
    ValueAnswer,
)
from workbench.domain.local_text import Language
from workbench.domain.plan import (
    BULLETS,
    BULLETS_STYLE,
    GRAPH_QUERY,
    GROUPED_STYLE,
    NAMES,
    SHORT_STYLE,
    GraphQueryArgs,
)
from workbench.i18n.messages import messages
from workbench.retrieval.graph_query.evaluate import Nodes, SetEvaluator
from workbench.retrieval.graph_query.graph_schema import GraphSchema
from workbench.retrieval.graph_store import GraphStore
from workbench.tools.answered_query import Answered
from workbench.tools.protocol import CallContext, ToolOutcome
from workbench.tools.query_answers import MOST_FACTS, facts
from workbench.tools.query_phrases import QueryPhrases
from workbench.tools.subgraph import build_subgraph
from workbench.workspace import Workspace
from workbench.workspace.missing_labels import missing_labels

MOST_UNLABELLED = 8
"""Names without words in the question's language that a refusal lists."""
LEAST_LIST = 2
"""Facts from which a list has a heading."""


class WorkspaceNames:
    """Names of a workspace's graph in a language."""

    def __init__(self, workspace: Workspace, language: Language) -> None:
        self._workspace = workspace
        self.language = language

    def entity(self, node_id: str) -> str:
        """Return a node's name."""
        return self._workspace.entity_name(node_id, self.language)

    def node_type(self, name: str) -> str:
        """Return a node type's label."""
        return self._workspace.type_label(name, self.language)

    def edge_type(self, name: str) -> str:
        """Return an edge type's label."""
        return self._workspace.type_label(name, self.language)

    def property_label(self, name: str) -> str:
        """Return a property's label."""
        return self._workspace.property_label(name, self.language)


class QueryRunner:
    """Runs queries to one graph. Holds no state of a call."""

    def __init__(self, workspace: Workspace, store: GraphStore) -> None:
        """Create a runner; the graph's schema is read at the first query."""
        self._workspace = workspace
        self._store = store

    @cached_property
    def _evaluator(self) -> SetEvaluator:
        return SetEvaluator(self._workspace, self._store, GraphSchema.of(self._workspace))

    def run(self, args: GraphQueryArgs, context: CallContext) -> ToolOutcome:
        """Return the facts of a query; an empty result, or no answer in the graph, is a gap."""
        query = args.query.with_earlier(context.earlier)
        if query.answer is None:
            return ToolOutcome(gaps=(self._unanswered(query, context),))
        if any(isinstance(one, PriorSet) for one in query.sets):
            message = self._words(context.language, "no_prior")
            return ToolOutcome(gaps=(_gap(context, "absent", message),))
        text = QueryPhrases(query, self._workspace, context.language)
        nodes = self._evaluator.all_sets(query.sets)
        found = facts(Answered(query, nodes, self._evaluator, text, context))
        note = self._note(query, len(found), context)
        items = _with_note(found[:MOST_FACTS], query, note)
        total = len(nodes[query.answer.of]) if query.answer.op == "list" else len(items)
        heading = self._heading(query, text, total, note)
        if not items:
            message = self._empty(query.answer, text, note, context.language)
            gaps: tuple[Gap, ...] = (_gap(context, "absent", message),)
        else:
            gaps = self._unread(query, context)
        return ToolOutcome(
            items=tuple(_under(heading, item) for item in items),
            section=self._section(query, items, heading, context),
            subgraph=self._subgraph(items, _counted(query, nodes), context.language),
            answered=1 if items else 0,
            gaps=gaps,
        )

    def _unanswered(self, query: GraphQuery, context: CallContext) -> Gap:
        """Return why there is no answer.

        The question was not understood, or it has unknown names, or words for which the graph has
        nothing.
        """
        if query.unclear:
            left = ", ".join(query.unread)
            kind = "unclear" if left else "unclear_all"
            message = self._words(context.language, kind, words=left)
            return _gap(context, "unclear", f"{message}{self._unlabelled(context.language)}")
        names = [word for word in query.unread if word[:1].isupper()]
        kind, words = ("unknown_name", names) if names else ("absent", list(query.unread))
        message = self._words(context.language, kind, words=", ".join(words))
        if names:
            return _gap(context, "unknown_entity", message)
        return _gap(context, "absent", f"{message}{self._unlabelled(context.language)}")

    def _empty(self, answer: AnyAnswer, text: QueryPhrases, note: str, language: Language) -> str:
        """Return what the graph lacks: the set, or what is asked of it."""
        of = text.phrase(answer.of)
        match answer:
            case EdgesAnswer(with_=other, edge=edge) | PathAnswer(with_=other, edge=edge) if other:
                kind = "no_edge" if edge else "no_path"
                label = text.by(By(edge=edge)) if edge else ""
                found = self._words(language, kind, of=of, other=text.phrase(other), edge=label)
            case EdgesAnswer(edge=edge):
                found = self._words(language, "no_value", of=of, what=text.by(By(edge=edge)))
            case ValueAnswer(property=name):
                found = self._words(language, "no_value", of=of, what=text.by(By(property=name)))
            case _:
                return self._words(language, "empty", what=f"{of}{note}")
        return f"{found}{note}"

    def _unlabelled(self, language: Language) -> str:
        """Return the names without words in a language, one of which may have been meant."""
        names = [
            one.name for one in missing_labels(self._workspace.spec) if one.language == language
        ]
        if not names:
            return ""
        listed = ", ".join(dict.fromkeys(names[:MOST_UNLABELLED]))
        more = "…" if len(names) > MOST_UNLABELLED else ""
        note = self._words(
            language, "unlabelled", names=f"{listed}{more}", workspace=self._workspace.spec.id
        )
        return f" {note}"

    def _unread(self, query: GraphQuery, context: CallContext) -> tuple[Gap, ...]:
        if not query.unread:
            return ()
        message = self._words(context.language, "unread", words=", ".join(query.unread))
        return (_gap(context, "filtered", message),)

    def _note(self, query: GraphQuery, facts: int, context: CallContext) -> str:
        """Return in brackets what the reader must know: unused words, and that a list is cut."""
        notes = []
        if query.unread:
            notes.append(self._words(context.language, "unread", words=", ".join(query.unread)))
        if facts > MOST_FACTS:
            notes.append(self._words(context.language, "cut", count=str(MOST_FACTS)))
        return "".join(f" ({note.rstrip('.')})" for note in notes)

    def _section(
        self, query: GraphQuery, items: tuple[Evidence, ...], heading: str, context: CallContext
    ) -> Section:
        is_list = query.answer is not None and query.answer.op == "list"
        is_grouped = getattr(query.answer, "group_by", None) is not None
        style = BULLETS_STYLE if len(items) >= LEAST_LIST else SHORT_STYLE
        return Section(
            call=context.call,
            intent=GRAPH_QUERY,
            heading=heading,
            render_style=GROUPED_STYLE if is_list and is_grouped else style,
            limit_kind=NAMES if is_list or is_grouped else BULLETS,
            total=len(items),
        )

    def _heading(self, query: GraphQuery, text: QueryPhrases, total: int, note: str) -> str:
        """Return the heading of a list or of groups; a single fact is a sentence of its own."""
        answer = query.answer
        group = getattr(answer, "group_by", None)
        if answer is None or total < LEAST_LIST or (answer.op != "list" and group is None):
            return ""
        if group is None:
            return f"{text.heading(answer.of)} ({total}){note}:"
        return f"{text.grouped(answer.of, group)}{note}:"

    def _subgraph(
        self, items: tuple[Evidence, ...], counted: Iterable[str], language: Language
    ) -> Subgraph:
        paths = [p for item in items for p in (item.path, *item.more_paths) if p is not None]
        node_ids = dict.fromkeys((*(name for path in paths for name in path.nodes), *counted))
        edge_ids = dict.fromkeys(name for path in paths for name in path.edges)
        return build_subgraph(self._workspace, self._store, node_ids, edge_ids, language)

    @staticmethod
    def _words(language: Language, name: str, **values: str) -> str:
        return str(messages("workbench.tools")[language]["query"][name]).format(**values)


def _counted(query: GraphQuery, nodes: Mapping[str, Nodes]) -> Iterable[str]:
    """Return all nodes behind a number: its fact has the paths to the first of them only.

    The workbench tells by the subgraph which runs used a node that is edited later.
    """
    answer = query.answer
    if isinstance(answer, CountAnswer | TestAnswer | AggregateAnswer):
        return sorted(nodes[answer.of])
    return ()


def _with_note(items: tuple[Evidence, ...], query: GraphQuery, note: str) -> tuple[Evidence, ...]:
    """Return the facts, the first with the words left unread; of a list its heading has them."""
    is_list = query.answer is not None and query.answer.op == "list"
    if not items or not note or (is_list and len(items) >= LEAST_LIST):
        return items
    first = items[0].model_copy(update={"text": f"{items[0].text}{note}"})
    return (first, *items[1:])


def _under(heading: str, item: Evidence) -> Evidence:
    """Return a node of a list with its heading, which says what the node is listed as."""
    if not heading or item.source is None:
        return item
    return item.model_copy(update={"title": heading.removesuffix(":")})


def _gap(context: CallContext, reason: str, message: str) -> Gap:
    return Gap.model_validate(
        {
            "call": context.call,
            "entity_id": None,
            "relation": GRAPH_QUERY,
            "reason": reason,
            "message": message,
        }
    )
