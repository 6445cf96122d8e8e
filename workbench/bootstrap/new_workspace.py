"""Create a workspace from files, and add files to one."""

import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path

import yaml

from workbench.bootstrap.bundled_files import is_bundled, workspace_folders
from workbench.bootstrap.calibrations import forget_refit
from workbench.bootstrap.copied_files import (
    copy_files,
    os_errors_as_store_errors,
    plan_copies,
    skipped_files,
)
from workbench.bootstrap.dropped_files import unread_reason
from workbench.bootstrap.opened_workspace import folder_of
from workbench.domain.base import content_hash
from workbench.domain.local_text import LANGUAGES, Language
from workbench.errors import ConfigurationError, InputError, WorkspaceError
from workbench.i18n.errors import localized
from workbench.ingest.documents import FoundFile, escaped_name, find_files, read_document
from workbench.ingest.index_spec import OpenedIndex
from workbench.ingest.parsers import UnreadableError
from workbench.nlp.language_detection import detect_language, language_of_prose
from workbench.nlp.word_lists import word_list
from workbench.settings import Settings
from workbench.text import parse
from workbench.workspace import find_workspaces
from workbench.workspace.graph_import import find_graph_files, import_graph
from workbench.workspace.graph_tables import slug
from workbench.workspace.read_spec import SPEC_FILE, default_sections, read_raw_spec

DOCUMENTS = "documents"
GRAPH = "graph"
_NAME = re.compile(r"[a-z][a-z0-9-]{1,40}")
"""A workspace's id: "handbook", "rules-2024"."""
_LONGEST_NAME = 41
_SAMPLE_FILES = 40
"""Most documents that the languages are detected in."""
_SAMPLE_CHARACTERS = 20_000
"""Length of the beginning of a document that is looked at."""
_PARAGRAPHS_PER_FILE = 4
_ENOUGH_PARAGRAPHS = 60
"""Paragraphs of prose from which the languages are known: those of 15 documents at least."""
_LEAST_SHARE = 0.1
"""A language of fewer of these paragraphs is that of quotations."""
_TEMPLATE = """\
{spec}
# This is enough: everything else has a default. docs/workspaces.md describes what can be added:
# what the workspace covers (scope), example questions, node and edge types with intents for a graph
# in graph/, fields of the documents to filter by, phrases that answers must not contain.
"""

_GRAPH_NOTE = """\
# The graph's types. Labels and words are proposals made from its identifiers: questions find a
# type, a relation or a property by them. Correct them and add the words that people use.
"""


@dataclass(frozen=True)
class CopiedFiles:
    """Files copied into a workspace's documents, by their path there.

    Bytes of a name that are not UTF-8 are escaped: ``\\xcf\\xf0.md``.
    """

    added: tuple[str, ...]
    replaced: tuple[str, ...] = ()
    skipped: Mapping[str, str] = field(default_factory=dict)
    """The reason for each link and each file that is not a regular file, by its path there."""
    unread: Mapping[str, str] = field(default_factory=dict)
    """The reason for each file that no parser reads, which is not copied, by its path there."""


def create_workspace(
    name: str,
    settings: Settings,
    source: Path | None = None,
    title: str = "",
    report: Callable[[str], None] = lambda _: None,
    on_left_out: Callable[[str, str], None] = lambda *_: None,
) -> Path:
    """Create a workspace with a copy of the files of a folder, and return its folder.

    A file that no parser reads is not copied.

    It is made in the first of the folders with your workspaces; ``workspace.yaml`` gets the id, the
    title and the languages, those of the documents first.

    Args:
        name: the workspace's id: lower-case letters, digits and hyphens.
        settings: they name the folders with workspaces.
        source: a folder or a file to copy; without it the documents are empty.
        title: the title; by default the name of the source or of the workspace.
        report: called with the reason why a graph of the folder is not imported; its files are then
            documents.
        on_left_out: called with the path of each file that is not copied, and the reason.

    Raises:
        InputError: the name is malformed or taken, or the source cannot be copied.
        StoreError: a file cannot be read or written.
    """
    target = _free_folder(name, settings)
    planned = plan_copies([source] if source else [])
    partial = target.with_name(f".{name}.partial")
    with os_errors_as_store_errors(target):
        shutil.rmtree(partial, ignore_errors=True)
        try:
            (partial / DOCUMENTS).mkdir(parents=True)
            shown = title or (_name_of(source) if source else "") or name
            graph = find_graph_files(planned)
            types = _written_graph(graph, {"id": name, "title": shown}, partial / GRAPH, report)
            documents = [place for place in planned if not types or place not in graph]
            unread = {place: why for place in documents if (why := unread_reason(place))}
            copied = {place: planned[place] for place in documents if place not in unread}
            copy_files(copied, partial / DOCUMENTS)
            for place, why in {**skipped_files([source] if source else []), **unread}.items():
                on_left_out(escaped_name(place), why)
            languages = _asked_languages(document_languages(partial / DOCUMENTS))
            text = _specification(name, shown, languages) + types
            (partial / "workspace.yaml").write_text(text, "utf-8")
            partial.rename(target)
            forget_refit(settings.workbench_home, name)  # of a deleted workspace of this name
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return target


def require_content(library: OpenedIndex, source: Path) -> None:
    """Raise InputError for a new workspace that has neither a document nor a graph."""
    if not (library.documents or library.workspace.nodes):
        raise InputError(**localized("bootstrap.nothing_to_read", source=str(source)))


def remove_workspace(name: str, folder: Path, settings: Settings) -> None:
    """Delete a new workspace with its index, whatever of them there is."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(settings.workbench_home / "indexes" / name, ignore_errors=True)


def _written_graph(
    files: Mapping[str, Path],
    spec: Mapping[str, str],
    folder: Path,
    report: Callable[[str], None],
) -> str:
    """Write the graph of some files, and return the entries of workspace.yaml for its types.

    The result is empty if there is no graph, or if it is invalid or unreadable, which is reported.
    """
    try:
        imported = import_graph(files, spec) if files else None
    except (WorkspaceError, ConfigurationError, InputError) as error:
        report(str(error))
        return ""
    if imported is None:
        return ""
    folder.mkdir()
    imported.graph.write(folder)
    schema = yaml.safe_dump(dict(imported.schema.spec), allow_unicode=True, sort_keys=False)
    return f"\n{_GRAPH_NOTE}{schema}"


def write_defaults(folder: Path) -> None:
    """Append the defaults of the sections that a workspace.yaml lacks, for a person to edit.

    Raises:
        StoreError: the file cannot be written.
    """
    path = folder / SPEC_FILE
    with os_errors_as_store_errors(path):
        text = default_sections(read_raw_spec(folder))
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\n# The defaults of the other sections.\n{text}")


def add_files(name: str, settings: Settings, sources: Sequence[Path]) -> CopiedFiles:
    """Copy files and folders into a workspace's documents; a file of the same path is replaced.

    A file that no parser reads is not copied.

    Raises:
        InputError: there is no such workspace, it is a sample of the installation, or a source
            cannot be copied (see ``plan_copies`` and ``copy_files``); nothing is copied.
        StoreError: a file cannot be read or written.
    """
    workspace = folder_of(name, find_workspaces(workspace_folders(settings)))
    if is_bundled(workspace):
        raise InputError(**localized("bootstrap.bundled_workspace", name=name))
    folder = workspace / DOCUMENTS
    found = plan_copies(sources)
    unread = {place: reason for place in found if (reason := unread_reason(place))}
    planned = {place: path for place, path in found.items() if place not in unread}
    replaced = {place for place in planned if os.path.lexists(folder / place)}
    copy_files(planned, folder)
    return CopiedFiles(
        added=tuple(escaped_name(place) for place in planned if place not in replaced),
        replaced=tuple(escaped_name(place) for place in planned if place in replaced),
        skipped=skipped_files(sources),
        unread={escaped_name(place): reason for place, reason in unread.items()},
    )


def document_languages(folder: Path) -> tuple[Language, ...]:
    """Return the languages of the documents in a folder, the most frequent first.

    Documents are read in an order that does not follow their folders, so that a folder in each
    language does not hide the others, until there is enough prose. Where there is none, as in
    tables, single words are enough; without documents the result is empty.
    """
    files = sorted(find_files(folder)[0], key=lambda file: content_hash(file.id))[:_SAMPLE_FILES]
    texts = cache(_first_paragraphs)
    found = _count_languages(map(texts, files), language_of_prose)
    found = found or _count_languages(map(texts, files), _by_words)
    least = _LEAST_SHARE * found.total()
    return tuple(language for language, count in found.most_common() if count >= least)


def _by_words(text: str) -> Language | None:
    return detect_language(text, LANGUAGES) if any(map(str.isalpha, text)) else None


def _asked_languages(found: Sequence[Language]) -> Sequence[Language]:
    """Return the languages to ask in: those of the documents first, then the others.

    A question in Russian over English tables is answered in Russian.
    """
    return tuple(dict.fromkeys((*found, *LANGUAGES))) if found else ()


def _count_languages(
    documents: Iterable[Sequence[str]], detect: Callable[[str], Language | None]
) -> Counter[Language]:
    """Count the languages of the first paragraphs of documents that have one."""
    languages = (
        language
        for paragraphs in documents
        for language in islice(
            (one for one in map(detect, paragraphs) if one), _PARAGRAPHS_PER_FILE
        )
    )
    return Counter(islice(languages, _ENOUGH_PARAGRAPHS))


def _first_paragraphs(file: FoundFile) -> Sequence[str]:
    """Return the first paragraphs of a document; none if it is unreadable."""
    try:
        document = read_document(file)
    except UnreadableError:
        return ()
    start = document.body_start
    blocks = parse(document.text[start : start + _SAMPLE_CHARACTERS]).blocks
    return tuple(block.text for block in blocks)


def _nearest_name(name: str) -> str:
    """Return a name that a workspace may have: ``team-handbook`` for "Team Handbook"."""
    nearest = slug(name)[:_LONGEST_NAME].strip("-")
    return nearest if _NAME.fullmatch(nearest) else "team-handbook"


def _free_folder(name: str, settings: Settings) -> Path:
    """Return the folder for a new workspace; InputError if the name is malformed or taken."""
    if not _NAME.fullmatch(name):
        example = _nearest_name(name)
        raise InputError(**localized("bootstrap.bad_workspace_name", name=name, example=example))
    folders = workspace_folders(settings)
    if name in find_workspaces(folders):
        raise InputError(**localized("bootstrap.workspace_exists", name=name))
    target = folders[0] / name
    if os.path.lexists(target):
        raise InputError(**localized("bootstrap.folder_exists", path=str(target)))
    return target


def _name_of(source: Path) -> str:
    """Return the name of a folder, or of a file without its suffix.

    A name that says nothing, such as "docs", gives way to that of the folder it is in; empty if
    that says nothing either.
    """
    path = source.resolve()
    if not path.is_dir():
        return path.stem
    named = (one.name for one in (path, path.parent) if one != Path.home())
    generic = {"", *word_list("generic_folder_names")}
    return next((one for one in named if one.lower() not in generic), "")


def _specification(name: str, title: str, languages: Sequence[Language]) -> str:
    spec = {"id": name, "title": title} | ({"languages": list(languages)} if languages else {})
    return _TEMPLATE.format(spec=yaml.safe_dump(spec, allow_unicode=True, sort_keys=False))
