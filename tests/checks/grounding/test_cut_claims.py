"""What is left of an answer without some of its claims is whole Markdown."""

import pytest

from workbench.checks.grounding.claims import split_claims
from workbench.checks.grounding.cut_claims import cut_out
from workbench.domain.diagnostics import Claim
from workbench.text.citation_marks import without_markers


def without_lies(marked: str) -> str:
    """The text without the claims that speak of Mars."""
    clean = without_markers(marked)
    claims = [
        Claim(text=one.text, start=one.start, end=one.end, verdict="not_in_sources", probability=0)
        for one in split_claims(clean)
        if "Mars" in one.text
    ]
    assert claims
    return cut_out(clean, claims)


TABLE = "| Plan | Excess |\n|---|:-:|\n"


@pytest.mark.parametrize(
    ("marked", "left"),
    [
        (
            "A is paid [Source 1]. Mars is free [Source 2]. B is paid.",
            "A is paid [Source 1]. B is paid.",
        ),
        ("Mars is free.", ""),
        (f"{TABLE}| Gold | $1 [Source 1] |\n| Mars | $2 |", f"{TABLE}| Gold | $1 [Source 1] |"),
        (f"{TABLE}| Mars | $2 |\n| Gold | $1 |", f"{TABLE}| Gold | $1 |"),
        (f"A is paid.\n\n{TABLE}| Mars | $2 |\n\nB is paid.", "A is paid.\n\nB is paid."),
        (
            "| Plan | Mars costs $200 |\n|---|---|\n| Gold | $100 |",
            "| | |\n|---|---|\n| Gold | $100 |",
        ),
        ("1. A is paid\n2. Mars is free\n3. B is paid", "1. A is paid\n3. B is paid"),
        ("- A is paid\n- Mars is free [Source 1]", "- A is paid"),
        ("* Mars is free\n+ Mars is red\n> Mars is far", ""),
        ("- Mars is free. A is paid.", "- A is paid."),
        ("- Mars is free:\n    - A is paid\n    - B is paid", "- A is paid\n- B is paid"),
        ("- A is paid\n  - Mars is free\n    - B is paid", "- A is paid\n  - B is paid"),
        ("# Cover\n\nA is paid.\n\n## Trips\n\nMars is free.", "# Cover\n\nA is paid."),
        ("# Cover\n\n## Trips\n\nMars is free.\n\n# Sums\n\nA is paid.", "# Sums\n\nA is paid."),
        ("**Trips**\n\n- Mars is free\n\n**Sums**\n- A is paid", "**Sums**\n- A is paid"),
        ("# Cover\n\n## Sums\n\nA is paid.\n\nMars is free.", "# Cover\n\n## Sums\n\nA is paid."),
        ("**Mars is free. A is paid.** B is paid.", "**A is paid.** B is paid."),
        ("Here **A is paid. Mars is free.**", "Here **A is paid.**"),
        ("**Mars is free.**", ""),
        ("A is paid.\n\nYou get:\n\n- Mars is free\n\nB is paid.", "A is paid.\n\nB is paid."),
        ("You get:\n- Mars is free\n- A is paid", "You get:\n- A is paid"),
        ("- A is paid\n- Trips:\n  - Mars is free\n- B is paid", "- A is paid\n- B is paid"),
        (
            "| Plan | Gold | Plus |\n|---|---|---|\n| Car | $1 [Source 1] | to Mars [Source 2] |",
            "| Plan | Gold | Plus |\n|---|---|---|\n| Car | $1 [Source 1] | — |",
        ),
        (
            "| Plan | Gold | Plus |\n|---|---|---|\n| Car | $1 [Source 1] | $2 [Source 2] |\n"
            "| Jet | Mars [Source 1] | Mars, too [Source 2] |",
            "| Plan | Gold | Plus |\n|---|---|---|\n| Car | $1 [Source 1] | $2 [Source 2] |",
        ),
        ("# Trips\n\nYou get:\n\n| A |\n|---|\n| Mars is free |", ""),
    ],
)
def test_markdown_stays_whole(marked: str, left: str) -> None:
    assert without_lies(marked) == left


def test_a_heading_of_which_nothing_went_stays() -> None:
    assert (
        without_lies("# One\n\n# Two\n\nA is paid. Mars is free.") == "# One\n\n# Two\n\nA is paid."
    )


def test_long_texts_are_cut_at_once() -> None:
    rows = "| Mars | $2 |\n" * 4_000
    assert without_lies(f"{TABLE}{rows}") == ""
    assert without_lies(f"A is paid.\n{'|---|' * 2}\n" + "|---|\n" * 4_000 + "Mars is free.")
