"""Check that questions in each language of the workspace have words for what the graph holds."""

from collections.abc import Iterator

from workbench.lint.problems import LintProblem, at_path
from workbench.workspace import Workspace
from workbench.workspace.missing_labels import missing_labels
from workbench.workspace.read_spec import SPEC_FILE


def label_problems(workspace: Workspace) -> Iterator[LintProblem]:
    """Yield the types, relations and properties without a word in a language of the workspace."""
    for one in missing_labels(workspace.spec):
        yield at_path(
            workspace.root,
            SPEC_FILE,
            one.path,
            "missing_label",
            f"{one.name} has no label in “{one.language}”: questions in it cannot name it.",
            f"Add `{one.language}: …` to its label, or leave `{one.language}` out of `languages`.",
            "warning",
        )
