"""Lengths in tokens, roughly, and what fits into them."""

from hypothesis import given
from hypothesis import strategies as st

from workbench.llm.token_budget import estimate_tokens, fair_shares, truncate, truncate_to_sentences


def test_four_letters_of_english_are_a_token_and_two_of_russian() -> None:
    assert estimate_tokens("abcd" * 10) == 10
    assert estimate_tokens("абвг" * 10) == 20


def test_a_beginning_ends_with_a_sentence() -> None:
    text = "The excess is $100. It applies to each claim. Nothing else is charged."

    assert truncate_to_sentences(text, 12) == "The excess is $100. It applies to each claim."
    assert truncate_to_sentences(text, 100) == text
    assert truncate_to_sentences(text, 2) == "The e…"


@given(st.text(), st.integers(1, 50))
def test_what_is_cut_off_fits(text: str, tokens: int) -> None:
    assert estimate_tokens(truncate(text, tokens)) <= tokens


@given(st.lists(st.integers(0, 1000)), st.integers(0, 5000))
def test_shares_fit_and_nobody_gets_more_than_it_needs(sizes: list[int], most: int) -> None:
    shares = fair_shares(sizes, most)

    assert sum(shares) <= most
    assert all(share <= size for share, size in zip(shares, sizes, strict=True))
    if sum(sizes) <= most:
        assert shares == sizes


def test_short_ones_leave_theirs_to_the_long() -> None:
    assert fair_shares([10, 500, 300, 20], 400) == [10, 185, 185, 20]
