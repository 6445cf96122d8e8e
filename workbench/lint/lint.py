"""Lint a workspace."""

from collections.abc import Mapping
from pathlib import Path

from workbench.lint.documents import document_problems
from workbench.lint.graph import CheckedGraph, graph_problems
from workbench.lint.labels import label_problems
from workbench.lint.problems import LintProblem
from workbench.lint.shared_words import shared_word_problems
from workbench.lint.specification import example_problems, read_checked, unused_problems
from workbench.workspace import Workspace
from workbench.workspace.tool_specs import ToolSpec


def lint_workspace(root: Path, tool_specs: Mapping[str, ToolSpec]) -> list[LintProblem]:
    """Return every problem of a workspace's files, ordered by file and line.

    With errors in ``workspace.yaml``, nothing else can be checked; with errors in the graph, the
    rows without one are checked further.
    """
    spec, problems = read_checked(root, tool_specs)
    if spec is None:
        return _sorted(problems)
    builder = CheckedGraph(spec, root)
    graph = builder.add_files()
    workspace = Workspace(
        root=root, spec=spec, nodes=graph.nodes, edges=graph.edges, tool_specs=tool_specs
    )
    problems += builder.problems
    problems += example_problems(workspace)
    problems += unused_problems(workspace)
    problems += shared_word_problems(workspace)
    problems += label_problems(workspace)
    problems += graph_problems(workspace, builder.places)
    problems += document_problems(workspace, builder.places)
    return _sorted(problems)


def _sorted(problems: list[LintProblem]) -> list[LintProblem]:
    return sorted(dict.fromkeys(problems), key=lambda one: (one.file, one.line or 0, one.message))
