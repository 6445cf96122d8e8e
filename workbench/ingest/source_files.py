"""List the files of an index for a person: title, size, passages, or why it was not read."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from workbench.domain.documents import SourceFile
from workbench.ingest.catalogue import FILE, Catalogue, DocumentRecord, FileRecord
from workbench.ingest.tables.stored import read_left_out

_LANGUAGE = ("language", "lang")
"""Names of the metadata field with a document's language."""
_LISTS = 8
"""Lists kept while their catalogue stays the same; one of 100,000 files takes a second to make."""


def source_files(folder: Path) -> tuple[SourceFile, ...]:
    """Return the files of the index in a folder, ordered by path; none without an index."""
    try:
        status = (folder / FILE).stat()
    except FileNotFoundError:
        return ()
    build = Catalogue(folder).published_build()
    if build is None:  # the files change while a build runs
        return _listed.__wrapped__(folder, 0, 0, 0)
    return _listed(folder, build, status.st_mtime_ns, status.st_ino)


@lru_cache(maxsize=_LISTS)
def _listed(folder: Path, _build: int, _modified_ns: int, _file: int) -> tuple[SourceFile, ...]:
    """List the files; a catalogue that was made again counts its builds from 1."""
    catalogue = Catalogue(folder)
    state = catalogue.state()
    documents = state.documents if state else {}
    left_out = defaultdict[str, list[str]](list)
    for table in read_left_out(folder, documents):
        left_out[table.document_id].append(table.message)
    return tuple(
        _source_file(file, documents.get(path), left_out.get(path, ()))
        for path, file in catalogue.files().items()
    )


def _source_file(
    file: FileRecord, document: DocumentRecord | None, left_out: Sequence[str]
) -> SourceFile:
    metadata = document.metadata if document else {}
    return SourceFile(
        path=file.path,
        title=file.title,
        size=file.fingerprint.size if file.fingerprint else None,
        language=next((metadata[name] for name in _LANGUAGE if name in metadata), ""),
        pages=file.pages,
        passages=file.chunks,
        duplicate_of=file.duplicate_of,
        reason=file.reason,
        left_out=tuple(left_out),
    )
