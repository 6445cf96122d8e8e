"""Decode the text of a file whose encoding is not declared."""

from workbench.ingest.parsers.base import UnreadableError

_BYTE_ORDER_MARKS = {
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
_LEGACY = ["cp1251", "koi8_r", "cp866", "cp1252", "iso8859_2"]
"""Encodings to choose from when a text is not UTF-8. A free choice among all encodings takes short
Russian texts for Greek or Mac Cyrillic."""
_SAMPLE = 100_000
"""Bytes that the encoding is guessed from."""


def decoded(content: bytes) -> str:
    """Return the text with ``\\n`` for line breaks: UTF-8, by byte order mark, or detected.

    Raises:
        UnreadableError: the content is binary, or no encoding fits it.
    """
    return _text(content).replace("\r\n", "\n").replace("\r", "\n")


def _text(content: bytes) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if content.startswith(mark):
            return _strict(content, encoding)
    if b"\0" in content[:_SAMPLE]:
        raise UnreadableError("not a text: it contains NUL bytes")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        from charset_normalizer import from_bytes

        best = from_bytes(content[:_SAMPLE], cp_isolation=_LEGACY).best()
        if best is None:
            raise UnreadableError(f"not UTF-8 text (byte {error.start})") from error
        return _strict(content, best.encoding)


def _strict(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableError(f"not {encoding} text (byte {error.start})") from error
