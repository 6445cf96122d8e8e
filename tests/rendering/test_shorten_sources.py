"""Sources that are too long for the prompt."""

from hypothesis import given
from hypothesis import strategies as st

from tests.support.insurance_workspace import fact, payload, plan, workspace
from workbench.domain.answer import CITATION_MARKER
from workbench.llm.token_budget import estimate_tokens
from workbench.rendering import render
from workbench.rendering.shorten_sources import shorten_all

TERMS = """## Car

This is what we cover. A cracked windscreen is repaired.

| Benefit | Basic | Plus |
| --- | --- | --- |
| Windscreen | $100 | $50 |
| Towing | $200 | $300 |
| Theft | none | whole |

- We tow up to 50 km
- We replace no tyres

The insurer may change its terms. It says so a month before."""


def short(question: str, tokens: int) -> str:
    return shorten_all([TERMS], tokens, question)[0].text


def test_what_fits_stays_as_it_is() -> None:
    [whole] = shorten_all([TERMS], 1000, "Anything?")

    assert whole.text == TERMS
    assert not whole.is_cut


def test_the_sentences_that_the_question_is_about_are_kept_in_their_order() -> None:
    kept = short("How far do you tow?", 40)

    assert "- We tow up to 50 km" in kept.splitlines()
    assert "insurer" not in kept


def test_a_row_keeps_the_head_of_its_table() -> None:
    lines = short("windscreen", 45).splitlines()

    assert lines.index("| Benefit | Basic | Plus |") + 1 == lines.index("| --- | --- | --- |")
    assert "| Windscreen | $100 | $50 |" in lines
    assert "| Theft | none | whole |" not in lines


def test_a_gap_is_marked() -> None:
    assert "[…]" in short("theft", 45)


@given(st.lists(st.text(max_size=400), max_size=6), st.integers(0, 200), st.text(max_size=30))
def test_any_texts_keep_within_the_budget(contents: list[str], most: int, question: str) -> None:
    shorts = shorten_all(contents, most, question)

    assert len(shorts) == len(contents)
    # a gap mark may stand where a share is smaller than the mark itself
    assert sum(one.kept for one in shorts) <= most + 6 * len(contents)


def test_every_source_keeps_its_number_however_small_the_budget() -> None:
    facts = payload(fact("Short."), fact(f"Long. {'And so on. ' * 300}"))

    shown = render(plan(max_items=2), facts, workspace(), "en", source_tokens=100)

    assert CITATION_MARKER.findall(shown.context) == ["1", "2"]
    assert [one.number for one in shown.shortened] == [2]
    assert estimate_tokens(shown.context) <= 100 < shown.shortened[0].tokens
    assert len(shown.text) > 3000, "the control is whole"
