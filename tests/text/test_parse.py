"""The text model: every block, sentence and marked-up stretch has its exact place."""

import gc
import json
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text import Block, parse
from workbench.text.inline import inline_spans

PIECES = st.sampled_from(
    [
        *"#*_`~|>-+.:[]()!<\\\"'1a \t\r\u2028•«»",
        "\n",
        "\n\n",
        "\n- ",
        "\n  * ",
        "\n2) ",
        "\n> ",
        "\n## ",
        "```",
        "\n```python\n",
        "\n```\n",
        "\n~~~~text\n",
        "| a | b |",
        "\n|---|---|\n",
        "**bold**",
        "**A line.**\n",
        "_so_",
        "[a](b)",
        "![a](b)",
        "<b>",
        "<https://a.b>",
        " [Source 1]. ",
        "It is $100. ",
        "Да. ",
        "\ud800",
        "\x00",
    ]
)
LONG = "From the first of May, the gate is shut at ten."
TEXTS = st.one_of(st.lists(PIECES, max_size=60).map("".join), st.text(max_size=200))


def said(text: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in parse(text).blocks]


@given(TEXTS)
def test_blocks_stand_in_order_and_hold_every_word(text: str) -> None:
    blocks = parse(text).blocks

    assert all(0 <= one.start <= one.end <= len(text) for one in blocks)
    assert all(one.end <= other.start for one, other in pairwise(blocks))
    outside = "".join(
        text[before:after]
        for before, after in zip(
            [0, *(one.end for one in blocks)],
            [*(one.start for one in blocks), len(text)],
            strict=True,
        )
    )
    assert not any(character.isalpha() for character in outside)


@given(TEXTS)
def test_a_block_is_its_stretch_of_the_source_but_for_quotation_marks(text: str) -> None:
    for block in parse(text).blocks:
        raw = text[block.start : block.end]
        assert len(block.text) == len(raw)
        assert all(a in (b, " ") for a, b in zip(block.text, raw, strict=True))
        assert block.skipped or block.text == raw


@given(TEXTS)
def test_sentences_and_marked_up_stretches_nest_in_their_blocks(text: str) -> None:
    for block in parse(text).blocks:
        assert all(block.start <= one.start <= one.end <= block.end for one in block.sentences)
        assert all(one.end <= other.start for one, other in pairwise(block.sentences))
        assert all(block.start <= one.start <= one.end <= block.end for one in block.cells)
        for one in block.inlines:
            assert block.start <= one.start <= one.inner_start <= one.inner_end <= one.end
            assert one.end <= block.end
        for one, other in pairwise(block.inlines):
            apart = one.end <= other.start
            inside = one.inner_start <= other.start and other.end <= one.inner_end
            assert apart or inside or one.kind in ("image", "link")


@given(TEXTS)
def test_sentences_lose_no_word_of_their_block(text: str) -> None:
    for block in (one for one in parse(text).blocks if one.kind not in ("rule", "fence")):
        told = "".join(text[one.start : one.end] for one in block.sentences)
        assert "".join(told.split()) == "".join(text[block.start : block.end].split()) or (
            block.skipped
        )


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("# Title ##\nwords", [("heading", "Title"), ("paragraph", "words")]),
        ("**Title**\nwords", [("heading", "**Title**"), ("paragraph", "words")]),
        ("**A** and **B**", [("paragraph", "**A** and **B**")]),
        ("Choose it and press\n**Enter**:", [("paragraph", "Choose it and press\n**Enter**:")]),
        ("It ends.\n**Title**:", [("paragraph", "It ends."), ("heading", "**Title**:")]),
        (f"**{LONG}**", [("paragraph", f"**{LONG}**")]),
        ("OPEN DAY\n\nwords", [("heading", "OPEN DAY"), ("paragraph", "words")]),
        ("ЧАСЫ РАБОТЫ\nСлова", [("heading", "ЧАСЫ РАБОТЫ"), ("paragraph", "Слова")]),
        ("NATO\nis an alliance", [("paragraph", "NATO\nis an alliance")]),
        ("OPEN DAY\nTWO CRANES", [("paragraph", "OPEN DAY\nTWO CRANES")]),
        ("OPEN DAY.\n\nwords", [("paragraph", "OPEN DAY."), ("paragraph", "words")]),
        ("OPEN DAY", [("paragraph", "OPEN DAY")]),
        ("Coats\n  Two are lent.", [("heading", "Coats"), ("paragraph", "Two are lent.")]),
        ("Coats\n  are lent.", [("paragraph", "Coats\n  are lent.")]),
        ("Coats are lent.\n  Two.", [("paragraph", "Coats are lent.\n  Two.")]),
        ("so\n2. two\n    • deep", [("paragraph", "so"), ("item", "two"), ("item", "deep")]),
        ("- a\n  more\n\n  b", [("item", "a\n  more"), ("paragraph", "b")]),
        ("> a\n> b\nc", [("paragraph", "a\n  b\nc")]),
        ("a\n    b", [("paragraph", "a\n    b")]),
        ("| a |\n|--|\n| b", [("row", "| a |"), ("rule", "|--|"), ("row", "| b")]),
        ("Either | or |", [("paragraph", "Either | or |")]),
        ("a\n---\nb", [("paragraph", "a"), ("rule", "---"), ("paragraph", "b")]),
        ("```py\n# x\n```", [("code", "```py\n# x\n```")]),
        ("```py\n- x", [("fence", "```py"), ("item", "x")]),
        (
            "~~~\n- x\n~~~\ny",
            [("fence", "~~~"), ("item", "x"), ("fence", "~~~"), ("paragraph", "y")],
        ),
        ("<div>\nwords\n</div>", [("paragraph", "<div>\nwords\n</div>")]),
        ("a\r\n- b", [("paragraph", "a"), ("item", "b")]),
        (">" * 60 + " deep", [("paragraph", ">" * 60 + " deep")]),
    ],
)
def test_what_a_line_is(text: str, blocks: list[tuple[str, str]]) -> None:
    assert said(text) == blocks


def test_a_row_knows_its_cells_and_whether_it_is_the_head() -> None:
    text = "| Plan | a \\| b |\n|---|---|\n| Basic |"
    head, _, row = parse(text).blocks

    assert (head.is_head, row.is_head) == (True, False)
    assert [text[one.start : one.end] for one in head.cells] == ["Plan", "a \\| b"]
    assert [text[one.start : one.end] for one in row.cells] == ["Basic"]


def test_an_item_knows_its_mark_and_depth() -> None:
    items = parse("- a\n  1. b\n\n     more\n- c").blocks

    assert [(one.mark, one.depth) for one in items] == [
        ("- ", 1),
        ("  1. ", 2),
        ("     ", 2),
        ("- ", 1),
    ]


def test_the_strings_of_json_are_blocks_under_their_names() -> None:
    text = json.dumps({"answer": 'It "is".', "facts": ["A.", "B."], "n": 1})

    assert [(one.kind, one.field, one.text) for one in parse(text).blocks] == [
        ("string", "answer", 'It \\"is\\".'),
        ("string", "facts", "A."),
        ("string", "facts", "B."),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It **is *so* [b](c)**", [("strong", "is *so* [b](c)"), ("em", "so"), ("link", "b")]),
        ("``a`b`` and ![*i*](u)", [("code", "a`b"), ("image", "*i*")]),
        ("***a* b** ~~c~~", [("strong", "*a* b"), ("em", "a"), ("strike", "c")]),
        ("<https://a.b> <br/> \\*", [("link", "https://a.b"), ("html", ""), ("escape", "*")]),
        ("snake_case 2 * 3 [a]", []),
        ("[a](javascript:x)", [("link", "a")]),
    ],
)
def test_what_a_stretch_is(text: str, found: list[tuple[str, str]]) -> None:
    spans = inline_spans(text)

    assert [(one.kind, text[one.inner_start : one.inner_end]) for one in spans] == found


@pytest.mark.parametrize(
    "piece",
    [
        "the excess is $100 [Source 1]. ",
        "The excess is $100 [Source 1]. ",
        "# a\n",
        "- a\n",
        "> ",
        "> a\n",
        "- ",
        "  - a\n",
        "a\n",
        "| a ",
        "| a |\n",
        "~~~~x\n~~~\n",
        "```py\nx\n",
        "**a",
        "*a_ ",
        "[",
        "![",
        "[a](",
        "`",
        "<a ",
        "1. ",
    ],
)
def test_time_grows_no_faster_than_the_text(piece: str) -> None:
    short, long = (_seconds((piece * length)[:length]) for length in (4_000, 32_000))

    assert long < max(24 * short, 1.0)


def _seconds(text: str) -> float:
    """The CPU time of parsing a text, without that of collecting other tests' garbage."""
    gc.disable()
    try:
        started = time.process_time()
        blocks: tuple[Block, ...] = parse(f"{text} {started}").blocks
        for block in blocks:
            assert block.inlines is not None and block.sentences is not None
        return time.process_time() - started
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Limits\n======\nText.", [("heading", 1), ("paragraph", 0)]),
        ("Limits\n------\nText.", [("heading", 2), ("paragraph", 0)]),
        ("Glass is covered.\n-----------------\n", [("paragraph", 0), ("rule", 0)]),
        ("A title that is rather long\n---\n", [("paragraph", 0), ("rule", 0)]),
        ("one line\nand another\n-----------\n", [("paragraph", 0), ("rule", 0)]),
        ("- Glass\n-------\nText.", [("item", 0), ("rule", 0), ("paragraph", 0)]),
    ],
)
def test_a_title_may_be_underlined_but_a_sentence_above_a_rule_stays_one(
    source: str, expected: list[tuple[str, int]]
) -> None:
    assert [(block.kind, block.level) for block in parse(source).blocks] == expected
