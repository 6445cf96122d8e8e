"""Render prompts from files; a workspace's prompt overrides the built-in one of the same name.

Jinja is imported for the first prompt: a question that no model answers needs none.
"""

import os
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.errors import InputError, WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.bounded_files import MEGABYTE, read_text

if TYPE_CHECKING:
    from jinja2.sandbox import ImmutableSandboxedEnvironment

LARGEST_PROMPT = MEGABYTE


class PromptFiles:
    """Renders prompts. Templates are sandboxed; undefined names are errors."""

    def __init__(self, folder: Path, package: str) -> None:
        """``folder`` has the workspace's prompts; ``package`` has a folder ``prompts``."""
        self._folder, self._package = folder, package

    def fill(self, file: str, **values: Any) -> str:
        """Render a file such as ``system.en.jinja``.

        Raises:
            WorkspaceError: the template has an error, or uses an undefined name.
        """
        try:
            environment = _environment(self._folder, self._package)
            return environment.get_template(file).render(**values).strip()
        except InputError as error:
            raise WorkspaceError(**localized(error.code, **error.words)) from error
        except Exception as error:  # an expression in a template can raise anything
            place = f"prompts/{Path(getattr(error, 'filename', None) or file).name}"
            words = {"place": place, "detail": str(error)}
            raise WorkspaceError(**localized("workspace.prompt", **words)) from error


def _prompt_of(folder: Path, name: str) -> tuple[str, str, Callable[[], bool]] | None:
    """Return a workspace's prompt, its path, and a check that it is unchanged; None without one."""
    from jinja2.loaders import split_template_path

    path = folder.joinpath(*split_template_path(name))
    if not os.path.lexists(path):
        return None
    text = read_text(path, most=LARGEST_PROMPT, place=f"prompts/{name}")
    modified = path.stat().st_mtime_ns
    return text, str(path), lambda: path.is_file() and path.stat().st_mtime_ns == modified


@cache
def _environment(folder: Path, package: str) -> "ImmutableSandboxedEnvironment":
    """Return an environment that compiles each prompt once, and again after an edit."""
    from jinja2 import ChoiceLoader, FunctionLoader, PackageLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    own = FunctionLoader(partial(_prompt_of, folder))
    return ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([own, PackageLoader(package, "prompts")]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
