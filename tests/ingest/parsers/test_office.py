"""An Office file in an OLE container is refused with the likely reasons."""

import pytest

from workbench.ingest.documents import parse_document
from workbench.ingest.parsers import UnreadableError


@pytest.mark.parametrize("name", ["a.docx", "a.xlsx", "a.pptx"])
def test_an_encrypted_or_old_file_says_so(name: str) -> None:
    content = bytes.fromhex("D0CF11E0A1B11AE1") + bytes(512)
    with pytest.raises(UnreadableError, match="by a password, or saved in the old format"):
        parse_document(name, content)
