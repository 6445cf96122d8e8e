"""Edits on the Ask page: entities removed and added, facts changed, steps opened, the fork tree."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import RUN_ID, sample_run
from workbench.domain.entities import SlotMention
from workbench.domain.evidence import Evidence
from workbench.domain.run import Stage
from workbench.ui.panels.facts_editor import SHOWN

Open = Callable[..., AppTest]


def html(test: AppTest) -> str:
    assert not test.exception
    return "\n".join(element.proto.body for element in test.get("html"))


def settled(test: AppTest, bench: FakeWorkbench, count: int) -> AppTest:
    """The page when the store has that many runs, the last of which has ended."""
    for _ in range(20):
        test.run()
        if len(bench.runs.kept) == count:
            break
    return test


def test_words_of_the_question_are_marked_with_what_they_became(app: Open) -> None:
    page = html(app(run=RUN_ID, locale="en-GB"))
    assert '<p class="wb-asked">' in page
    assert '<mark title="— ' in page


def test_a_removed_entity_is_planned_without(app: Open, bench: FakeWorkbench) -> None:
    test = app(run=RUN_ID, locale="en-GB")
    assert f"wb_replan_{RUN_ID}" not in [one.key for one in test.button]
    name = f"— {sample_run().entities[0].name}"
    assert name in html(test)
    test.button(key="wb_icon_remove_0").click().run()
    assert name not in html(test), "its words are marked no more"
    test.button(key=f"wb_replan_{RUN_ID}").click().run()
    settled(test, bench, 2)
    fork = next(run for run in bench.runs.kept.values() if run.id != RUN_ID)
    assert (fork.parent_id, fork.forked_at) == (RUN_ID, Stage.RESOLVE)
    assert fork.entities == sample_run().entities[1:]
    assert fork.slots == sample_run().slots


def test_another_value_of_a_filter_makes_a_fork(app: Open, bench: FakeWorkbench) -> None:
    test = app(run=RUN_ID, locale="en-GB")
    (slot,) = sample_run().slots
    values = next(one for one in test.selectbox if "wb_filter_value" in str(one.key))
    assert test.button(key=f"wb_use_value_{RUN_ID}_0").disabled
    values.set_value("language").run()
    test.button(key=f"wb_use_value_{RUN_ID}_0").click().run()
    settled(test, bench, 2)
    fork = next(run for run in bench.runs.kept.values() if run.id != RUN_ID)
    (changed,) = fork.slots
    assert fork.forked_at is Stage.RESOLVE
    assert (changed.span, changed.matched_by) == (slot.span, "manual")
    assert (slot.value, changed.value) == ("database", "language")


def test_a_filter_that_no_words_name_can_be_added(app: Open, bench: FakeWorkbench) -> None:
    test = app(run=RUN_ID, locale="en-GB")
    test.session_state[f"wb_add_{RUN_ID}_0"] = True
    test.run()
    kinds = next(one for one in test.segmented_control if "wb_add_kind" in str(one.key))
    kinds.set_value("filter").run()
    assert test.button(key=f"wb_add_filter_{RUN_ID}").disabled, "no value is chosen"
    values = next(one for one in test.selectbox if "wb_new_filter_category" in str(one.key))
    values.set_value("language").run()
    test.button(key=f"wb_add_filter_{RUN_ID}").click().run()
    assert "added by hand" in html(test)
    test.button(key=f"wb_replan_{RUN_ID}").click().run()
    settled(test, bench, 2)
    fork = next(run for run in bench.runs.kept.values() if run.id != RUN_ID)
    *kept, added = fork.slots
    assert (fork.forked_at, tuple(kept)) == (Stage.RESOLVE, sample_run().slots)
    assert (added.slot, added.value, added.span) == ("category", "language", None)
    assert added.matched_by == "manual"


def test_a_filter_added_by_hand_can_be_removed_and_says_if_no_call_has_it(
    app: Open, bench: FakeWorkbench
) -> None:
    added = SlotMention(slot="category", value="language", confidence=1.0, matched_by="manual")
    run = sample_run()
    bench.runs.kept[RUN_ID] = run.model_copy(update={"slots": (*run.slots, added)})
    test = app(run=RUN_ID, locale="en-GB")
    assert "added by hand · not used by the plan" in html(test)
    test.button(key="wb_icon_remove_filter_1").click().run()
    assert "added by hand" not in html(test)


def test_an_edit_of_the_entities_can_be_taken_back(app: Open) -> None:
    test = app(run=RUN_ID, locale="en-GB")
    test.session_state[f"wb_edited_facts_{RUN_ID}"] = ()
    test.button(key="wb_icon_remove_filter_0").click().run()
    test.button(key=f"wb_reset_entities_{RUN_ID}").click().run()
    assert f"wb_replan_{RUN_ID}" not in [one.key for one in test.button]
    assert f"wb_edited_facts_{RUN_ID}" in test.session_state, "the edit of the facts stays"


def test_any_node_of_the_graph_can_be_added(app: Open, bench: FakeWorkbench) -> None:
    test = app(run=RUN_ID, locale="en-GB")
    test.session_state[f"wb_add_{RUN_ID}_0"] = True
    test.run()
    test.text_input(key=f"wb_node_words_add_{RUN_ID}_0").input("tariff").run()
    choice = next(one for one in test.radio if "wb_node_add" in str(one.key))
    choice.set_value("project:tariff-audit").run()
    test.button(key=f"wb_add_entity_{RUN_ID}").click().run()
    added = next(part for part in html(test).split('class="wb-entity"') if "tariff-audit" in part)
    assert "chosen by hand" in added
    assert "from the previous question" not in added
    test.button(key=f"wb_replan_{RUN_ID}").click().run()
    settled(test, bench, 2)
    fork = next(run for run in bench.runs.kept.values() if run.id != RUN_ID)
    assert fork.entities[-1].canonical_id == "project:tariff-audit"


def test_the_entities_of_the_question_are_not_offered_again(app: Open) -> None:
    test = app(run=RUN_ID, locale="en-GB")
    test.session_state[f"wb_add_{RUN_ID}_0"] = True
    test.run()
    test.text_input(key=f"wb_node_words_add_{RUN_ID}_0").input("search").run()
    assert "technology:hybrid-search" in [one.canonical_id for one in sample_run().entities]
    names = offered(test)
    assert names and "Hybrid search" not in names


def offered(test: AppTest) -> list[str]:
    """The nodes that the search for an entity to add has found."""
    found = (one for one in test.radio if "wb_node_add" in str(one.key))
    return [name for one in found for name in one.options]


def facts_editor() -> None:
    """The editor for the sample run, as a script of its own."""
    import streamlit as st

    from tests.support.sample_run import sample_run, workspace
    from workbench.ui import session
    from workbench.ui.live_runs import RunSnapshot
    from workbench.ui.panels import facts_editor as editor
    from workbench.ui.run_view_model import RunViewModel
    from workbench.ui.texts import Texts

    st.session_state[session.LANGUAGE] = "en"
    run = sample_run()

    @st.fragment
    def drawn() -> None:
        editor.draw(RunViewModel(RunSnapshot(run=run), run, workspace(), Texts("en"), "numbered"))

    drawn()


def test_facts_are_dropped_moved_and_added() -> None:
    run = sample_run()
    assert run.facts is not None
    first, second, third, *rest = run.facts.items
    test = AppTest.from_function(facts_editor, default_timeout=60).run()
    assert test.button(key=f"wb_run_facts_{run.id}").disabled
    test.button(key="wb_icon_fact_drop_0").click().run()
    test.button(key="wb_icon_fact_up_1").click().run()
    key = f"wb_edited_facts_{run.id}"
    assert test.session_state[key] == (third, second, *rest)
    made = test.session_state["wb_edits_made"]
    test.text_area(key=f"wb_new_fact_{run.id}_{made}").input("It was paid.").run()
    test.text_input(key=f"wb_new_origin_{run.id}_{made}").input("a letter").run()
    test.button(key=f"wb_add_fact_{run.id}").click().run()
    added, *others = test.session_state[key]
    assert (added.content, added.source.title) == ("It was paid.", "a letter")
    assert others == [third, second, *rest]
    assert not test.button(key=f"wb_run_facts_{run.id}").disabled
    assert first not in others
    test.button(key=f"wb_reset_facts_{run.id}").click().run()
    assert key not in test.session_state


def test_a_fact_moves_to_the_top_and_the_others_keep_their_order() -> None:
    run = sample_run()
    assert run.facts is not None
    first, second, third, *rest = run.facts.items
    test = AppTest.from_function(facts_editor, default_timeout=60).run()
    assert test.button(key="wb_icon_fact_first_0").disabled
    test.button(key="wb_icon_fact_first_2").click().run()
    assert test.session_state[f"wb_edited_facts_{run.id}"] == (third, first, second, *rest)


def test_facts_beyond_the_first_ones_are_drawn_at_a_click() -> None:
    run = sample_run()
    facts = tuple(Evidence(type="note", text=f"Ticket {number}") for number in range(SHOWN + 3))
    test = AppTest.from_function(facts_editor, default_timeout=60)
    test.session_state[f"wb_edited_facts_{run.id}"] = facts
    more = test.run().button(key=f"wb_more_facts_{run.id}")
    assert more.label == "3 more facts"
    more.click().run()
    test.button(key=f"wb_icon_fact_first_{SHOWN + 2}").click().run()
    assert test.session_state[f"wb_edited_facts_{run.id}"][0] == facts[-1]


def test_steps_are_links_once_the_run_has_ended(app: Open) -> None:
    page = html(app(run=RUN_ID))
    for name in ("entities", "plan", "tools", "subgraph", "answer", "grounding"):
        assert f'href="#stage-{name}"' in page


def test_a_fork_leads_to_its_parent_and_to_the_tree(app: Open, bench: FakeWorkbench) -> None:
    run = sample_run()
    assert run.plan is not None
    limits = run.plan.limits.model_copy(update={"max_items": 3})
    plan = run.plan.model_copy(update={"limits": limits})
    changes = {"id": "f1", "parent_id": RUN_ID, "forked_at": Stage.PLAN, "plan": plan}
    bench.runs.kept["f1"] = run.model_copy(update=changes)
    test = app(run="f1", locale="en-GB")
    assert f'href="#run-{RUN_ID}"' in html(test)
    test.button(key="wb_forks_f1").click().run()
    page = html(test)
    assert '<ul class="wb-tree">' in page
    assert "<b>Items: 10 → 3</b>" in page
    assert "Original run" in page
    assert test.button(key="wb_compare_parent").label == "Compare with the parent"


def test_the_tree_of_a_run_without_a_thread_goes_back_to_the_original_run(
    app: Open, bench: FakeWorkbench
) -> None:
    """As of a run from the command line or the matrix."""
    first = sample_run().model_copy(update={"thread_id": None})
    for name, parent in ((RUN_ID, None), ("f1", RUN_ID), ("f2", "f1")):
        given = {"id": name, "parent_id": parent, "forked_at": parent and Stage.PLAN}
        bench.runs.kept[name] = first.model_copy(update=given)
    assert app(run=RUN_ID, locale="en-GB").button(key=f"wb_forks_{RUN_ID}").label == "2 forks"
    test = app(run="f2", locale="en-GB")
    assert test.button(key="wb_forks_f2").label == "2 forks"
    test.button(key="wb_forks_f2").click().run()
    page = html(test)
    tree = page[page.index('<ul class="wb-tree">') :]
    assert tree.index(f"#run-{RUN_ID}") < tree.index("#run-f1")


def test_without_forks_there_is_no_tree(app: Open) -> None:
    assert f"wb_forks_{RUN_ID}" not in [one.key for one in app(run=RUN_ID).button]
