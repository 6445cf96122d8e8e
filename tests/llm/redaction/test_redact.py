"""A key in pieces: held back until it is known to be none."""

import pytest

from workbench.llm.redaction.redact import SecretBuffer, redact_cut

SECRET = "key-0815-kept"


def shown(text: str, size: int, secret: str = SECRET) -> str:
    """A text fed in pieces of a size, and what was held back at its end."""
    buffer = SecretBuffer(secret)
    pieces = [buffer.feed(text[i : i + size]) for i in range(0, len(text), size)]
    return "".join(pieces) + buffer.held


@pytest.mark.parametrize("size", [1, 2, 5, 7, 13, 100])
@pytest.mark.parametrize(
    "text",
    [
        "no word of it",
        f"one {SECRET} inside",
        f"{SECRET}{SECRET}",
        f"key-key-0815-{SECRET}",
        f"ke{SECRET[:-1]}{SECRET}",
        "the beginning alone: key-0815-kep",
    ],
)
def test_pieces_say_what_the_whole_says(text: str, size: int) -> None:
    assert shown(text, size) == text.replace(SECRET, "[key]")


def test_only_what_may_be_the_key_waits() -> None:
    buffer = SecretBuffer(SECRET)
    assert [buffer.feed(piece) for piece in ("a key", "-08", "16 k", "ind")] == [
        "a ",
        "",
        "key-0816 ",
        "kind",
    ]


def test_a_key_that_may_be_a_word_holds_nothing_back() -> None:
    buffer = SecretBuffer("ollama")
    assert [buffer.feed(piece) for piece in ("oll", "ama")] == ["oll", "ama"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"and {SECRET}", "and [key]"),
        ("and key-0815-ke", "and [key]"),
        ("and key-0815", "and [key]"),
        ("and key-081", "and key-081"),
        ("and", "and"),
    ],
)
def test_most_of_a_key_is_hidden_where_the_text_breaks_off(text: str, said: str) -> None:
    assert redact_cut(text, SECRET) == said
