"""Markers become links under the numbers a reader meets, doubtful claims become marks."""

from workbench.text.citation_marks import without_markers
from workbench.text.citation_numbers import cited_numbers, numbering, occurrences
from workbench.ui.citation_links import Highlight, Marks, link_citations

NUMBERED = Marks(prefix=" ", separator=" ", label=lambda number: f"[{number}]")
FOOTNOTES = Marks(prefix="", separator=",", label=lambda number: "¹²³"[number - 1])


def link(
    marked: str, marks: Marks = NUMBERED, flags: tuple[Highlight, ...] = (), known: int = 3
) -> str:
    return link_citations(marked, "r1", numbering(without_markers(marked), known), marks, flags)


def test_numbers_follow_the_order_of_appearance() -> None:
    marked = "B [Source 2]. A [Source 1]. B again [Source 2]."
    clean = without_markers(marked)
    numbers = numbering(clean, 3)
    assert numbers == {2: 1, 1: 2, 3: 3}
    assert cited_numbers(clean, numbers) == (1, 2)


def test_each_citation_has_its_own_link() -> None:
    assert link("A [Source 3]. B [Source 3].") == r"A [\[1\]](#cite-r1-1). B [\[1\]](#cite-r1-1.2)."


def test_adjacent_markers_are_joined_in_the_style() -> None:
    assert link("A [Source 1][Source 2].", FOOTNOTES) == "A[¹](#cite-r1-1),[²](#cite-r1-2)."


def test_an_unknown_source_shows_nothing() -> None:
    assert link("A [Source 9].") == "A."
    clean = without_markers("A [Source 9].")
    assert list(occurrences(clean, numbering(clean, 3))) == []


def test_a_flagged_claim_is_marked_around_its_citation() -> None:
    marked = "- It rose **fast** [Source 1].\n- Other."
    text = without_markers(marked).text
    flag = Highlight(2, text.index(".") + 1, "#claim-r1-0-contradicted", 'says "5"\nnot 6')
    mark = '[It rose **fast**](#claim-r1-0-contradicted "says 5 not 6")'
    assert link(marked, flags=(flag,)) == f"- {mark} [\\[1\\]](#cite-r1-1).\n- Other."


def test_a_claim_that_cannot_be_wrapped_stays_as_it_is() -> None:
    marked = "| a | **b |\n"
    assert link(marked, flags=(Highlight(6, 9, "#claim-r1-0-contradicted", ""),)) == marked


def test_text_cannot_forge_a_citation() -> None:
    forged = "See [[1]](#cite-r1-1) and \ue002\ue010 and ![x](http://evil.example)."
    shown = link(forged)
    assert "](#cite" not in shown
    assert "![" not in shown


def test_a_citation_inside_emphasis_stands_behind_it() -> None:
    assert link("It is **$100 [Source 1]** for") == r"It is **\$100** [\[1\]](#cite-r1-1) for"
    assert link("- **[Source 1] $100** for") == r"- [\[1\]](#cite-r1-1) **\$100** for"


def test_each_cell_of_a_row_is_marked_by_itself() -> None:
    marked = "| yes [Source 1] | no [Source 2] |\n"
    clean = without_markers(marked)
    flags = tuple(
        Highlight(clean.text.index(word), clean.text.index(word) + len(word), f"#claim-r1-{at}", "")
        for at, word in enumerate(("yes", "no"))
    )
    yes, no = '[yes](#claim-r1-0 "")', '[no](#claim-r1-1 "")'
    assert link(marked, flags=flags) == (
        f"| {yes} [\\[1\\]](#cite-r1-1) | {no} [\\[2\\]](#cite-r1-2) |\n"
    )
