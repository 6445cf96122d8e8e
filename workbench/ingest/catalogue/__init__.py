"""The catalogue of an index: which files it has, what became of each, and which state is published.

The stored texts, the lexical index and the vectors follow the catalogue: what it does not
list is deleted from them, and all of them can be rebuilt from it and the files.
"""

from workbench.ingest.catalogue.catalogue import FILE, Catalogue
from workbench.ingest.catalogue.records import (
    INDEX_VERSION,
    DocumentRecord,
    FileFingerprint,
    FileRecord,
    FileStage,
    IndexConfig,
    IndexState,
    QuoteRecord,
)

__all__ = [
    "FILE",
    "INDEX_VERSION",
    "Catalogue",
    "DocumentRecord",
    "FileFingerprint",
    "FileRecord",
    "FileStage",
    "IndexConfig",
    "IndexState",
    "QuoteRecord",
]
