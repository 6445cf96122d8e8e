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


def test_a_quote_inside_a_line_keeps_the_words_around_it() -> None:
    pieces = (Piece("We pay ", is_quoted=False), Piece("**$5**", is_quoted=True))
    assert lines(*pieces, Piece(", no more.", is_quoted=False)) == [
        ("paragraph", "We pay $5, no more.", "$5")
    ]
