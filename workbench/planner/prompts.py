"""Build the planner's prompts: the workspace as rules, the question and its entities as data."""

import json
from collections.abc import Sequence
from functools import partial
from itertools import accumulate, islice
from typing import Any

from workbench.domain.entities import Candidate, ResolvedEntity
from workbench.domain.local_text import Language, localize
from workbench.domain.plan import GENERAL_UNSTRUCTURED, GRAPH_QUERY, PlanProblem
from workbench.domain.tables import TableColumn, TableSchema
from workbench.nlp.morphology import is_cyrillic
from workbench.planner.graph_prompt import earlier_sets, graph_lines
from workbench.planner.protocol import PlanRequest
from workbench.render_styles import RENDER_STYLES
from workbench.workspace import Workspace
from workbench.workspace.plan_names import slot_values

FOLLOW_UP = "planner_follow_up.jinja"
"""The template that has a follow-up rewritten, which only follow-ups are sent with."""
EXAMPLES = 2
"""Example questions per intent in the prompt."""
_DESCRIBED = 20
"""Tables that are described, beyond which those in texts are left out."""
_NAMED_NODES = 200
"""The largest graph whose names are all in the prompt."""
_LONGEST_NAME = 40
"""Characters of a name in the prompt; longer ones are sentences, such as achievements."""
_VALUES = 30
"""Values of a column in the prompt."""
_LONGEST_VALUES = 150
"""Characters of a column's values in the prompt, beyond which at least three are listed: columns
with longer ones hold texts, which a query searches for words."""


class PlannerPrompts:
    """The planner's prompts; a workspace may override each by a file of the same name."""

    def __init__(self, workspace: Workspace, max_tool_calls: int) -> None:
        self._workspace = workspace
        self._max_calls = max_tool_calls
        self._files = workspace.prompt_files("workbench.planner")

    def system(self, language: Language) -> str:
        """Return the system prompt: rules and vocabulary in the question's language.

        From built-in templates it is rendered once for a workspace; people edit its own ones.
        """
        if not self._files.are_built_in:
            return self._system(language)
        key = ("planner system prompt", language, self._max_calls)
        return self._workspace.once(key, partial(self._system, language))

    def _system(self, language: Language) -> str:
        spec = self._workspace.spec
        return self._files.fill(
            "planner.jinja",
            scope=localize(spec.scope.description, language),
            tools=spec.tools,
            purposes={
                name: self._workspace.tool_specs[kind].purpose
                for name, kind in self._workspace.tool_names.items()
            },
            intents=[self._intent(name, language) for name in spec.intents],
            query_intents={
                name: localize(text, language)
                for name, text in self._workspace.query_intents.items()
            },
            tables=[_table(table) for table in _described(self._workspace)],
            names=_names(self._workspace, language),
            languages=spec.languages,
            slots=[self._slot(name, language) for name in spec.slots],
            graph=graph_lines(self._workspace, language),
            graph_query=GRAPH_QUERY,
            general=GENERAL_UNSTRUCTURED,
            max_tool_calls=self._max_calls,
            caps=spec.caps,
            render_styles=RENDER_STYLES,
            answer_style=spec.default_style(language),
            answer_styles=list(spec.all_answer_styles),
        )

    def question(self, request: PlanRequest) -> str:
        """Return the question with the entities and values recognised in it.

        Before a follow-up stands how it is rewritten to a question that stands alone.
        """
        follows = request.memory.decision == "follow_up"
        memory = request.memory.summary if follows else None
        carried = request.memory.carried if follows else None
        data: dict[str, Any] = {
            "question": request.question.text,
            "language": request.question.language,
            "recognised_entities": [_entity(e, request) for e in request.resolution.entities],
            "recognised_values": [
                {"filter": slot.slot, "value": slot.value, "words": slot.label or None}
                for slot in request.resolution.slots
            ],
            "earlier_turn": memory,
        }
        if carried is not None and carried.query is not None:
            data["earlier_sets"] = earlier_sets(carried.query)
        asked = self._files.fill(
            "planner_question.jinja", data=json.dumps(data, ensure_ascii=False, indent=1)
        )
        return f"{self._files.fill(FOLLOW_UP)}\n\n{asked}" if follows else asked

    def repair(self, problems: Sequence[PlanProblem]) -> str:
        """Return the prompt that lists the problems of the last reply."""
        return self._files.fill("planner_repair.jinja", problems=problems)

    def more(self, calls: Sequence[str], most: int) -> str:
        """Return the prompt that asks for other calls in the place of those that found nothing."""
        return self._files.fill("planner_more.jinja", calls=calls, most=most)

    def _intent(self, name: str, language: Language) -> dict[str, Any]:
        intent = self._workspace.spec.intents[name]
        return {
            "id": name,
            "description": localize(intent.description, language),
            "examples": _examples(intent.examples, language),
            "starts": {kind: sorted(one.slots()) for kind, one in intent.starts.items()},
            "any_of": intent.any_of,
            "filters": sorted(intent.search.filters),
            "doc_types": intent.search.doc_types,
        }

    def _slot(self, name: str, language: Language) -> dict[str, Any]:
        slot = self._workspace.spec.slots[name]
        allowed = [] if slot.node_type else sorted(slot_values(name, self._workspace)[0])
        return {
            "name": name,
            "label": localize(slot.label, language),
            "node_type": slot.node_type,
            "allowed": allowed,
        }


def _names(workspace: Workspace, language: Language) -> dict[str, list[str]]:
    """Return the names of all nodes by type, where they are few enough for a prompt."""
    found: dict[str, list[str]] = {}
    if len(workspace.nodes) > _NAMED_NODES:
        return found
    for node in workspace.nodes.values():
        name = " ".join(node.label(language).split())  # a name is not a line of the rules
        if len(name) <= _LONGEST_NAME:
            found.setdefault(node.type, []).append(name)
    return found


def _described(workspace: Workspace) -> list[TableSchema]:
    """Return the tables that the prompt describes: files of rows, and the longest ones in texts."""
    files = [one for one in workspace.tables.values() if not one.is_in_text]
    texts = [one for one in workspace.tables.values() if one.is_in_text]
    longest = sorted(texts, key=lambda one: -one.rows)[: max(0, _DESCRIBED - len(files))]
    return [*files, *longest]


def _table(table: TableSchema) -> str:
    """Return a table with its columns, one a line, for the prompt."""
    columns = "\n".join(f"  - {_column(column)}" for column in table.columns)
    return f"{table.id} ({table.rows} rows)\n{columns}"


def _column(column: TableColumn) -> str:
    """Return a column with its type and what is in it."""
    known = [f"{column.least} to {column.most}"] if column.least else []
    values = _first(column.values) or (() if column.least else column.examples)
    more = ", …" if values and values != column.values else ""
    known += [", ".join(json.dumps(value, ensure_ascii=False) for value in values) + more]
    kind = " ".join(filter(None, (column.type, column.unit)))
    return (
        f"{json.dumps(column.name, ensure_ascii=False)} ({kind}): {'; '.join(filter(None, known))}"
    )


def _first(values: Sequence[str]) -> tuple[str, ...]:
    """Return the first values, of short ones more than of long ones."""
    ends = accumulate(len(value) for value in values)
    fitting = sum(end <= _LONGEST_VALUES for end in ends)
    return tuple(values[: min(max(fitting, 3), _VALUES)])


def _examples(examples: Sequence[str], language: Language) -> list[str]:
    """Return the first examples in a language, or the first of all if it has none."""
    own = (one for one in examples if is_cyrillic(one) == (language == "ru"))
    return list(islice(own, EXAMPLES)) or list(examples[:EXAMPLES])


def _entity(entity: ResolvedEntity, request: PlanRequest) -> dict[str, Any]:
    """Return a mention with its candidate nodes; one of the earlier turn has no ``words``.

    A node that a person chose is the only candidate for its words.
    """
    span, text = entity.span, request.question.text
    by_hand = entity.matched_by == "manual"
    candidates = (not by_hand and entity.candidates) or (_as_candidate(entity),)
    return {
        "words": text[span.start : span.end] if span is not None else None,
        "candidates": [
            {"id": c.canonical_id, "type": c.type, "name": c.name, "confidence": c.confidence}
            for c in candidates
        ],
    }


def _as_candidate(entity: ResolvedEntity) -> Candidate:
    return Candidate(
        canonical_id=entity.canonical_id,
        type=entity.type,
        name=entity.name,
        confidence=entity.confidence,
        matched_by=entity.matched_by,
    )
