"""A chunk is read from a document's file by itself, as it was when the document was chunked."""

from pathlib import Path

import pytest

from workbench.ingest.chunks import chunk_document
from workbench.ingest.document_file import encode, read_chunk, read_chunks, read_document
from workbench.ingest.documents import parse_document

SHORT = "# Cover\n\nThe third-party excess is $100.\n\n## Стекло\n\nФраншиза за стекло — 50 €.\n"
LONG = "\n\n".join(f"## Part {number}\n\nThe excess of part {number}." for number in range(3000))


@pytest.mark.parametrize("text", [SHORT, LONG, "# Only a heading\n"])
def test_what_is_read_is_what_was_written(tmp_path: Path, text: str) -> None:
    document = parse_document("terms.md", text.encode())
    chunks = tuple(chunk_document(document, 160))
    path = tmp_path / "stored"
    path.write_bytes(encode(document, chunks))

    assert read_document(path) == document
    assert read_chunks(path) == chunks
    for number in {0, len(chunks) // 2, len(chunks) - 1} & set(range(len(chunks))):
        one = read_chunk(path, number)
        assert one == chunks[number]
        assert one.words.words == chunks[number].words.words
        assert one.words.characters == chunks[number].words.characters


@pytest.mark.parametrize(
    "content", [b"", b"not JSON\n", b"[0, 5, 9]\n[1]\n[2]\n", b"[0, 3]\n{}\n{}"]
)
def test_a_damaged_file_is_a_value_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "stored"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"."):
        read_chunk(path, 0)
