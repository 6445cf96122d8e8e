"""Parse e-mail messages: subject as title, sender and date as metadata, the body as text.

The email package raises many errors on malformed messages: each header and part is read by itself,
and one that cannot be parsed is taken as written.
"""

from contextlib import suppress
from email import policy
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.utils import parseaddr, parsedate_to_datetime

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import from_markdown
from workbench.ingest.parsers.encoding import decoded, decoded_markup
from workbench.ingest.parsers.mail_replies import with_replies


def parse(content: bytes) -> Parsed:
    """Return the message; its attachments are named, not read."""
    message = BytesParser(policy=policy.default).parsebytes(content)
    headers = {name: _header(message, name) for name in ("Subject", "From", "To", "Date")}
    subject = headers.pop("Subject")
    if not (headers["From"] or subject):
        raise UnreadableError("not an e-mail message: it has neither sender nor subject")
    parts = [
        f"# {subject}" if subject else "",
        "\n".join(f"- {name}: {value}" for name, value in headers.items() if value),
        _body(message),
        "\n".join(f"- Attachment: {name}" for name in _attachments(message)),
    ]
    metadata = _metadata(subject, headers["From"], headers["Date"])
    return from_markdown("\n\n".join(filter(None, parts)) + "\n", metadata)


def _header(message: EmailMessage, name: str) -> str:
    """Return the first header of a name on one line; "" if there is none."""
    raw = next((str(text) for key, text in message.raw_items() if key.lower() == name.lower()), "")
    if not raw.isascii():  # bytes that are not encoded as the standard asks for
        text = _as_written(_decoded(raw.encode("utf-8", "surrogateescape"), _charset(message)))
    else:
        try:
            text = str(message[name]) if raw else ""
        except Exception:  # To: " raises IndexError, an encoded line break ValueError
            text = _as_written(raw)
    return " ".join(text.split())


def _as_written(raw: str) -> str:
    """Return a header with its encoded words decoded if possible."""
    try:
        return str(make_header(decode_header(raw)))
    except (HeaderParseError, LookupError, ValueError):
        return raw


def _decoded(content: bytes, charset: str) -> str:
    with suppress(UnreadableError):
        return decoded(content, charset)
    return content.decode("utf-8", "replace")


def _charset(part: MIMEPart) -> str:
    try:
        return part.get_content_charset() or ""
    except (LookupError, ValueError):  # the name of the charset is itself encoded wrongly
        return ""


def _body(message: EmailMessage) -> str:
    """Return the plain text of the message, else its HTML as Markdown."""
    for kind in ("plain", "html"):
        part = message.get_body((kind,))
        if part is not None and (text := _html(part) if kind == "html" else _plain(part)):
            return text
    if message.get_content_maintype() == "multipart" and not message.is_multipart():
        return _plain(message)  # it names no boundary between its parts
    return ""


def _plain(part: MIMEPart) -> str:
    return with_replies(_text(part))


def _html(part: MIMEPart) -> str:
    from workbench.ingest.parsers.html_text import read_html

    with suppress(UnreadableError):  # a part without an element
        return read_html(_text(part)).markdown
    return ""


def _text(part: MIMEPart) -> str:
    """Return the text of a part by its charset; if that is unknown or wrong, as detected."""
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    with suppress(LookupError, ValueError):
        return content.decode(_charset(part) or "utf-8")
    if part.get_content_subtype() != "html":
        return _decoded(content, "")
    with suppress(UnreadableError):
        return decoded_markup(content)
    return content.decode("utf-8", "replace")


def _attachments(message: EmailMessage) -> list[str]:
    names = []
    for part in message.iter_attachments():
        with suppress(LookupError, ValueError):
            names.append(" ".join((part.get_filename() or "").split()))
    return list(filter(None, names))


def _metadata(subject: str, sender: str, sent: str) -> dict[str, str]:
    found = {"title": subject, "author": parseaddr(sender)[1]}
    with suppress(ValueError, LookupError, TypeError):  # no date, or an invalid one
        found["date"] = parsedate_to_datetime(sent).date().isoformat()
    return {name: value for name, value in found.items() if value}


PARSER = Parser(frozenset({".eml"}), parse, isolated=True)
