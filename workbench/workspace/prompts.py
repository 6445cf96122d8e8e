"""Render prompts from files; a workspace's prompt overrides the built-in one of the same name.

Jinja is imported for the first prompt: a question that no model answers needs none.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from workbench.domain.prompts import template_hash
from workbench.errors import InputError, WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.bounded_files import MEGABYTE, read_text

if TYPE_CHECKING:
    from workbench.workspace.sandbox import PromptSandbox

LARGEST_PROMPT = MEGABYTE
_NOTHING: Mapping[str, str] = {}


class TemplateMistake(NamedTuple):
    """A mistake in a template: ``syntax`` with jinja's words, the others with a name.

    ``undefined`` is a variable that is not given, ``missing`` one that is not used, and
    ``not_included`` a template that does not exist.
    """

    kind: Literal["syntax", "undefined", "missing", "not_included"]
    line: int
    detail: str


class PromptFiles:
    """Renders prompts. Templates are sandboxed; undefined names are errors."""

    def __init__(self, folder: Path, package: str, live: Mapping[str, str] = _NOTHING) -> None:
        """``live`` has texts by file name, which replace those of files.

        ``folder`` has the workspace's prompts; ``package`` has a folder ``prompts``.
        """
        self._folder, self._package = folder, package
        self._live = tuple(sorted(live.items()))

    @property
    def names(self) -> tuple[str, ...]:
        """The file names of the package's templates."""
        return built_in_prompts(self._package)

    def source(self, file: str) -> str:
        """The text of a template, as it is rendered."""
        environment = self._environment()
        assert environment.loader is not None
        return environment.loader.get_source(environment, file)[0]

    @property
    def are_built_in(self) -> bool:
        """True if every template is the package's own, which does not change in a process."""
        return not self._live and set(self.names).isdisjoint(_files_in(self._folder))

    @property
    def hash(self) -> str:
        """The hash of all templates of the package, as they are rendered."""
        if self.are_built_in:
            return _built_in_hash(self._package)
        return _hash_of({name: self.source(name) for name in self.names})

    def _environment(self) -> "PromptSandbox":
        return _environment(self._folder, self._package, self._live)

    def fill(self, file: str, **values: Any) -> str:
        """Render a file such as ``system.en.jinja``.

        Raises:
            WorkspaceError: the template has an error, or uses an undefined name.
        """
        from workbench.workspace.sandbox import counting_turns

        try:
            template = self._environment().get_template(file)
            with counting_turns():
                return template.render(**values).strip()
        except InputError as error:
            raise WorkspaceError(**localized(error.code, **error.words)) from error
        except Exception as error:  # an expression in a template can raise anything
            place = f"prompts/{Path(getattr(error, 'filename', None) or file).name}"
            words = {"place": place, "detail": str(error)}
            raise WorkspaceError(**localized("workspace.prompt", **words)) from error


def _files_in(folder: Path) -> list[str]:
    """Return the names in a folder; none if there is no such folder."""
    try:
        return [file.name for file in folder.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return []


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
def built_in_prompts(package: str) -> tuple[str, ...]:
    """Return the file names of a package's templates."""
    folder = files(package) / "prompts"
    return tuple(sorted(file.name for file in folder.iterdir() if file.name.endswith(".jinja")))


@cache
def _built_in_hash(package: str) -> str:
    folder = files(package) / "prompts"
    return _hash_of(
        {name: (folder / name).read_text("utf-8") for name in built_in_prompts(package)}
    )


def _hash_of(texts: Mapping[str, str]) -> str:
    return template_hash("".join(f"{name}\n{texts[name]}\n" for name in sorted(texts)))


def template_mistakes(
    text: str, variables: Iterable[str], needs: Iterable[str], templates: Iterable[str]
) -> list[TemplateMistake]:
    """Return the syntax error of a template, or else its mistakes with names.

    Args:
        text: the template.
        variables: the names that it is given.
        needs: those of them that it has to use.
        templates: the templates that it may include; a computed name is not checked.
    """
    from jinja2 import TemplateSyntaxError, meta

    from workbench.workspace.sandbox import PromptSandbox

    try:
        parsed = PromptSandbox().parse(text)
        used = meta.find_undeclared_variables(parsed)
    except TemplateSyntaxError as error:
        return [TemplateMistake("syntax", error.lineno, error.message or str(error))]
    undefined = used - set(variables)
    included = {name for name in meta.find_referenced_templates(parsed) if name is not None}
    return [
        *(TemplateMistake("undefined", _line_of(name, text), name) for name in sorted(undefined)),
        *(TemplateMistake("missing", 1, name) for name in needs if name not in used),
        *(
            TemplateMistake("not_included", _line_of(name, text), name)
            for name in sorted(included - set(templates))
        ),
    ]


def _line_of(name: str, text: str) -> int:
    """Return the first line of a template that has a name in its code."""
    code = re.search(rf"\{{[{{%][^}}]*\b{re.escape(name)}\b", text)
    return text.count("\n", 0, code.end()) + 1 if code else 1


@lru_cache(maxsize=128)
def _environment(folder: Path, package: str, live: tuple[tuple[str, str], ...]) -> "PromptSandbox":
    """Return an environment that compiles each prompt once, and again after an edit."""
    from jinja2 import ChoiceLoader, DictLoader, FunctionLoader, PackageLoader, StrictUndefined

    from workbench.workspace.sandbox import PromptSandbox

    own = FunctionLoader(partial(_prompt_of, folder))
    return PromptSandbox(
        loader=ChoiceLoader([DictLoader(dict(live)), own, PackageLoader(package, "prompts")]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
