"""Dates of events beside states of the same name, ranges of dates, and joined questions."""

import asyncio

import pytest

from tests.support.graph_folders import composer_for, proposed_workspace, store_of
from workbench.domain.plan import GraphQueryArgs, Limits
from workbench.planner.graph_query_planner import AMBIGUOUS
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import CallContext


def answered(question: str) -> list[str]:
    """The facts that answer a question; what is missing if there are none."""
    workspace = proposed_workspace("bridges")
    tool = GraphTool(workspace, store_of(workspace))
    query = composer_for("bridges").compose(question).query
    context = CallContext(language="en", call=0, limits=Limits())
    outcome = asyncio.run(tool.run(GraphQueryArgs(query=query), context))
    return [item.text or "" for item in outcome.items] or [gap.message for gap in outcome.gaps]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which bridges are not open?", "Larch Viaduct, Mill Bridge, Stone Arch"),
        ("Which closed bridges opened before 1950?", "Mill Bridge"),
        (
            "Which bridges did not open before 1950?",
            "Alder Footbridge, Harbour Crossing, King's Span, Larch Viaduct",
        ),
        ("Which bridges opened in the 1930s?", "Heron Bridge"),
        ("Which bridges had opened by 1950?", "Heron Bridge, Mill Bridge"),
        ("Which bridges opened by March 1931?", "Mill Bridge, Stone Arch"),
        ("Which bridges opened between 1900 and 1960?", "Heron Bridge, King's Span"),
        (
            "Which bridges were inspected between June 2021 and March 2022?",
            "Heron Bridge, Stone Arch",
        ),
    ],
)
def test_a_verb_of_a_date_is_no_state(question: str, names: str) -> None:
    text = ", ".join(answered(question))
    others = {"Heron Bridge", "Mill Bridge", "Alder Footbridge", "Larch Viaduct"}
    assert all(name in text for name in names.split(", "))
    assert not any(name in text for name in others - {*names.split(", ")})


def test_no_date_of_an_event_is_no_other_state() -> None:
    assert "Not used: not" in answered("Which bridges did not close?")[0]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Is the Wend a tributary of the Sable?", "Yes"),
        ("Is the Sable a tributary of the Wend?", "No"),
        ("When was the closure of Mill Bridge?", "Mill Bridge — closed: 2019-11-30"),
        ("What is the closing date of Mill Bridge?", "Mill Bridge — closed: 2019-11-30"),
        ("Sort the bridges by opening date", "Stone Arch — opened: 1764-06-01"),
        ("Sort the bridges by date of opening", "Stone Arch — opened: 1764-06-01"),
        ("Which bridge opened last?", "Bridges with the highest opened: Alder Footbridge"),
        ("Which bridge was closed last?", "Bridges with the highest closed: Mill Bridge"),
    ],
)
def test_the_words_tell_the_direction_and_the_date(question: str, text: str) -> None:
    assert answered(question)[0].startswith(text)


@pytest.mark.parametrize(
    "question", ["Sort the bridges by date", "Which bridge has the latest date?"]
)
def test_a_date_of_several_is_not_chosen(question: str) -> None:
    composed = composer_for("bridges").compose(question)
    assert composed.verdict == "unclear" or composed.confidence < AMBIGUOUS


def test_a_length_is_no_duration() -> None:
    question = "How long did the construction of Harbour Crossing take?"
    assert composer_for("bridges").compose(question).verdict == "unclear"


def test_a_verb_of_duration_is_no_order() -> None:
    assert composer_for("bridges").compose("How long did the opening last?").confidence < AMBIGUOUS


def test_a_preposition_of_place_compares_nothing() -> None:
    names = answered("Which engineers designed bridges over the Sable?")
    assert names == ["Luca Ferro", "Margaret Hale"]


def test_a_misspelt_question_word_is_read() -> None:
    assert not composer_for("bridges").compose("Whcih bridges cross the Orrin?").query.unread


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "When did Mill Bridge open and close?",
            ["When did Mill Bridge open?", "When did Mill Bridge close?"],
        ),
        (
            "What are the length and the toll of Heron Bridge?",
            ["What are the length of Heron Bridge?", "What are the toll of Heron Bridge?"],
        ),
        ("Who designed Heron Bridge and Mill Bridge?", []),
    ],
)
def test_joined_properties_are_asked_apart(question: str, parts: list[str]) -> None:
    assert composer_for("bridges").coordinated(question) == parts


def test_dates_are_ordered_from_the_earliest() -> None:
    texts = answered("Sort the bridges by opened")
    assert texts[0].startswith("Stone Arch")
    assert answered("Sort the bridges by length")[0].startswith("Harbour Crossing")
