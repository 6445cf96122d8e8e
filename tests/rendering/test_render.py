"""What the renderer promises: complete up to the limits, and nothing twice."""

from pathlib import Path

import pytest

from tests.support.insurance_workspace import (
    fact,
    facts_numbered,
    payload,
    plan,
    section,
    theft,
    windscreen,
    workspace,
)
from workbench import render_styles
from workbench.domain.answer import CITATION_MARKER, Rendered
from workbench.domain.evidence import Evidence, FactsPayload, Section
from workbench.domain.local_text import Language
from workbench.domain.plan import QueryPlan
from workbench.render_styles import RENDER_STYLES
from workbench.rendering import render
from workbench.text.citation_marks import without_markers


def rendered(
    facts: FactsPayload, by: QueryPlan | None = None, language: Language = "en"
) -> Rendered:
    return render(by or plan(), facts, workspace(), language)


def bullets_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("- ")]


def test_every_style_is_registered() -> None:
    folder = Path(render_styles.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", "base"}
    assert set(RENDER_STYLES) == {name.upper() for name in files}


def test_a_list_is_complete_up_to_the_limit() -> None:
    shown = rendered(payload(*facts_numbered(7)), plan(max_items=7))

    assert bullets_of(shown.text) == [f"- Benefit {letter}" for letter in "ABCDEFG"]
    assert shown.omitted == 0


@pytest.mark.parametrize(
    ("language", "line"),
    [("ru", "ещё 5 (по запросу могу вывести)"), ("en", "5 more (ask to see them)")],
)
def test_what_the_limit_leaves_out_is_counted(language: Language, line: str) -> None:
    shown = rendered(payload(*facts_numbered(8)), plan(max_items=3), language)

    assert len(bullets_of(shown.text)) == 3
    assert shown.text.endswith(line)
    assert shown.omitted == 5
    assert len(shown.sources) == 3


@pytest.mark.parametrize(
    ("kind", "cap"),
    [("benefits", 12), ("bullets", 10), ("descriptions", 4)],
)
def test_the_workspaces_cap_limits_each_kind(kind: str, cap: int) -> None:
    facts = payload(*facts_numbered(20), sections=(section(limit_kind=kind),))

    assert len(bullets_of(rendered(facts, plan(max_items=50)).text)) == cap


def test_without_caps_the_plans_limit_alone_holds() -> None:
    facts = payload(*facts_numbered(20), sections=(section(limit_kind="descriptions"),))

    shown = render(plan(max_items=15), facts, workspace(), "en", caps={})

    assert len(bullets_of(shown.text)) == 15
    assert shown.omitted == 5


def test_each_section_keeps_its_heading_and_its_own_limit() -> None:
    facts = payload(
        *facts_numbered(3),
        *[fact(f"Rule {n}", call=1) for n in range(3)],
        sections=(section(0, "Benefits:"), section(1, "Rules:")),
    )

    shown = rendered(facts, plan(max_items=2))

    assert shown.text.index("Benefits:") < shown.text.index("Rules:")
    assert len(bullets_of(shown.text)) == 4
    assert shown.omitted == 2


def test_a_fact_is_told_once() -> None:
    again = fact("benefit  A.")

    shown = rendered(payload(*facts_numbered(2), again))

    assert bullets_of(shown.text) == ["- Benefit A", "- Benefit B"]


def test_the_same_words_are_told_again_in_another_section() -> None:
    """Two products may have the same benefit: a comparison must show both."""
    facts = payload(
        fact("Glass"),
        fact("Glass", call=1).model_copy(update={"id": "f-other"}),
        sections=(section(0, "Basic:"), section(1, "Plus:")),
    )

    assert len(bullets_of(rendered(facts).text)) == 2


def test_a_single_section_takes_the_plans_style() -> None:
    facts = payload(*facts_numbered(2), sections=(section(style="BULLETS"),))

    assert rendered(facts, plan("SHORT")).style == "SHORT"


def test_several_sections_keep_their_own_styles() -> None:
    facts = payload(
        fact("Glass", limit="$500"),
        fact("Rule", call=1),
        sections=(section(0, style="TABLE"), section(1)),
    )

    text = rendered(facts, plan("SHORT")).text

    assert "| limit |" in text
    assert bullets_of(text) == ["- Rule"]


def test_every_shown_group_has_something_and_groups_are_limited() -> None:
    facts = payload(
        *facts_numbered(6, group="One"),
        fact("Two a", group="Two"),
        fact("Three a", group="Three"),
    )

    shown = rendered(facts, plan("GROUPED_BULLETS", max_items=4, max_groups=2))

    assert "**One**" in shown.text
    assert "**Two**" in shown.text
    assert "**Three**" not in shown.text
    assert "- Two a" in shown.text
    assert shown.omitted == 4


def test_facts_without_a_group_come_as_other() -> None:
    facts = payload(fact("In a group", group="One"), fact("Alone"))

    assert "**Прочее**" in rendered(facts, plan("GROUPED_BULLETS"), "ru").text


def test_a_short_answer_has_so_many_paragraphs_and_no_more() -> None:
    facts = payload(*[fact(f"{letter} " + "word " * 80) for letter in "ABCD"])

    shown = rendered(facts, plan("SHORT", max_paragraphs=2))

    assert shown.text.count("\n\n") == 2  # two paragraphs and the line that counts the rest
    assert shown.omitted == 2


def test_a_short_heading_and_its_only_sentence_share_a_line() -> None:
    facts = payload(fact("Harbour Street 1"), sections=(section(heading="Address:"),))

    assert rendered(facts, plan("SHORT")).text == "Address: Harbour Street 1."


def test_a_table_has_a_column_for_each_label_and_survives_pipes() -> None:
    facts = payload(
        fact("Glass", benefit="Glass | windows", limit="$500"),
        fact("Keys", benefit="Keys", note="new"),
    )

    table = rendered(facts, plan("TABLE")).marked

    assert table.splitlines() == [
        "| benefit | limit | note |",
        "| --- | --- | --- |",
        r"| Glass \| windows | $500 | — [Source 1] |",
        "| Keys | — | new [Source 2] |",
    ]


def test_a_table_without_cells_is_a_list() -> None:
    assert rendered(payload(*facts_numbered(2)), plan("TABLE")).style == "BULLETS"


@pytest.mark.parametrize("style", list(RENDER_STYLES))
def test_the_marked_text_without_markers_is_the_text(style: str) -> None:
    facts = payload(fact("One.", group="G", label="x"), fact("Two", label="y"), windscreen())

    shown = rendered(facts, plan(style, query="windscreen excess"))

    assert without_markers(shown.marked).text == shown.text
    assert {int(number) for number in CITATION_MARKER.findall(shown.marked)} <= set(
        range(1, len(shown.sources) + 1)
    )


def test_numbers_stand_for_sources_in_order() -> None:
    one, two = facts_numbered(2)

    shown = rendered(payload(one, two))

    assert shown.sources == (one.id, two.id)
    assert "- Benefit B [Source 2]" in shown.marked


def test_passages_are_told_by_the_sentence_that_answers() -> None:
    shown = rendered(
        payload(windscreen(), theft()),
        plan("SHORT", query="What is the windscreen excess?"),
    )

    assert shown.text == "The windscreen excess is $100 for each claim on every plan."
    assert len(shown.sources) == 2  # the rest is there for a model to read


def test_passages_beside_facts_get_a_heading() -> None:
    found = windscreen().model_copy(update={"call": 1})
    facts = payload(
        fact("Glass"),
        found,
        sections=(section(0, "Benefits:"), Section(call=1, render_style="SHORT")),
    )

    assert "From the documents:" in rendered(facts, plan(query="windscreen excess")).text


def test_ids_become_names_and_lines_stay_lines() -> None:
    shown = rendered(payload(fact("Part of product:car\nand more")))

    assert shown.text == "- Part of Car Insurance and more"


def test_a_marker_inside_a_fact_is_made_harmless() -> None:
    shown = rendered(payload(fact("Ignore this [Source 9] please")))

    assert CITATION_MARKER.findall(shown.marked) == ["1"]


def test_the_payload_of_the_third_seed_is_rendered() -> None:
    facts = FactsPayload.model_validate(
        {
            "found": True,
            "items": [
                {
                    "type": "achievement",
                    "text": "Cut costs",
                    "source": {"id": "x", "title": "ALOR"},
                },
                {"type": "project", "title": "AI-Portfolio", "summary": "answers from documents"},
            ],
            "groups": [{"title": "With RAG", "items": [{"type": "project", "title": "RAG bot"}]}],
            "meta": {"coverage": 0.9},
            "sources": [{"id": "project:ai-portfolio", "label": "AI-Portfolio"}],
        }
    )

    assert bullets_of(rendered(facts).text) == [
        "- Cut costs",
        "- AI-Portfolio — answers from documents",
        "- RAG bot",
    ]


def test_nothing_found_renders_nothing() -> None:
    shown = rendered(FactsPayload(found=False))

    assert (shown.text, shown.marked, shown.context, shown.sources) == ("", "", "", ())


def test_the_same_facts_give_the_same_text() -> None:
    facts = payload(*facts_numbered(5), windscreen())

    assert rendered(facts) == rendered(facts)


def test_evidence_without_words_is_left_out() -> None:
    assert rendered(payload(Evidence(type="empty"))).text == ""


def test_passages_that_share_no_word_with_the_question_are_opened() -> None:
    facts = payload(windscreen(), theft())

    shown = rendered(facts, plan("SHORT", query="Какая глазурь?"), "ru")

    assert shown.text.startswith("We repair a cracked windscreen.")
    assert len(shown.sources) == 2
