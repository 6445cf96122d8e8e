"""Write the lexical index of a new state: update a copy of the previous one, or rebuild it."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.domain.base import content_id
from workbench.ingest.catalogue import IndexState
from workbench.ingest.document_store import DocumentStore
from workbench.retrieval.lexical import lexical_engine
from workbench.retrieval.lexical.protocol import IndexedPassage

FOLDER = "lexical"
MOST_REMOVED = 0.2
"""Share of deleted passages, which still count in the statistics, that triggers a rebuild."""


@dataclass(frozen=True)
class LexicalState:
    """The folder name of a lexical index, and the share of its passages that are deleted."""

    name: str
    removed_share: float


@dataclass(frozen=True)
class _Change:
    """Document ids to remove from and to add to a copy of ``base``; None means a new index."""

    base: Path | None
    remove: tuple[str, ...]
    add: tuple[str, ...]
    removed_share: float


def lexical_folder(folder: Path, name: str) -> Path:
    """Return the folder of a lexical index; its content never changes."""
    return folder / FOLDER / name


def write_lexical(
    folder: Path,
    new: IndexState,
    old: IndexState | None,
    report: Callable[[str, int, int], None],
    *,
    again: bool = False,
) -> LexicalState:
    """Write the lexical index of a new state unless it exists; its name hashes its content.

    ``again`` writes another one beside it.
    """
    number = new.build if again else 0
    name = content_id(new.config.lexical, new.config.chunking, sorted(new.passages()), number)
    target = lexical_folder(folder, name)
    change = _change(folder, new, old)
    if target.is_dir():
        same = old is not None and old.lexical == name
        return LexicalState(name, old.removed_share if same and old else change.removed_share)
    fresh = target.with_name(f".{name}.{os.getpid()}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    if change.base is None:
        fresh.mkdir(parents=True)
    else:
        shutil.copytree(change.base, fresh)
    added = [name for name in change.add if new.documents[name].chunks]  # duplicates have none
    passages = _passages(DocumentStore(folder, new), added, report)
    lexical_engine(new.config.lexical).write(fresh, add=passages, remove=change.remove)
    fresh.replace(target)
    return LexicalState(name, change.removed_share)


def _change(folder: Path, new: IndexState, old: IndexState | None) -> _Change:
    rebuild = _Change(None, (), tuple(new.documents), 0.0)
    if old is None or not _same_config(new, old):
        return rebuild
    base = lexical_folder(folder, old.lexical)
    removed = tuple(name for name in old.documents if not new.has_same(name, old))
    deleted = sum(len(old.documents[name].chunks) for name in removed)
    share = old.removed_share + deleted / max(len(old.passages()), 1)
    if share > MOST_REMOVED or not base.is_dir():
        return rebuild
    added = tuple(name for name in new.documents if not new.has_same(name, old))
    return _Change(base, removed, added, share)


def _same_config(new: IndexState, old: IndexState) -> bool:
    configs = new.config, old.config
    return len({(config.chunking, config.lexical) for config in configs}) == 1


def _passages(
    library: DocumentStore, documents: Sequence[str], report: Callable[[str, int, int], None]
) -> Iterator[IndexedPassage]:
    for number, name in enumerate(documents, start=1):
        for indexed in library.chunks(name):
            yield IndexedPassage(
                id=indexed.chunk.id,
                document_id=name,
                words=indexed.words.words,
                characters=indexed.words.characters,
            )
        report("words", number, len(documents))
