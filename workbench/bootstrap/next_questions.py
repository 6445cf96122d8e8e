"""Suggest what to ask next: questions about the same entities that the graph can answer."""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, islice
from typing import NamedTuple

from workbench.bootstrap.offline_plans import plan_offline
from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain.graph import Node
from workbench.domain.local_text import Language
from workbench.domain.plan import ToolCall
from workbench.domain.run import Run
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.name_in_sentence import name_after
from workbench.retrieval.embedders import is_built_in
from workbench.retrieval.graph_paths import walk
from workbench.workspace.intents import Intent

MOST = 3
_MOST_PLANNED = 12
"""Suggestions that are planned to find them; each takes some milliseconds."""
_MOST_EXAMPLES = 2
"""Examples of one intent that are tried, the plainest first."""
_MOST_NODES = 3
"""Entities of one run that questions are about."""
_MOST_EDGES = 200
"""Edges of one node that are looked at; a hub may have thousands."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Suggestion(NamedTuple):
    """A question, and what its plan must ask to answer it."""

    question: str
    node: str
    """The id of the entity that the question names."""
    relation: str
    """The intent, or the type of edge."""


class NextQuestions(WorkbenchPart):
    """Finds questions that follow from an answer."""

    async def next_questions(self, run: Run, language: Language) -> tuple[str, ...]:
        """Return up to three questions that stand by themselves and that can be answered.

        They are about the entities of the question, or else about those of the answer: examples of
        other intents with the entity's name, and the relations of the entity. The graph has facts
        for each, and asked as it is worded, each is planned without a model as what it means.
        """
        opened = await self.workspace_pool.get(run.workspace)
        nodes = _nodes(run, opened)
        asked = {run.question.casefold(), run.normalized.casefold()}
        found = chain(
            _of_intents(run, nodes, opened, language), _of_relations(nodes, opened, language)
        )
        new = (one for one in found if one.question.casefold() not in asked)
        kept: dict[tuple[str, str], str] = {}
        for one in islice(new, _MOST_PLANNED):
            about = (one.node, one.relation)
            is_new = about not in kept and one.question not in kept.values()
            if is_new and await _is_planned(one, opened):
                kept[about] = one.question
            if len(kept) == MOST:
                break
        return tuple(kept.values())


async def _is_planned(suggestion: Suggestion, opened: OpenedWorkspace) -> bool:
    """Return True if the question, as it is worded, is planned as what it means.

    Planning may embed it. Nothing is sent to a provider for what nobody has asked: with its
    embedder the facts that the graph has are enough.
    """
    if not is_built_in(opened.embedder):
        return True
    _, plan = await plan_offline(suggestion.question, opened, opened.embedder)
    intents = opened.workspace.spec.intents
    return any(
        suggestion.node in _nodes_of(call) and suggestion.relation in _relations_of(call, intents)
        for call in plan.tool_calls
    )


def _nodes_of(call: ToolCall) -> Collection[str | None]:
    query = call.args.graph_query
    return query.named_nodes() if query else (call.args.subject_id,)


def _relations_of(call: ToolCall, intents: Mapping[str, Intent]) -> set[str]:
    """Return the intent of a call, and the types of edges that it follows."""
    query, name = call.args.graph_query, call.args.intent_id
    if query:
        parts = (*query.sets, query.answer)
        return {edge for one in parts if (edge := getattr(one, "edge", ""))}
    intent = intents.get(name or "")
    paths = (path for start in intent.starts.values() for path in start.paths) if intent else ()
    return {name or "", *(step.edge for path in paths for step in path)}


def _nodes(run: Run, opened: OpenedWorkspace) -> list[Node]:
    named = [one.canonical_id for one in run.entities]
    drawn = [node.id for call in run.tool_calls for node in call.subgraph.nodes]
    known = (opened.graph.node(one) for one in named or drawn)
    return [node for node in islice(known, _MOST_NODES) if node is not None]


def _of_intents(
    run: Run, nodes: list[Node], opened: OpenedWorkspace, language: Language
) -> Iterator[Suggestion]:
    """Yield the plainest examples of each other intent whose path leads somewhere from a node."""
    planned = set(run.plan.intents) if run.plan else set()
    for node in nodes:
        for name, intent in opened.workspace.spec.intents.items():
            if name not in planned and _has_facts(intent, node, opened):
                kind = opened.workspace.type_label(node.type, language)
                found = _examples(intent, node, kind, language)
                for question in sorted(found, key=_plainness)[:_MOST_EXAMPLES]:
                    yield Suggestion(question, node.id, name)


def _has_facts(intent: Intent, node: Node, opened: OpenedWorkspace) -> bool:
    start = intent.starts.get(node.type)
    paths = start.paths if start else ()
    return any(True for path in paths for _ in walk(opened.graph, node, path, {}))


def _plainness(example: str) -> tuple[bool, int]:
    """Order whole questions first, and short ones, which say least beside the name."""
    return not example.endswith("?"), len(example)


def _examples(intent: Intent, node: Node, kind: str, language: Language) -> Iterator[str]:
    """Yield the whole sentences that need one name, with that of the node.

    A sentence whose case the name surely cannot take is left out.
    """
    for example in intent.examples:
        words = _PLACEHOLDER.sub("", example)
        in_language = is_cyrillic(words) == (language == "ru")
        if in_language and _PLACEHOLDER.findall(example) == [node.type] and not words[:1].islower():
            before, _, after = example.partition(f"{{{node.type}}}")
            label = node.label(language)
            begun = name_after(before, label, kind) if language == "ru" else before + label
            if begun:
                yield begun + after


def _of_relations(
    nodes: list[Node], opened: OpenedWorkspace, language: Language
) -> Iterator[Suggestion]:
    from workbench.proposals.questions import SchemaQuestions

    questions = SchemaQuestions(opened.library.workspace, language)
    for node in nodes:
        edges = islice(opened.graph.edges_at(node.id), _MOST_EDGES)
        for edge in edges:
            if question := questions.of_edge(edge):
                yield Suggestion(question, edge.target, edge.type)
