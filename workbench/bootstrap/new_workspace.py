"""Create a workspace from files, and add files to one."""

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from workbench.bootstrap.bundled_files import workspace_folders
from workbench.bootstrap.opened_workspace import folder_of
from workbench.domain.local_text import LANGUAGES, Language
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.ingest.documents import find_files, read_document
from workbench.ingest.parsers import UnreadableError
from workbench.nlp.language_detection import language_of_prose
from workbench.settings import Settings
from workbench.text import parse
from workbench.workspace import find_workspaces

DOCUMENTS = "documents"
_NAME = re.compile(r"[a-z][a-z0-9-]{1,40}")
_SAMPLE_FILES = 40
"""Documents that the languages are detected in."""
_SAMPLE_BLOCKS = 40
"""Paragraphs of each that are looked at."""
_LEAST_SHARE = 0.1
"""A language of fewer of these paragraphs is that of quotations."""
_TEMPLATE = """\
{spec}
# This is enough: everything else has a default. docs/workspaces.md describes what can be added:
# what the workspace covers (scope), example questions, node and edge types with intents for a graph
# in graph/, fields of the documents to filter by, phrases that answers must not contain.
"""


@dataclass(frozen=True)
class CopiedFiles:
    """Files copied into a workspace's documents, by their path there."""

    added: tuple[str, ...]
    replaced: tuple[str, ...] = ()


def create_workspace(
    name: str, settings: Settings, source: Path | None = None, title: str = ""
) -> Path:
    """Create a workspace with a copy of the files of a folder, and return its folder.

    It is made in the first of the folders with your workspaces; ``workspace.yaml`` gets the id, the
    title and the languages of the documents.

    Args:
        name: the workspace's id: lower-case letters, digits and hyphens.
        settings: they name the folders with workspaces.
        source: a folder or a file to copy; without it the documents are empty.
        title: the title; by default the name of the source or of the workspace.

    Raises:
        InputError: the name is malformed or taken, or the source does not exist.
    """
    if not _NAME.fullmatch(name):
        raise InputError(**localized("bootstrap.bad_workspace_name", name=name))
    if name in find_workspaces(workspace_folders(settings)):
        raise InputError(**localized("bootstrap.workspace_exists", name=name))
    target = workspace_folders(settings)[0] / name
    partial = target.with_name(f".{name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        (partial / DOCUMENTS).mkdir(parents=True)
        if source is not None:
            _copy(source, partial / DOCUMENTS)
        shown = title or (source.resolve().stem if source else "") or name
        (partial / "workspace.yaml").write_text(
            _specification(name, shown, document_languages(partial / DOCUMENTS)), "utf-8"
        )
        partial.rename(target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return target


def add_files(name: str, settings: Settings, sources: Sequence[Path]) -> CopiedFiles:
    """Copy files and folders into a workspace's documents; a file of the same path is replaced.

    Raises:
        InputError: there is no such workspace, or a source does not exist.
    """
    folder = folder_of(name, find_workspaces(workspace_folders(settings))) / DOCUMENTS
    for source in sources:
        _check_source(source)
    added: list[str] = []
    replaced: list[str] = []
    for source in sources:
        for path, place in _files_of(source):
            (replaced if (folder / place).exists() else added).append(place)
            _copy_file(path, folder / place)
    return CopiedFiles(tuple(added), tuple(replaced))


def document_languages(folder: Path) -> tuple[Language, ...]:
    """Return the languages of the documents in a folder, the most frequent first."""
    found: Counter[Language] = Counter()
    for file in find_files(folder)[0][:_SAMPLE_FILES]:
        try:
            document = read_document(file)
        except UnreadableError:
            continue
        blocks = parse(document.text[document.body_start :]).blocks[:_SAMPLE_BLOCKS]
        languages = (language_of_prose(block.text) for block in blocks)
        found.update(language for language in languages if language)
    least = _LEAST_SHARE * found.total()
    return tuple(language for language, count in found.most_common() if count >= least) or LANGUAGES


def _specification(name: str, title: str, languages: Iterable[Language]) -> str:
    spec = {"id": name, "title": title, "languages": list(languages)}
    return _TEMPLATE.format(spec=yaml.safe_dump(spec, allow_unicode=True, sort_keys=False))


def _copy(source: Path, target: Path) -> None:
    _check_source(source)
    for path, place in _files_of(source):
        _copy_file(path, target / place)


def _check_source(source: Path) -> None:
    if not source.exists():
        raise InputError(**localized("bootstrap.no_source", path=str(source)))


def _files_of(source: Path) -> list[tuple[Path, str]]:
    """Return the regular files of a folder with their paths in it; links are not followed."""
    if source.is_file():
        return [(source, source.name)]
    found = []
    for place, folders, names in os.walk(source, followlinks=False):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        for path in (Path(place) / one for one in sorted(names) if not one.startswith(".")):
            if path.is_file() and not path.is_symlink():
                found.append((path, path.relative_to(source).as_posix()))
    return found


def _copy_file(path: Path, target: Path) -> None:
    """Copy a file under another name first, so that an interrupted copy leaves no half of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.partial")
    shutil.copyfile(path, partial)
    partial.replace(target)
