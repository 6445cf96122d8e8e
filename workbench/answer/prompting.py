"""Prompts as files: a workspace's own where it has one, else the built-in one of the same name."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    ChoiceLoader,
    FileSystemLoader,
    PackageLoader,
    StrictUndefined,
    TemplateError,
)
from jinja2.sandbox import ImmutableSandboxedEnvironment

from workbench.domain.text import Language
from workbench.errors import WorkspaceError
from workbench.workspace.load import Workspace


class Prompts:
    """Fills the prompts of one workspace. Templates are sandboxed, and refuse unknown names."""

    def __init__(self, workspace: Workspace) -> None:
        self._environment = _environment(workspace.prompts_folder)

    def fill(self, name: str, language: Language, **values: Any) -> str:
        """The prompt ``name`` in a language.

        Raises:
            WorkspaceError: a prompt has a mistake, or names a value that there is not.
        """
        file = f"{name}.{language}.jinja"
        try:
            return self._environment.get_template(file).render(**values).strip()
        except TemplateError as error:
            place = getattr(error, "filename", None) or file
            hint = "Compare it with the built-in prompt of the same name."
            raise WorkspaceError(str(error), place=f"prompts: {place}", hint=hint) from error


@cache
def _environment(folder: Path) -> ImmutableSandboxedEnvironment:
    """Compiles each prompt once; one that is edited is compiled again."""
    own, built_in = FileSystemLoader(folder), PackageLoader("workbench.answer", "prompts")
    return ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([own, built_in]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
