"""Prompts as files: a workspace's own where it has one, else a package's of the same name."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, FileSystemLoader, PackageLoader, StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from workbench.errors import WorkspaceError


class PromptFiles:
    """Fills prompts. Templates are sandboxed, and refuse unknown names."""

    def __init__(self, folder: Path, package: str) -> None:
        """``folder`` is the workspace's; ``package`` has the built-in ones in ``prompts``."""
        self._environment = _environment(folder, package)

    def fill(self, file: str, **values: Any) -> str:
        """The text of a file such as ``system.en.jinja``.

        Raises:
            WorkspaceError: a prompt has a mistake, or names a value that there is not.
        """
        try:
            return self._environment.get_template(file).render(**values).strip()
        except TemplateError as error:
            place = Path(getattr(error, "filename", None) or file).name
            hint = "Compare it with the built-in prompt of the same name."
            raise WorkspaceError(str(error), place=f"prompts/{place}", hint=hint) from error


@cache
def _environment(folder: Path, package: str) -> ImmutableSandboxedEnvironment:
    """Compiles each prompt once; one that is edited is compiled again."""
    return ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([FileSystemLoader(folder), PackageLoader(package, "prompts")]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
