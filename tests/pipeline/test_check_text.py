"""Checking a text of anybody's against given sources."""

import json

import pytest

from tests.support.russian_errors import in_russian
from workbench.errors import InputError, ProviderError
from workbench.llm.scripted import ScriptedModel
from workbench.pipeline.check_text import GivenSource, check_text, given_sources

SOURCES = given_sources(["The excess is $100.", {"text": "We tow 50 km.", "title": "Car"}])
JUDGEMENT = {
    "grounded": False,
    "claims": [{"claim": "The excess is $100.", "supported": True, "source": "Source 1"}],
    "ungrounded_claims": ["We tow 50 km."],
    "confidence": 0.8,
}


async def test_citations_and_claims_are_judged_together() -> None:
    checked = await check_text("The excess is $100 [Source 1]. It rains.", SOURCES, "en")

    assert checked.text == "The excess is $100. It rains."
    assert [claim.verdict for claim in checked.claims] == ["supported", "not_in_sources"]
    assert checked.grounding.score == 0.5
    assert checked.citations.precision == 1.0
    assert checked.unverified == ("It rains.",)


async def test_what_the_judge_alone_doubts_is_flagged_too() -> None:
    judge = ScriptedModel([json.dumps(JUDGEMENT)])

    checked = await check_text("The excess is $100. We tow 50 km.", SOURCES, "en", judge=judge)

    assert checked.grounding.score == 1.0
    assert checked.judge is not None
    assert checked.judge.agreement == 0.5
    assert checked.filtered.endswith("⚠️ Unverified claim: We tow 50 km.")


async def test_a_judge_that_fails_leaves_the_rest_as_it_is() -> None:
    judge = ScriptedModel([ProviderError("Down.", provider="scripted")])

    checked = await check_text("The excess is $100.", SOURCES, "en", judge=judge)

    assert checked.judge_error is not None
    assert checked.judge_error.message == "Down."
    assert checked.grounding.score == 1.0


async def test_without_sources_nothing_is_supported() -> None:
    checked = await check_text("The excess is $100 [Source 1].", [], "en")

    assert checked.unknown_sources == (1,)
    assert checked.grounding.score == 0.0
    assert checked.grounding.overlap_baseline == 0.0


def test_a_source_is_a_text_with_a_title_or_without() -> None:
    given = given_sources(["One.", {"text": "Two.", "title": "T"}, GivenSource(text="Three.")])

    assert [item.content for item in given] == ["One.", "Two.", "Three."]
    assert len({item.id for item in given}) == 3


def test_anything_else_is_refused_with_its_number() -> None:
    with pytest.raises(InputError, match="Source 2") as refused:
        given_sources(["One.", {"title": "no text"}])
    assert in_russian(refused.value).startswith("Источник 2: ")
    assert '{"text": …, "title": …}' in refused.value.hint
