"""Chunks are exact stretches of the document's text that never cross a heading."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.executed_lines import executed_lines
from workbench.domain.documents import Document
from workbench.ingest.body import parse_body
from workbench.ingest.boilerplate import boilerplate
from workbench.ingest.chunks import chunk_document, estimate_words
from workbench.ingest.documents import parse_document
from workbench.ingest.parsers import UnreadableError
from workbench.retrieval.passages import IndexedChunk


def chunks_of(text: str, chunk_words: int = 40) -> list[IndexedChunk]:
    return chunk_document(parse_document("a.md", text), chunk_words)


def texts(chunks: list[IndexedChunk]) -> list[str]:
    return [indexed.chunk.text for indexed in chunks]


PIECES = st.sampled_from(
    [
        "# Heading\n", "## Под заголовок\n", "### \n", "#hashtag\n", "plain words of a sentence. ",
        "Второе предложение, подлиннее первого. ", "\n", "\n\n", "- item one\n", "1. пункт\n",
        "| a | b |\n|---|---|\n", "| one | two three |\n", "```\n# code\n```\n", "~~~\n", "```\n",
        "Acme · Terms · Page 1\n\n", "Acme · Terms · Page 2\n\n", "Acme · Terms · Page 3\n\n",
        "**Is it open?**\n\n", "Q: Who pays?\nA: The desk.\n", "## Why?\n",
        "word" * 40, "\t", "\r\n", "\x0c", "\u2028", "é🙂", "  ",
    ]
)  # fmt: skip
MARKDOWN = st.lists(PIECES | st.text(max_size=30), max_size=60).map("".join)


def parsed(text: str) -> Document | None:
    try:
        return parse_document("a.md", text)
    except UnreadableError:
        return None


@settings(max_examples=300)
@given(text=MARKDOWN, chunk_words=st.integers(5, 60))
def test_chunks_of_any_markdown_are_exact_ordered_and_complete(text: str, chunk_words: int) -> None:
    document = parsed(text)
    if document is None:
        return
    chunks = [indexed.chunk for indexed in chunk_document(document, chunk_words)]

    end = document.body_start
    for chunk in chunks:
        assert chunk.text == document.text[chunk.start : chunk.end]
        assert chunk.text.strip()
        assert chunk.start >= end, "chunks do not overlap"
        assert not any(chunk.start <= h.start < chunk.end for h in document.headings)
        end = chunk.end
    assert len({chunk.id for chunk in chunks}) == len(chunks)

    blocks = parse_body(document.text, document.body_start).blocks
    left_out = {*boilerplate(blocks), *(h.start for h in document.headings)}
    covered = {place for chunk in chunks for place in range(chunk.start, chunk.end)}
    place = document.body_start
    for line in document.text[place:].split("\n"):
        if place not in left_out:
            words = {place + i for i, c in enumerate(line) if not c.isspace()}
            assert words <= covered, f"{line!r} is in no chunk"
        place += len(line) + 1


@settings(max_examples=100)
@given(text=MARKDOWN)
def test_chunking_repeats_itself(text: str) -> None:
    document = parsed(text)
    if document is not None:
        assert chunk_document(document, 30) == chunk_document(document, 30)


def test_a_short_section_is_one_chunk_under_its_heading_path() -> None:
    (first, second) = chunks_of("intro\n\n# Section I\n\n## Windscreen\n\nThe excess is $100.\n")
    assert (first.chunk.text, first.chunk.heading_path) == ("intro", ())
    assert second.chunk.text == "The excess is $100."
    assert second.chunk.heading_path == ("Section I", "Windscreen")


def test_a_heading_ends_the_sections_below_it() -> None:
    chunks = chunks_of("# A\n\n### Deep\n\nx\n\n## B\n\ny\n\n# C\n\nz\n")
    assert [c.chunk.heading_path for c in chunks] == [("A", "Deep"), ("A", "B"), ("C",)]


def test_long_prose_is_cut_between_sentences() -> None:
    sentences = [f"This is sentence number {n} of a long text." for n in range(20)]
    chunks = chunks_of(" ".join(sentences), chunk_words=30)
    assert len(chunks) > 3
    assert all(estimate_words(text) <= 30 and text.endswith(".") for text in texts(chunks))


def test_text_without_spaces_is_cut_as_well() -> None:
    assert max(len(text) for text in texts(chunks_of("длинно" * 2000, chunk_words=20))) < 21 * 12


HEADER = "| Benefit | Basic | Premier |\n|---|---|---|\n"


def table(rows: int) -> str:
    return HEADER + "".join(f"| Benefit {n} | ${n}00 | ${n}000 |\n" for n in range(rows))


def test_a_table_that_fits_stays_whole_with_the_words_around_it() -> None:
    text = f"Limits:\n\n{table(2)}\nAll in dollars."
    (only,) = chunks_of(text, chunk_words=60)
    assert only.chunk.text == text
    assert only.chunk.kind == "prose"


def test_a_table_is_kept_whole_a_little_beyond_the_size_of_chunks() -> None:
    prose = "These words stand before the table and fill a chunk of their own here. " * 2
    first, second = chunks_of(f"{prose}\n\n{table(5)}", chunk_words=35)
    assert first.chunk.kind == "prose"
    assert second.chunk.text == table(5).strip()
    assert second.chunk.kind == "table"


def test_a_long_table_is_cut_between_rows_and_every_part_is_found_by_the_header() -> None:
    chunks = chunks_of(table(40), chunk_words=40)
    assert len(chunks) > 5
    assert chunks[0].chunk.text.startswith(HEADER)
    assert {c.chunk.kind for c in chunks} == {"table"}
    rows = [row for text in texts(chunks) for row in text.splitlines()]
    assert "\n".join(rows) == table(40).strip()
    assert all("Premier" in c.searchable for c in chunks)


def test_a_list_is_told_from_prose() -> None:
    assert chunks_of("- one\n- two\n\n1. three\n")[0].chunk.kind == "list"


FOOTERS = [f"Acme Insurance · Car Terms · Page {n} of 7" for n in (1, 2, 3)]


ANSWER = "The desk opens at nine and closes at five. " * 6


@pytest.mark.parametrize(
    "text",
    [
        f"# Help\n\n**When is it open?**\n\n{ANSWER}\n\n**Who pays?**\n\nThe readers do.\n",
        f"# Help\n\n## When is it open?\n\n{ANSWER}\n\n## Who pays?\n\nThe readers do.\n",
        f"# Help\n\nQ: When is it open?\nA: {ANSWER}\n\nQ: Who pays?\nA: The readers do.\n",
        f"# Help\n\nВопрос 1. Когда открыто?\n\n{ANSWER}\n\nВопрос 2. Кто платит?\n\nreaders do.\n",
    ],
)
def test_a_question_stays_with_its_answer(text: str) -> None:
    first, second = chunks_of(text)
    assert (first.chunk.kind, second.chunk.kind) == ("faq", "faq")
    assert "open?" in first.searchable or "открыто?" in first.searchable
    assert "closes at five" in first.chunk.text[-60:]
    assert "desk" not in second.searchable


def test_a_long_answer_is_cut_and_every_part_is_found_by_the_question() -> None:
    text = f"# Help\n\nRead this first.\n\n**When is it open?**\n\n{ANSWER * 3}\n"
    intro, *parts = chunks_of(text)
    assert (intro.chunk.kind, intro.chunk.text) == ("prose", "Read this first.")
    assert len(parts) > 2
    assert all(one.chunk.kind == "faq" and "When is it open?" in one.searchable for one in parts)


def test_a_question_inside_prose_divides_nothing() -> None:
    (only,) = chunks_of("# Help\n\nIs it open? It is. **Why?** Because it is Monday.\n")
    assert only.chunk.kind == "prose"


def test_page_furniture_is_no_content_of_its_own() -> None:
    text = "# A\n\nFirst.\n\n" + "\n\n# B\n\n".join(FOOTERS) + "\n\nLast.\n"
    chunks = chunks_of(text)
    assert texts(chunks) == ["First.", "Last."]


def test_furniture_inside_a_chunk_stays_in_its_text_but_is_not_indexed() -> None:
    text = "\n\n".join(f"Words before {n}.\n\n{f}\n\nWords after." for n, f in enumerate(FOOTERS))
    (only,) = chunks_of(text, chunk_words=100)
    assert only.chunk.text == text
    assert "Acme" not in only.searchable
    assert only.searchable.count("Words after.") == 3


@pytest.mark.parametrize(
    "repeated",
    [
        ["Yes.", "Yes.", "Yes."],
        ["Step 1", "Step 2", "Step 3"],
        ["- The same item of a list", "- The same item of a list", "- The same item of a list"],
        ["The excess here is $100.", "The excess here is $500.", "The excess here is $50."],
        ["Only twice the same words here.", "Only twice the same words here.", "Something else."],
    ],
)
def test_lines_that_repeat_for_other_reasons_are_content(repeated: list[str]) -> None:
    text = "\n\n".join(f"# Question {n}?\n\n{line}" for n, line in enumerate(repeated))
    assert texts(chunks_of(text)) == repeated


def test_ids_follow_the_content_and_its_context() -> None:
    def ids(text: str) -> list[str]:
        return [c.chunk.id for c in chunks_of(text)]

    assert ids("# A\n\nwords") == ids("# A\n\nwords")
    assert ids("# A\n\nwords") != ids("# B\n\nwords")
    assert ids("# A\n\nwords") != ids("# A\n\nworks")


@pytest.mark.parametrize(
    "piece",
    [
        "# a\n",
        "# a\n\nSome words.\n\n",
        "a\n",
        "a\n\n",
        "| a | b |\n",
        "| a | b |\n\n",
        "- item of a list\n",
        "The same line of words\n\n",
        "The same line of words\n",
        "> quoted\n",
        "```\ncode\n```\n",
    ],
)
def test_twice_the_text_takes_twice_the_steps(piece: str) -> None:
    def read(count: int) -> int:
        parse_body.cache_clear()
        return executed_lines(lambda: chunks_of(f"words\n\n{piece * count}\nwords\n"))

    read(100)  # what is imported on first use is imported now
    assert read(600) < 2.3 * read(300)


def test_a_form_is_one_chunk_up_to_the_size_of_a_table() -> None:
    parts = ["oar", "sail", "rope", "anchor", "rudder", "keel", "mast", "boom", "tiller", "bailer"]
    form = "\n".join(f"Needs: {part} that a {other} holds" for part, other in pairwise(parts))

    chunks = chunk_document(parse_document("a.txt", f"{form}\n\n{'It is long. ' * 40}"), 40)

    assert chunks[0].chunk.text == form
