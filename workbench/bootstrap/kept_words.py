"""Keep dictionary entries of the names and examples of workspaces in a file of WORKBENCH_HOME."""

from contextlib import suppress
from pathlib import Path

from workbench.ingest.stored_documents import write_atomically
from workbench.logs import log
from workbench.nlp.dictionary import count_kept, keep_words, kept_words

_FILE = "words.json"

_in_file: dict[Path, int] = {}
"""The number of words when the file of a home was last read or written."""


def read_kept_words(home: Path) -> None:
    """Take over the entries that earlier processes kept; a damaged file is replaced later."""
    if home in _in_file:
        return
    try:
        keep_words((home / _FILE).read_text("utf-8"))
    except OSError:  # there is no file yet
        _in_file[home] = 0
        return
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        log.warning("kept_words_damaged", file=str(home / _FILE), reason=str(error))
        _in_file[home] = 0
        return
    _in_file[home] = count_kept()


def write_kept_words(home: Path) -> None:
    """Keep the entries found since the file was read; a home that is read-only has none."""
    if count_kept() > _in_file.get(home, 0):
        with suppress(OSError):
            write_atomically(home / _FILE, kept_words().encode())
            _in_file[home] = count_kept()
