"""Quotes are located whatever the white space; a missing one is named with what is near."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.accents import MULLER, forms
from workbench.domain.base import Span
from workbench.domain.documents import Document
from workbench.domain.graph import Edge, Node, Provenance
from workbench.errors import WorkspaceError
from workbench.ingest.documents import parse_document
from workbench.ingest.quotes import collect_quotes, find_quote, locate_quotes, with_span

TEXT = "# Стекло\n\nФраншиза по стеклу —\n  100 долларов (без исключений).\n"
DOCUMENTS = {"glass.md": parse_document("glass.md", TEXT)}


def edge(quote: str, document: str = "glass.md") -> Edge:
    evidence = Provenance(document=document, quote=quote)
    return Edge(source="product:car", type="EXCESS", target="benefit:glass", evidence=evidence)


def located(quote: str) -> str:
    span = find_quote(TEXT, quote)
    assert span is not None
    return TEXT[span.start : span.end]


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("Франшиза по стеклу", "Франшиза по стеклу"),
        ("по стеклу — 100 долларов", "по стеклу —\n  100 долларов"),
        ("  100   долларов\n(без", "100 долларов (без"),
        ("(без исключений).", "(без исключений)."),
    ],
)
def test_the_span_covers_the_documents_own_words(quote: str, words: str) -> None:
    assert located(quote) == words


@pytest.mark.parametrize("quote", ["франшиза", "100долларов", "", "   ", "100 долларов без"])
def test_only_white_space_may_differ(quote: str) -> None:
    assert find_quote(TEXT, quote) is None


WORDS = st.lists(st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1), min_size=1)


@given(
    words=WORDS, before=st.text(max_size=9), gaps=st.sampled_from([" ", "\n", " \n\t", "\u00a0"])
)
def test_a_quote_laid_out_anew_is_always_found(words: list[str], before: str, gaps: str) -> None:
    text = f"{before} {gaps.join(words)} after"
    span = find_quote(text, " ".join(words))
    assert span is not None
    assert text[span.start : span.end].split() == " ".join(words).split()


def test_nodes_and_edges_get_their_spans_and_each_quote_is_searched_once() -> None:
    stated = edge("100 долларов")
    node = Node(id="benefit:glass", type="benefit", name="Glass", evidence=stated.evidence)
    bare = Node(id="benefit:fire", type="benefit", name="Fire")
    spans = locate_quotes(collect_quotes([stated, node, bare]), DOCUMENTS)

    assert len(spans) == 1
    for item in (with_span(stated, spans), with_span(node, spans)):
        assert item.evidence is not None
        assert item.evidence.span is not None
        assert TEXT[item.evidence.span.start : item.evidence.span.end] == "100 долларов"
    assert with_span(bare, spans) is bare


def test_quotes_located_earlier_are_taken_as_they_are() -> None:
    nothing: dict[str, Document] = {}
    known = {
        ("glass.md", "100 долларов"): Span(start=1, end=2),
        ("old.md", "x"): Span(start=0, end=1),
    }
    assert locate_quotes(collect_quotes([edge("100 долларов")]), nothing, known) == {
        ("glass.md", "100 долларов"): Span(start=1, end=2)
    }


def test_a_missing_quote_is_named_with_the_nearest_words() -> None:
    with pytest.raises(WorkspaceError) as failure:
        locate_quotes(collect_quotes([edge("Франшиза по стеклу — 200 долларов")]), DOCUMENTS)
    assert "product:car|EXCESS|benefit:glass" in str(failure.value)
    assert "glass.md" in str(failure.value)
    assert "100 долларов" in failure.value.hint


def test_nothing_alike_is_said_as_such() -> None:
    with pytest.raises(WorkspaceError, match="no similar text"):
        locate_quotes(collect_quotes([edge("qwertyuiop asdfghjkl zxcvbnm")]), DOCUMENTS)


def test_a_missing_document_is_named_with_the_nearest_one() -> None:
    with pytest.raises(WorkspaceError, match=r"glas\.md.*“glass\.md”"):
        locate_quotes(collect_quotes([edge("100", "glas.md")]), DOCUMENTS)


@pytest.mark.parametrize("quote", [MULLER, "Müller", f"Herr {MULLER} pays", "Herr Müller pays"])
def test_a_quote_is_found_in_either_normal_form(quote: str) -> None:
    for written in forms("Then Herr Müller pays."):
        span = find_quote(written, quote)
        assert span is not None
        assert forms(written[span.start : span.end]) == forms(quote)
