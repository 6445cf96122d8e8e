"""Decode the text of a file: by byte order mark, as UTF-8, as it declares, or as detected."""

import re

from workbench.ingest.parsers.base import UnreadableError

_BYTE_ORDER_MARKS = {
    b"\xef\xbb\xbf": "utf-8-sig",
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

_DECLARED = re.compile(
    rb"""<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)""",
    re.IGNORECASE,
)
"""``<meta charset="koi8-r">``, ``<?xml version="1.0" encoding="windows-1251"?>``."""
_HEAD = 2_000
"""Bytes in which an encoding is declared."""
_MOST_FAULTS = 0.01
"""Share of bytes outside the declared encoding above which the declaration is taken for wrong."""


def decoded(content: bytes, declared: str = "") -> str:
    """Return the text with ``\\n`` for line breaks and without a byte order mark.

    It is decoded by its byte order mark, as UTF-8 if it is valid, in the declared encoding if it
    fits, else as detected.

    Raises:
        UnreadableError: the content is binary, or no encoding fits it.
    """
    return _text(content, declared).replace("\r\n", "\n").replace("\r", "\n")


def decoded_markup(content: bytes) -> str:
    """Return the text of an HTML or XHTML page.

    Raises:
        UnreadableError: the content is binary, or no encoding fits it.
    """
    found = _DECLARED.search(content[:_HEAD])
    declared = (found[1] or found[2]).decode("ascii", "ignore") if found else ""
    return decoded(content, declared)


def _text(content: bytes, declared: str) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if content.startswith(mark):
            return _strict(content, encoding)
    if b"\0" in content[:_SAMPLE]:
        raise UnreadableError("not a text: it contains NUL bytes")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        text = _as_declared(content, declared)
        return _detected(content, error.start) if text is None else text


def _as_declared(content: bytes, declared: str) -> str | None:
    """Return the text in an encoding; None if it is unknown or does not fit.

    A declaration that is read as ASCII is never one of UTF-16 or UTF-32.
    """
    if not declared or declared.lower().startswith(("utf-16", "utf-32", "utf16", "utf32")):
        return None
    try:
        text = content.decode(declared, "replace")
    except (LookupError, ValueError):
        return None
    return text if text.count("\ufffd") <= _MOST_FAULTS * len(text) else None


def _detected(content: bytes, fault: int) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(content[:_SAMPLE], cp_isolation=_LEGACY).best()
    if best is None:
        raise UnreadableError(f"not UTF-8 text (byte {fault})")
    return _strict(content, best.encoding)


def _strict(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableError(f"not {encoding} text (byte {error.start})") from error
