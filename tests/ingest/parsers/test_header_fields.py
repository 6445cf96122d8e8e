"""Plain texts that open with named values, and lists of checksums."""

import hashlib

import pytest

from workbench.ingest.documents import parse_document
from workbench.ingest.parsers import UnreadableError

LANTERN = """\
Metadata-Version: 2.4
Name: lantern
Summary: Light for small boats
License: MIT
Keywords: light
  boat

Usage
=====

.. note:: It needs oil.
"""


def test_the_name_in_a_header_is_the_title_and_every_field_keeps_its_line() -> None:
    document = parse_document("lantern/METADATA", LANTERN)

    assert document.title == "lantern"
    assert "License: MIT\n" in document.text
    assert "# Usage" in document.text


def test_a_field_that_ends_in_name_is_second_to_name_itself() -> None:
    text = "Format: 1.0\nUpstream-Name: lantern\nSource: here\n\nAll rights.\n"

    assert parse_document("copyright", text).title == "lantern"
    assert parse_document("copyright", "Name: lamp\n" + text).title == "lamp"


@pytest.mark.parametrize(
    "text",
    [
        "Name: two fields\nNote: are no header\n\nText.\n",
        "Name: a field\nand a sentence\nNote: and\nSee: others\n\nText.\n",
        "A text.\n\nName: later\nNote: on\nSee: it\n",
    ],
)
def test_other_lines_with_a_colon_are_text(text: str) -> None:
    assert parse_document("notes.txt", text).title == "notes"


def test_a_list_of_checksums_is_refused_with_the_reason() -> None:
    sums = [hashlib.sha256(bytes([at])).hexdigest() for at in range(4)]
    listed = "".join(f"{one}  file{at}.bin\n" for at, one in enumerate(sums))

    with pytest.raises(UnreadableError, match="a list of checksums"):
        parse_document("SHA256SUMS", listed)


def test_a_text_that_gives_a_checksum_is_read() -> None:
    text = f"Download the image.\nIts checksum is {'ab12' * 16}.\nCompare both.\n"

    assert parse_document("install.txt", text).text == text
