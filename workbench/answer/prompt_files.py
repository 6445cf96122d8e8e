"""Fill the prompt templates of an answer, one file for each language."""

from typing import Any

from workbench.domain.local_text import Language
from workbench.workspace.load import Workspace


class Prompts:
    """Fills the prompts of one workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._files = workspace.prompt_files("workbench.answer")

    def fill(self, name: str, language: Language, **values: Any) -> str:
        """Return the prompt ``name`` in a language.

        Raises:
            WorkspaceError: the template has a mistake.
        """
        return self._files.fill(f"{name}.{language}.jinja", **values)
