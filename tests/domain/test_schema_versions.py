"""Stored JSON of earlier versions takes the shape of this release; a later one is named."""

from typing import Any

import pytest

from workbench.domain.schema_versions import (
    NewerVersionError,
    Raw,
    StoredKind,
    upgrade_record,
    upgrade_run,
)


def renamed(raw: Raw) -> Raw:
    return {("words" if name == "text" else name): value for name, value in raw.items()}


def counted(raw: Raw) -> Raw:
    return {**raw, "length": len(raw["words"])}


KIND = StoredKind("note", (renamed, counted))


@pytest.mark.parametrize(
    "stored",
    [
        {"text": "abc"},
        {"schema_version": 1, "text": "abc"},
        {"schema_version": 2, "words": "abc"},
        {"schema_version": 3, "words": "abc", "length": 3},
    ],
)
def test_every_earlier_version_takes_the_upgraders_that_follow_it(stored: Raw) -> None:
    before = dict(stored)
    assert upgrade_record(stored, KIND) == {"schema_version": 3, "words": "abc", "length": 3}
    assert stored == before


def test_a_later_version_is_named() -> None:
    with pytest.raises(NewerVersionError) as newer:
        upgrade_record({"schema_version": 4}, KIND)
    assert (newer.value.version, newer.value.kind.version) == (4, 3)


@pytest.mark.parametrize("version", [0, -1, "2", None, 1.5])
def test_what_is_no_version_is_an_error(version: Any) -> None:
    with pytest.raises(ValueError, match="schema_version"):
        upgrade_record({"schema_version": version}, KIND)


def test_a_run_is_upgraded_with_its_plan_and_its_exchanges() -> None:
    run = upgrade_run({"plan": {"intents": []}, "exchanges": [{"role": "planner"}]})
    assert [run["schema_version"], run["plan"]["schema_version"]] == [2, 1]
    assert run["exchanges"] == [{"role": "planner", "schema_version": 1}]
    assert upgrade_run({"plan": None})["plan"] is None


def test_only_a_run_of_the_first_version_gets_the_language_that_version_implied() -> None:
    assert upgrade_run({})["language"] == "ru"
    assert upgrade_run({"language": "en"})["language"] == "en"
    assert "language" not in upgrade_run({"schema_version": 2})
