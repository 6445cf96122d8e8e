"""Entities and filters of a question replaced, added and removed by hand."""

from tests.support.sample_run import sample_run, workspace
from workbench.ui import entity_edits

NODE = entity_edits.chosen(workspace().nodes["project:tariff-audit"], "en")


def test_a_replaced_entity_keeps_its_words() -> None:
    found = sample_run().resolution
    edited = entity_edits.replaced(found, 0, NODE)
    old, new = found.entities[0], edited.entities[0]
    assert (new.canonical_id, new.matched_by) == ("project:tariff-audit", "manual")
    assert (new.span, new.candidates) == (old.span, old.candidates)
    assert edited.slots == found.slots


def test_an_added_entity_comes_last_and_once() -> None:
    found = sample_run().resolution
    edited = entity_edits.added(found, NODE)
    assert edited.entities[:-1] == found.entities
    assert edited.entities[-1].span is None
    assert entity_edits.added(edited, NODE) == edited


def test_an_entity_and_a_filter_are_removed() -> None:
    found = sample_run().resolution
    assert entity_edits.without(found, 0).entities == found.entities[1:]
    assert entity_edits.without_filter(found, 0).slots == found.slots[1:]
