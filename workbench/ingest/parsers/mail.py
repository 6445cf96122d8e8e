"""Parse e-mail messages: subject as title, sender and date as metadata, the body as text."""

from contextlib import suppress
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parseaddr, parsedate_to_datetime

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import from_markdown
from workbench.text.write_markdown import literal_line


def parse(content: bytes) -> Parsed:
    """Return the message; its attachments are named, not read."""
    message = BytesParser(policy=policy.default).parsebytes(content)
    if not (message["from"] or message["subject"]):
        raise UnreadableError("not an e-mail message: it has neither sender nor subject")
    subject = str(message["subject"] or "").strip()
    attached = [name for part in message.iter_attachments() if (name := part.get_filename())]
    parts = [
        f"# {subject}" if subject else "",
        "\n".join(f"- {name}: {message[name]}" for name in ("From", "To", "Date") if message[name]),
        _body(message),
        "\n".join(f"- Attachment: {name}" for name in attached),
    ]
    return from_markdown("\n\n".join(filter(None, parts)) + "\n", _metadata(message, subject))


def _body(message: EmailMessage) -> str:
    """Return the plain text of the message, else its HTML as Markdown."""
    part = message.get_body(("plain", "html"))
    if part is None:
        return ""
    text = part.get_content()
    if part.get_content_subtype() == "html":
        from workbench.ingest.parsers.html_text import read_html

        return read_html(text).markdown
    return "\n".join(map(literal_line, text.strip().splitlines()))


def _metadata(message: EmailMessage, subject: str) -> dict[str, str]:
    found = {"title": subject, "author": parseaddr(str(message["from"] or ""))[1]}
    with suppress(ValueError):  # no date, or one that is none
        found["date"] = parsedate_to_datetime(str(message["date"])).date().isoformat()
    return {name: value for name, value in found.items() if value}


PARSER = Parser(frozenset({".eml"}), parse, isolated=True)
