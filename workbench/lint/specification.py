"""Check workspace.yaml: its schema, its names, and examples of its intents."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from workbench.domain.local_text import all_texts
from workbench.errors import InputError, WorkspaceError
from workbench.lint.problems import LintProblem, at_path, collect, of_error, of_validation
from workbench.planner.graph_calls import usable_types
from workbench.planner.question_reading import QuestionReader
from workbench.workspace import Workspace
from workbench.workspace.check_intents import intent_checks
from workbench.workspace.intents import Intent
from workbench.workspace.nearest_name import nearest
from workbench.workspace.read_spec import SPEC_FILE, read_raw_spec, read_spec
from workbench.workspace.schema import WorkspaceSpec
from workbench.workspace.tool_specs import ToolSpec

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
"""A placeholder of an example: ``{project}``."""
ENOUGH_EXAMPLES = 10
"""Examples from which the offline planner learns an intent."""


def read_checked(
    root: Path, tool_specs: Mapping[str, ToolSpec]
) -> tuple[WorkspaceSpec | None, list[LintProblem]]:
    """Return the specification of a workspace, None if it has errors, and all of its problems."""
    try:
        spec = read_spec(root)
    except (WorkspaceError, InputError) as error:
        if isinstance(error.__cause__, ValidationError):
            file = str(error.words["place"]).partition(": ")[0]
            return None, of_validation(root, file, error.__cause__)
        return None, [of_error(root, error)]
    problems = collect(root, intent_checks(spec, tool_specs))
    return (None if problems else spec), problems


def example_problems(workspace: Workspace) -> Iterator[LintProblem]:
    """Yield problems of the examples of the intents that the workspace itself declares."""
    own = _own_intents(workspace.root)
    intents = [intent for name, intent in workspace.spec.intents.items() if name in own]
    for intent in intents:
        yield from _few_examples(workspace, intent)
        for at, example in enumerate(intent.examples):
            yield from _placeholders(workspace, intent, at, example)
    if len(intents) > 1:
        yield from _misleading(workspace, own)


def _own_intents(root: Path) -> Mapping[str, Any]:
    own = read_raw_spec(root).get("intents", {})
    return own if isinstance(own, Mapping) else {}


def _warning(
    workspace: Workspace, path: str, code: str, message: str, hint: str = ""
) -> LintProblem:
    return at_path(workspace.root, SPEC_FILE, path, code, message, hint, "warning")


def _few_examples(workspace: Workspace, intent: Intent) -> Iterator[LintProblem]:
    count = len(intent.examples)
    if intent.is_structured and count < ENOUGH_EXAMPLES:
        yield _warning(
            workspace,
            f"intents.{intent.id}.examples",
            "few_examples",
            f"The intent {intent.id} has {count} of at least {ENOUGH_EXAMPLES} examples.",
            "The planner learns from them which questions the intent answers; add some.",
        )


def _placeholders(
    workspace: Workspace, intent: Intent, at: int, example: str
) -> Iterator[LintProblem]:
    """Yield placeholders that are not types, and an example that no start of the intent answers."""
    spec, path = workspace.spec, f"intents.{intent.id}.examples[{at}]"
    names = _PLACEHOLDER.findall(example)
    known = {*spec.node_types, *spec.slots}
    for name in names:
        if name not in known:
            near = nearest(name, known)
            hint = f"Did you mean {{{near}}}?" if near else f"Known: {', '.join(sorted(known))}."
            message = f"The placeholder {{{name}}} is neither a node type nor a slot."
            yield at_path(workspace.root, SPEC_FILE, path, "unknown_placeholder", message, hint)
    usable = usable_types(intent, workspace) | intent.slots()
    kinds = {spec.slots[name].node_type or name if name in spec.slots else name for name in names}
    is_answered = not names or intent.any_of or (kinds | {*names}) & usable
    if intent.is_structured and not is_answered and kinds <= known:
        yield _warning(
            workspace,
            path,
            "unusable_example",
            f"The intent {intent.id} has no start or slot for {{{names[0]}}}.",
            f"It takes: {', '.join(sorted(usable))}. Add a start, or remove the example.",
        )


def _misleading(workspace: Workspace, own: Mapping[str, Any]) -> Iterator[LintProblem]:
    """Yield the examples that are planned as another intent if they are asked."""
    reader = QuestionReader(workspace)
    for intent in workspace.spec.intents.values():
        for at, example in enumerate(intent.examples if intent.id in own else ()):
            best = reader.classifier.classify(reader.vocabulary.mask_example(example))[0]
            if best.intent != intent.id:
                yield _warning(
                    workspace,
                    f"intents.{intent.id}.examples[{at}]",
                    "misleading_example",
                    f"“{example}” is planned as {best.intent}, not as {intent.id}.",
                    f"Reword it, or move it to {best.intent}.",
                )


def unused_problems(workspace: Workspace) -> Iterator[LintProblem]:
    """Yield types without nodes or edges, types and slots that nothing uses, empty slots."""
    spec = workspace.spec
    nodes = {node.type for node in workspace.nodes.values()}
    edges = {edge.type for edge in workspace.edges}
    raw = read_raw_spec(workspace.root)
    for name in _names(raw, "node_types"):
        if name not in nodes:
            message = f"No node has the type {name}."
            yield _warning(workspace, f"node_types.{name}", "empty_type", message)
    for name in _names(raw, "edge_types"):
        if name not in edges:
            message = f"No edge has the type {name}."
            yield _warning(workspace, f"edge_types.{name}", "empty_type", message)
    yield from _unreachable(workspace, _names(raw, "node_types"))
    used = {slot for intent in spec.intents.values() for slot in intent.slots()}
    used |= {slot for i in spec.intents.values() for s in i.starts.values() for slot in s.slots()}
    for name in _names(raw, "slots"):
        slot = spec.slots[name]
        if name not in used:
            message = f"No intent uses the slot {name}."
            hint = f"Write ${name} as a condition of an intent."
            yield _warning(workspace, f"slots.{name}", "unused_slot", message, hint)
        if (slot.node_type and slot.node_type not in nodes) or not (slot.node_type or slot.values):
            message = f"The slot {name} has no values."
            yield _warning(workspace, f"slots.{name}", "empty_slot", message)


def _names(raw: Mapping[str, Any], section: str) -> list[str]:
    content = raw.get(section)
    return list(content) if isinstance(content, Mapping) else []


def _unreachable(workspace: Workspace, names: list[str]) -> Iterator[LintProblem]:
    """Yield node types that intents over the graph neither start from nor pass."""
    intents = [one for one in workspace.spec.intents.values() if one.is_structured]
    reached = {kind for intent in intents for kind in usable_types(intent, workspace)}
    for intent in intents:
        for start in intent.starts.values():
            reached |= {step.node for path in start.paths for step in path}
    for name in names if intents else ():
        if name not in reached:
            label = all_texts(workspace.spec.node_types[name].label)[0]
            message = f"No intent reaches nodes of the type {name} ({label})."
            hint = "Add a start or a step to an intent, or remove the type."
            yield _warning(workspace, f"node_types.{name}", "unreachable_type", message, hint)
