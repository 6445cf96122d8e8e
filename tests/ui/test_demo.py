"""The demo's recordings are real, verify, and are told without technical words."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from workbench.bootstrap import Workbench
from workbench.domain.local_text import LANGUAGES
from workbench.ui.demo import BEFORE, SCENES, demo_data

RUNS = [f"{name}.{language}.zip" for name in (*SCENES, BEFORE) for language in LANGUAGES]
ID = re.compile(r"\b[A-Z]+_[A-Z_]+\b|\b[a-z]+:[a-z-]+\b|[{}]")
"""An intent, an entity's id, or a brace of JSON."""


@pytest.fixture(scope="module", params=LANGUAGES)
def scenes(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {scene["name"]: scene for scene in demo_data()[request.param]["scenes"]}


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for member in value.values():
            yield from strings(member)
    elif isinstance(value, list):
        for member in value:
            yield from strings(member)


@pytest.mark.parametrize("file", RUNS)
def test_each_recording_verifies(file: str, workbench: Workbench) -> None:
    content = (files("workbench.ui") / "demo_runs" / file).read_bytes()
    report = workbench.sync.verify_bundle(content)
    assert report.is_same, report.steps


def test_there_is_no_recording_without_a_scene() -> None:
    stored = {one.name for one in (files("workbench.ui") / "demo_runs").iterdir()}
    assert stored == set(RUNS)


def test_the_runs_are_of_scripted_models() -> None:
    from workbench.ui.demo import _content

    for file in RUNS:
        models = _content(file).run.models
        assert set(models.values()) == {"compatible:scripted"}


def test_scenes_end_with_the_light_that_they_are_about(scenes: dict[str, Any]) -> None:
    tones = {name: scene["light"]["tone"] for name, scene in scenes.items()}
    assert tones == {
        "answers": "green",
        "compares": "green",
        "refuses": "gray",
        "caught": "orange",
        "edited": "green",
    }


def test_every_citation_opens_a_passage_with_its_quote(scenes: dict[str, Any]) -> None:
    for scene in scenes.values():
        cited = {int(one) for one in re.findall(r'href="#source-(\d+)"', scene["answer"])}
        assert cited == {source["number"] for source in scene["sources"]}
        for source in scene["sources"]:
            assert any(quoted for _, quoted in source["pieces"])


def test_the_invented_sentence_is_marked_and_nothing_else_is(scenes: dict[str, Any]) -> None:
    marked = {
        name: re.findall(r'<mark class="doubtful"[^>]*>([^<]*)', scene["answer"])
        for name, scene in scenes.items()
    }
    assert [name for name, found in marked.items() if found] == ["caught"]
    assert marked["caught"][0] in (
        "Решение окупилось за два месяца.",
        "Every windscreen is repaired within 24 hours.",
    )


def test_the_edit_is_told_in_one_sentence(scenes: dict[str, Any]) -> None:
    edit = scenes["edited"]["edit"]
    assert any(
        edit.index(wrong) < edit.index(right)
        for wrong, right in (
            ("Языки программирования", "Базы данных"),
            ("Car Basic", "Car Premier"),
        )
        if wrong in edit
    )
    assert scenes["edited"]["before"] != scenes["edited"]["answer"]


def test_nothing_technical_is_said(scenes: dict[str, Any]) -> None:
    for scene in scenes.values():
        told = {name: scene[name] for name in scene if name not in ("answer", "customer", "name")}
        for text in strings({**told, "sources": []}):
            assert not ID.search(re.sub(r"<[^>]*>", "", text)), text


def test_the_customer_sees_no_marks(scenes: dict[str, Any]) -> None:
    for scene in scenes.values():
        assert "cite" not in scene["customer"]
        assert "mark" not in scene["customer"]
        assert "[Source" not in scene["customer"]


def test_captions_follow_the_stages(scenes: dict[str, Any]) -> None:
    for scene in scenes.values():
        assert len(scene["beats"]) == 5
        assert [beat["writes"] for beat in scene["beats"]] == [False, False, False, True, False]
        assert all(beat["caption"] and beat["ms"] >= 1000 for beat in scene["beats"])


def test_the_data_is_json() -> None:
    assert len(json.dumps(demo_data(), ensure_ascii=False)) < 400_000


def test_captions_fit_what_was_found_and_stay_long_enough_to_be_read(
    scenes: dict[str, Any],
) -> None:
    for scene in scenes.values():
        for beat in scene["beats"]:
            assert "?." not in beat["caption"]
            assert beat["ms"] >= min(30 * len(beat["caption"]), 4000)
        pieces = [text for source in scene["sources"] for text, _ in source["pieces"]]
        assert not any("## " in text or "|---" in text for text in pieces)
    planned = scenes["answers"]["beats"][1]["caption"].partition(": ")[2]
    assert planned[0].islower(), "it goes on after a colon"
    found = [beat["caption"] for beat in scenes["answers"]["beats"]][2:]
    assert not set(found) & {beat["caption"] for beat in scenes["refuses"]["beats"]}
