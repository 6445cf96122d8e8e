"""A fault in one header or part of a message does not cost the rest."""

import pytest

from workbench.ingest.documents import parse_document


def text_of(content: str | bytes, encoding: str = "utf-8") -> str:
    source = content.encode(encoding) if isinstance(content, str) else content
    return parse_document("a.eml", source).text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "headers",
    [
        "Content-Type: text/plain; charset=no-such",
        'To: "',
        "To: =?utf-8?q?A=0AB?= <a@b.example>",
        "Content-Type: multipart/mixed",
        "Date: soon",
        b"To: \xff\xfe\n",
        b"To: \xd0\x90\0 \xff",
        b"To: =?utf-8?b?x?= \xcf",
    ],
)
def test_a_malformed_header_costs_nothing_else(headers: str | bytes) -> None:
    lines = headers.encode() if isinstance(headers, str) else headers.rstrip()
    text = text_of(b"Subject: Terms\nFrom: a@b.example\n" + lines + b"\n\nMoved to May.\n")
    assert text.startswith("# Terms")
    assert "Moved to May." in text


def test_an_empty_html_part_leaves_the_headers() -> None:
    content = "From: a@b.example\nSubject: Terms\nContent-Type: text/html\n\n"
    assert text_of(content) == "# Terms\n\n- From: a@b.example\n"


def test_the_html_part_is_read_if_the_plain_one_is_empty() -> None:
    parts = (
        "--q\nContent-Type: text/plain\n\n\n--q\nContent-Type: text/html\n\n<p>May.</p>\n--q--\n"
    )
    head = "From: a@b.example\nSubject: T\nContent-Type: multipart/alternative; boundary=q\n\n"
    assert "May." in text_of(head + parts)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1251"])
def test_headers_in_bytes_are_decoded(encoding: str) -> None:
    head = "From: Архив библиотеки <a@b.example>\nSubject: Перенос сроков\n"
    text = text_of(f"{head}\nИнвентаризация переносится на май.\n", encoding)
    assert text.startswith("# Перенос сроков\n\n- From: Архив библиотеки <a@b.example>")
    assert "Инвентаризация переносится на май." in text


def test_each_quoted_message_is_a_section_below_the_line_that_introduces_it() -> None:
    body = (
        "Then we meet on Friday.\n\nOn Mon, 4 May, Ann Reed <a@b.example>\nwrote:\n"
        "> The hall is taken on Thursday.\n>\n> On Sun, 3 May, Bo Lund wrote:\n"
        ">> Is the hall free?\n"
    )

    text = text_of(f"From: b@c.example\nSubject: Hall\n\n{body}")

    assert text.partition("\n\nThen")[2] == (
        " we meet on Friday.\n\n## On Mon, 4 May, Ann Reed <a@b.example> wrote\n\n"
        "The hall is taken on Thursday.\n\n## On Sun, 3 May, Bo Lund wrote\n\nIs the hall free?\n"
    )


def test_a_single_line_with_the_mark_of_a_quotation_is_kept() -> None:
    text = text_of(
        "From: b@c.example\nSubject: Weights\n\nSurcharge for parcels:\n> 5 kg\nno others\n"
    )

    assert "\\> 5 kg" in text


def test_a_reply_may_be_quoted_with_the_line_that_introduces_it() -> None:
    body = "Until Friday.\n\n> 4 May, Ann Reed writes:\n>\n> The hall is taken.\n> Ask again.\n"

    text = text_of(f"From: b@c.example\nSubject: Hall\n\n{body}")

    assert text.endswith(
        "Until Friday.\n\n## 4 May, Ann Reed writes\n\nThe hall is taken.\nAsk again.\n"
    )
