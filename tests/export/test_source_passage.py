"""The text of a source, cut into what the answer quotes and what stands around it."""

from hypothesis import given
from hypothesis import strategies as st

from tests.support.sample_run import sample_run
from workbench.domain.answer import Answer, Citation
from workbench.domain.documents import Document
from workbench.domain.evidence import Evidence, Passage, Quote
from workbench.export.source_passage import AROUND, passage_pieces

TEXT = "The ferry leaves at nine. It returns at noon. Dogs travel free of charge."
LINES = "\n".join(f"Line {number} of the timetable." for number in range(100))
FACT = LINES.index("Line 50 of")


def document(text: str) -> Document:
    return Document(id="ferry.md", title="Ferry", text=text, content_hash="0")


def quoted(start: int, end: int, text: str = TEXT) -> Quote:
    return Quote(document_id="ferry.md", text=text[start:end], start=start, end=end)


def answer(item: Evidence, *places: tuple[int, int]) -> Answer:
    """An answer that quotes a source at places of its document."""
    written = sample_run().answer
    assert written is not None
    citations = tuple(
        Citation(
            source_index=0,
            evidence_id=item.id,
            chunk_id="",
            quoted_text="",
            quote=quoted(start, end),
            start_pos=0,
            end_pos=0,
        )
        for start, end in places
    )
    return written.model_copy(update={"citations": citations})


def passage(start: int, end: int) -> Evidence:
    span = Passage(document_id="ferry.md", title="Ferry", start=start, end=end)
    return Evidence(type="passage", text=TEXT[start:end], span=span)


places = st.tuples(st.integers(0, len(TEXT)), st.integers(0, len(TEXT))).map(
    lambda pair: (min(pair), max(pair))
)


@given(places, st.lists(places))
def test_the_pieces_are_the_passage_and_the_quoted_ones_what_is_quoted(
    where: tuple[int, int], quotes: list[tuple[int, int]]
) -> None:
    item = passage(*where)
    pieces = [*passage_pieces(item, answer(item, *quotes), lambda _: document(TEXT))]
    assert "".join(piece.text for piece in pieces) == TEXT[slice(*where)]
    marked = [piece.is_quoted for piece in pieces for _ in piece.text]
    assert marked == [any(a <= at < b for a, b in quotes) for at in range(*where)]


def test_a_document_that_has_changed_is_not_read() -> None:
    item = passage(0, 25)
    for found in (document(TEXT.replace("nine", "ten")), None):
        pieces = [*passage_pieces(item, answer(item, (4, 9)), lambda _, one=found: one)]
        assert [piece.text for piece in pieces] == ["The ", "ferry", " leaves at nine."]


def test_the_quote_of_a_graph_fact_stands_between_whole_lines() -> None:
    quote = quoted(FACT, FACT + len("Line 50"), LINES)
    item = Evidence(type="departs", text="The ferry departs.", quote=quote)
    before, stated, after = passage_pieces(item, None, lambda _: document(LINES))
    assert stated.text == "Line 50" and stated.is_quoted
    assert before.text.startswith("Line ") and after.text.endswith("timetable.")
    assert len(before.text) <= AROUND and len(after.text) <= AROUND


def test_a_fact_without_a_place_has_no_passage() -> None:
    item = Evidence(type="departs", text="The ferry departs.")
    assert [*passage_pieces(item, None, lambda _: None)] == []
