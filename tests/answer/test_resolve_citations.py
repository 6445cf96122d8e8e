"""Citations say who supports which sentence, and quote the very words."""

from hypothesis import given
from hypothesis import strategies as st

from tests.support.insurance_workspace import (
    fact,
    payload,
    plan,
    terms,
    theft,
    windscreen,
    workspace,
)
from workbench.answer.resolve_citations import cite, used_sources
from workbench.domain.answer import CITATION_MARKER, Rendered
from workbench.domain.evidence import FactsPayload, Quote
from workbench.rendering import render
from workbench.text import parse
from workbench.text.citation_marks import without_markers

FACTS = payload(windscreen(), theft(), fact("Glass is covered"))
DOCUMENTS = {"car/terms.md": terms()}


def rendered(facts: FactsPayload = FACTS) -> Rendered:
    return render(plan("SHORT", query="windscreen"), facts, workspace(), "en")


def test_the_quote_is_the_supporting_sentence_at_its_place_in_the_document() -> None:
    cited = cite(
        parse("The excess for the windscreen is $100 [Source 1]."), rendered(), FACTS, DOCUMENTS
    )

    (citation,) = cited.citations
    assert citation.quote is not None
    assert citation.quote.text == "The windscreen excess is $100 for each claim on every plan."
    quoted = DOCUMENTS["car/terms.md"].text[citation.quote.start : citation.quote.end]
    assert quoted == citation.quote.text


def test_without_the_document_the_passages_own_words_are_quoted() -> None:
    with_document = cite(parse("$100 excess [Source 1]."), rendered(), FACTS, DOCUMENTS)
    without = cite(parse("$100 excess [Source 1]."), rendered(), FACTS)

    assert without.citations == with_document.citations


def test_a_graph_fact_is_quoted_by_the_words_that_state_it() -> None:
    stated = Quote(document_id="car/terms.md", text="glass", start=1, end=6)
    facts = payload(fact("Glass is covered").model_copy(update={"quote": stated}))
    shown = render(plan(), facts, workspace(), "en")

    (citation,) = cite(parse("Glass [Source 1]."), shown, facts).citations

    assert citation.quote == stated


def test_a_graph_fact_is_quoted_as_its_document_is_laid_out() -> None:
    document = terms()
    words = "The windscreen excess"
    start = document.text.index(words)
    laid_out = document.model_copy(
        update={"text": document.text.replace(words, "The windscreen\nexcess")}
    )
    stated = Quote(document_id="car/terms.md", text=words, start=start, end=start + len(words))
    facts = payload(fact("Glass is covered").model_copy(update={"quote": stated}))
    shown = render(plan(), facts, workspace(), "en")

    (citation,) = cite(
        parse("Glass [Source 1]."), shown, facts, {"car/terms.md": laid_out}
    ).citations

    assert citation.quote is not None
    assert citation.quote.text == "The windscreen\nexcess"


def test_positions_are_those_of_the_markers() -> None:
    cited = cite(parse("One [Source 2]. Two [Source 1][Source 3]."), rendered(), FACTS, DOCUMENTS)

    assert [cited.marked[c.start_pos : c.end_pos] for c in cited.citations] == [
        "[Source 2]",
        "[Source 1]",
        "[Source 3]",
    ]
    assert [c.source_index for c in cited.citations] == [1, 0, 2]
    assert [c.evidence_id for c in cited.citations] == [FACTS.items[i].id for i in (1, 0, 2)]


def test_a_marker_belongs_to_the_sentence_it_closes() -> None:
    marked = "First one [Source 1]. Second one. [Source 2] Third.\n\n- item [Source 3]\n- other"

    quoted = [c.quoted_text for c in cite(parse(marked), rendered(), FACTS, DOCUMENTS).citations]

    assert quoted == ["First one.", "Second one.", "item"]


def test_a_marker_of_a_cell_has_the_labels_of_the_cell() -> None:
    marked = "| | Basic | Plus |\n|---|---|---|\n| Glass | $5 [Source 1] | $9 [Source 2] |"

    quoted = [c.quoted_text for c in cite(parse(marked), rendered(), FACTS, DOCUMENTS).citations]

    assert quoted == ["Glass — Basic: $5", "Glass — Plus: $9"]


def test_unknown_numbers_are_dropped_and_reported() -> None:
    marked = "True [Source 1]. False [Source 9]. Wrong [Source 0][Source 9]."
    cited = cite(parse(marked), rendered(), FACTS)

    assert cited.text == "True. False. Wrong."
    assert cited.marked == "True [Source 1]. False. Wrong."
    assert cited.dropped == (9, 0)
    assert len(cited.citations) == 1


def test_a_marker_in_code_cites_nothing() -> None:
    cited = cite(parse("Run `x [Source 1]` now [Source 2]."), rendered(), FACTS)

    assert [c.source_index for c in cited.citations] == [1]
    assert cited.text == "Run `x ` now."


@given(
    st.lists(
        st.one_of(st.sampled_from(["[Source 1]", "[Source 8]", " ", "\n"]), st.text(max_size=9))
    )
)
def test_the_clean_text_has_no_marker_and_no_double_space(parts: list[str]) -> None:
    text = cite(parse("".join(parts).replace("`", "")), rendered(), FACTS).text

    assert not CITATION_MARKER.search(text)
    assert not any("  " in line.strip() for line in text.splitlines())


def test_used_sources_are_cited_or_named() -> None:
    facts = payload(windscreen(), fact("Glass"), theft())
    shown = render(plan("SHORT", query="windscreen"), facts, workspace(), "en")

    used = used_sources(without_markers("Car Insurance pays for glass."), shown, facts)
    marked = used_sources(without_markers("Glass is paid for [Source 3]."), shown, facts)

    assert used == (facts.items[1].id,)
    assert marked == (facts.items[2].id,)


def test_naming_what_a_document_is_filed_under_uses_its_passages() -> None:
    facts = payload(windscreen(), theft())
    shown = render(plan("SHORT", query="windscreen"), facts, workspace(), "en")

    named = used_sources(without_markers("Car Insurance pays for it."), shown, facts, workspace())
    not_named = used_sources(without_markers("The house pays for it."), shown, facts, workspace())

    assert named == tuple(item.id for item in facts.items)
    assert not_named == ()
