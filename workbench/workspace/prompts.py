"""Prompts as files: a workspace's own where it has one, else a package's of the same name."""

import os
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, FunctionLoader, PackageLoader, StrictUndefined
from jinja2.loaders import split_template_path
from jinja2.sandbox import ImmutableSandboxedEnvironment

from workbench.errors import InputError, WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.bounded_files import MEGABYTE, read_text

LARGEST_PROMPT = MEGABYTE


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
        except InputError as error:
            raise WorkspaceError(**localized(error.code, **error.words)) from error
        except Exception as error:  # a template runs whatever expressions its author wrote
            place = f"prompts/{Path(getattr(error, 'filename', None) or file).name}"
            words = {"place": place, "detail": str(error)}
            raise WorkspaceError(**localized("workspace.prompt", **words)) from error


def _prompt_of(folder: Path, name: str) -> tuple[str, str, Callable[[], bool]] | None:
    """A workspace's prompt, its path, and whether it is still the same; None if it has none."""
    path = folder.joinpath(*split_template_path(name))
    if not os.path.lexists(path):
        return None
    text = read_text(path, most=LARGEST_PROMPT, place=f"prompts/{name}")
    modified = path.stat().st_mtime_ns
    return text, str(path), lambda: path.is_file() and path.stat().st_mtime_ns == modified


@cache
def _environment(folder: Path, package: str) -> ImmutableSandboxedEnvironment:
    """Compiles each prompt once; one that is edited is compiled again."""
    own = FunctionLoader(partial(_prompt_of, folder))
    return ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([own, PackageLoader(package, "prompts")]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
