"""Citation styles: what a reader sees of a marked answer."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from tests.support.insurance_workspace import fact, payload, theft, windscreen, workspace
from workbench.citation_styles import CITATION_STYLES
from workbench.citation_styles.base import CitedSource
from workbench.domain.answer import CITATION_MARKER, Audience, Citation, Format
from workbench.domain.evidence import Evidence, FactsPayload, Quote, SourceRef
from workbench.domain.local_text import Language
from workbench.rendering import display

ANSWER = (
    "The windscreen excess is $100 [Source 2]. There is no cover for theft with the keys left in "
    "the car [Source 1][Source 1]. Glass is covered [Source 3] [Source 2]."
)
ITEMS = (theft(), windscreen(), fact("Glass is covered"), fact("Never cited"))
FACTS = payload(*ITEMS)


def cited(marked: str, facts: FactsPayload = FACTS) -> tuple[Citation, ...]:
    """A citation for each marker of a source that there is."""
    return tuple(
        Citation(
            source_index=int(match[1]) - 1,
            evidence_id=facts.items[int(match[1]) - 1].id,
            chunk_id="",
            quoted_text="",
            quote=_quote(facts.items[int(match[1]) - 1]),
            start_pos=match.start(),
            end_pos=match.end(),
        )
        for match in CITATION_MARKER.finditer(marked)
        if 1 <= int(match[1]) <= len(facts.items)
    )


def _quote(item: Evidence) -> Quote | None:
    if item.span is None or item.text is None:
        return None
    words = item.text.split(". ")[-1]
    start = item.span.start + item.text.index(words)
    return Quote(document_id=item.span.document_id, text=words, start=start, end=start + len(words))


def shown(
    marked: str,
    style: str = "numbered",
    *,
    facts: FactsPayload = FACTS,
    language: Language = "en",
    audience: Audience = Audience.ANALYST,
    confidence: float | None = None,
) -> str:
    citations = cited(marked, facts)
    return display(
        marked, citations, facts, style, language, audience, confidence, workspace=workspace()
    )


def test_each_style_has_a_file_and_is_registered() -> None:
    folder = Path(__file__).parents[2] / "workbench" / "citation_styles"
    files = {file.stem for file in folder.glob("*.py")} - {"__init__", "base"}

    assert files == set(CITATION_STYLES)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("style", list(CITATION_STYLES))
def test_styles(style: str, language: Language, snapshot: SnapshotAssertion) -> None:
    assert shown(ANSWER, style, language=language, confidence=0.82) == snapshot


def test_numbers_follow_the_order_of_appearance_and_only_cited_sources_are_listed() -> None:
    text = shown(ANSWER)

    assert "is $100 [1]." in text
    assert "[1] Car Insurance Terms - Section I > Windscreen (Relevance: 0.83)" in text
    assert "[3] Car Insurance (product) (Relevance: 0.90)" in text
    assert "Never cited" not in text
    assert "[4]" not in text


def test_adjacent_marks_of_one_source_are_one() -> None:
    assert "in the car [2]. Glass" in shown(ANSWER)


@pytest.mark.parametrize("style", list(CITATION_STYLES))
def test_a_customer_gets_clean_text(style: str) -> None:
    text = shown(ANSWER, style, audience=Audience.CUSTOMER, confidence=0.82)

    assert text == (
        "The windscreen excess is $100. There is no cover for theft with the keys left in the car. "
        "Glass is covered."
    )


def test_sources_that_share_a_name_are_told_apart() -> None:
    facts = payload(fact("Glass up to $500"), fact("Keys up to $200"))

    lines = shown("Glass [Source 1]. Keys [Source 2].", facts=facts).splitlines()

    assert "[1] Car Insurance (product): Glass up to $500 (Relevance: 0.90)" in lines
    assert "[2] Car Insurance (product): Keys up to $200 (Relevance: 0.90)" in lines


def test_footnotes_after_ten_are_brackets() -> None:
    facts = payload(*[fact(f"Fact {n}") for n in range(11)])
    marked = " ".join(f"Fact {n} [Source {n + 1}]." for n in range(11))

    text = shown(marked, "footnote", facts=facts)

    assert "Fact 0¹." in text
    assert "Fact 9¹⁰." in text
    assert "Fact 10[11]." in text


def test_an_id_is_never_a_label() -> None:
    nameless = Evidence(type="benefit", text="Glass", source=SourceRef(id="product:car", title=""))
    facts = payload(nameless)

    for style in CITATION_STYLES:
        assert "product:car" not in shown("Glass [Source 1].", style, facts=facts)


def test_a_table_stays_a_table() -> None:
    table = "| a | b |\n| --- | --- |\n| x | y [Source 1] |\n\nAfter [Source 2]"
    item = fact("x").model_copy(update={"source": SourceRef(id="n", title="A | B `c` [d] *e*")})

    text = shown(table, "inline", facts=payload(item, windscreen()))

    assert text.splitlines()[2] == "| x | y (Source: A / B 'c' (d) e) |"


def test_code_stays_code() -> None:
    marked = (
        "Run it [Source 1]:\n\n```\nprint('[Source 2]  x')\n```\n\nor `a[Source 1]` [Source 2]."
    )

    text = shown(marked)

    assert "```\nprint('  x')\n```" in text
    assert "or `a` [2]." in text


@pytest.mark.parametrize("style", list(CITATION_STYLES))
def test_json_stays_json(style: str) -> None:
    said = {"answer": 'It is "$100" [Source 2].\n\nNo theft [Source 9].', "sources": [2]}
    facts = payload(*ITEMS[:1], fact('A "quoted" \\ name'))

    data = json.loads(shown(json.dumps(said), style, facts=facts, confidence=0.8))

    assert data["sources"] == [2]
    mark = CITATION_STYLES[style].mark(CitedSource(number=2, label='A "quoted" \\ name'), "en")
    assert data["answer"].startswith(f'It is "$100"{CITATION_STYLES[style].prefix if mark else ""}')
    assert data["answer"].endswith("\n\nNo theft.")
    if style in ("numbered", "endnote"):
        assert data["answer"].startswith('It is "$100" [2].'), "the source's own number"


def test_a_marker_without_a_source_shows_nothing() -> None:
    assert shown("True [Source 9]. Also [Source 1].").startswith("True. Also [1].")


def test_a_mark_at_the_head_of_a_line_keeps_its_distance() -> None:
    assert shown("[Source 2] The excess is $100.").startswith("[1] The excess is $100.")


@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                [
                    "[Source 1]",
                    "[Source 2]",
                    "[Source 77]",
                    "[source\n3]",
                    "[Sour",
                    "ce 1]",
                    "`",
                    "|",
                ]
            ),
            st.text(max_size=12),
        ),
        max_size=12,
    ),
    st.sampled_from([style for style in CITATION_STYLES if style != "source"]),
)
def test_no_marker_is_ever_left(parts: list[str], style: str) -> None:
    assert not CITATION_MARKER.search(shown("".join(parts), style))


def test_plain_text_has_no_markdown_around_its_list_either() -> None:
    told = display(
        ANSWER,
        cited(ANSWER),
        FACTS,
        "numbered",
        "en",
        Audience.ANALYST,
        0.82,
        workspace=workspace(),
        form=Format.PLAIN,
    )

    assert "\nSources:\n" in told
    assert told.endswith("\nConfidence: 82%")
    assert "*" not in told


@pytest.mark.parametrize(
    ("marked", "analyst", "customer"),
    [
        ("It is **$100 [Source 1]** for each.", "It is **$100** [1] for each.", "**$100** for"),
        ("It is _$100 [Source 1]_.", "It is _$100_ [1].", "_$100_."),
        ("It is **[Source 1] $100**.", "It is [1] **$100**.", "is **$100**."),
        ("It is $100 ([Source 1]).", "It is $100 [1].", "is $100."),
        ("It is [$100 [Source 1]](#a).", "It is [$100](#a) [1].", "[$100](#a)."),
        ("It is $100 **[Source 1]**.", "It is $100 [1].", "is $100."),
        ("It is **$100 [Source 9]**.", "It is **$100**.", "**$100**."),
    ],
)
def test_a_citation_inside_emphasis_leaves_it_whole(
    marked: str, analyst: str, customer: str
) -> None:
    assert analyst in shown(marked)
    assert customer in shown(marked, audience=Audience.CUSTOMER)
