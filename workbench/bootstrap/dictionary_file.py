"""Keep dictionary entries of a workspace's names and examples in a file beside its index."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from workbench.ingest.stored_documents import write_atomically
from workbench.logs import log
from workbench.nlp.dictionary import MOST_KEPT, Entry, keep_words, kept_words

_FILE = "words.json"
_MOST_BYTES = 300 * MOST_KEPT
"""Size of a file that is read at most; a word takes 130 bytes."""


def read_kept_words(folder: Path) -> Mapping[str, Entry]:
    """Take over and return the entries that earlier processes kept; a damaged file has none."""
    file = folder / _FILE
    try:
        with file.open("rb") as opened:
            text = opened.read(_MOST_BYTES + 1)
        if len(text) > _MOST_BYTES:
            raise ValueError(f"longer than {_MOST_BYTES} bytes")
        return keep_words(text)
    except OSError:  # there is no file yet
        return {}
    except ValueError as error:
        log.warning("kept_words_damaged", file=str(file), reason=str(error)[:200])
        return {}


def write_kept_words(folder: Path, kept: Mapping[str, Entry], noted: Mapping[str, Entry]) -> None:
    """Keep new entries, for the owner alone; a folder that is read-only or missing gets none."""
    if len(kept) < MOST_KEPT and not noted.keys() <= kept.keys():
        with suppress(OSError):
            content = kept_words({**kept, **noted}).encode()
            write_atomically(folder / _FILE, content, mode=0o600)
