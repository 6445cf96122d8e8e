"""Passages of an export are read without their Markdown, with the quoted words marked."""

from workbench.export.passage_lines import Piece, passage_lines

TEXT = "## Cover\n\n- **Fire** is insured.\n- Theft is not.\n\n| Plan | Sum |\n|---|---|\n"


def lines(*pieces: Piece) -> list[tuple[str, str, str]]:
    """Kind, words and quoted words of each line."""
    return [
        (
            line.kind,
            "".join(one.text for one in line.pieces),
            "".join(one.text for one in line.pieces if one.is_quoted),
        )
        for line in passage_lines(pieces)
    ]


def test_no_mark_of_markdown_is_left() -> None:
    assert lines(Piece(TEXT, is_quoted=False)) == [
        ("heading", "Cover", ""),
        ("item", "Fire is insured.", ""),
        ("item", "Theft is not.", ""),
        ("row", "Plan · Sum", ""),
    ]


def test_a_quote_over_several_blocks_is_marked_in_each() -> None:
    found = lines(Piece("Before. ", is_quoted=False), Piece(f"Here.\n\n{TEXT}", is_quoted=True))
    assert found == [
        ("paragraph", "Before. Here.", "Here."),
        ("heading", "Cover", "Cover"),
        ("item", "Fire is insured.", "Fire is insured."),
        ("item", "Theft is not.", "Theft is not."),
        ("row", "Plan · Sum", "PlanSum"),
    ]


def test_marks_in_a_document_mark_nothing() -> None:
    assert lines(Piece("a \ue001b\ue002 c", is_quoted=False)) == [("paragraph", "a b c", "")]
