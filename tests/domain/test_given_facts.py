"""Facts dropped, put in order and added by hand, with the calls that found the others."""

from tests.support.sample_run import sample_run
from workbench.domain.given_facts import given_execution, note


def test_dropped_facts_leave_their_groups_and_totals() -> None:
    run = sample_run()
    assert run.facts is not None
    kept = run.facts.items[1:3]
    found = given_execution(run, kept)
    assert found.facts.items == kept
    assert found.tool_calls == run.tool_calls
    assert found.facts.meta.gaps == run.facts.meta.gaps
    assert all(item in kept for group in found.facts.groups for item in group.items)
    for section in found.facts.meta.sections:
        assert section.total == sum(item.call == section.call for item in kept)


def test_without_facts_nothing_is_found() -> None:
    assert not given_execution(sample_run(), ()).facts.found


def test_a_note_is_a_fact_with_its_origin() -> None:
    added = note("The pilot was paid.", "a letter of May 3", call=1)
    assert added.content == "The pilot was paid."
    assert added.source is not None and added.source.title == "a letter of May 3"
    assert (added.call, added.found_by[0].channel) == (1, "hand")
    assert added.id == note("The pilot was paid.", "elsewhere").id, "an id depends on the content"
