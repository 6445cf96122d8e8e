"""The list of runs: what it shows, how it narrows, how a run goes."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from runpy import run_path
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.components import component_data
from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import QUESTION, RUN_ID, sample_run, workspace
from workbench.domain.changes import Change, changes_of
from workbench.domain.corrections import Correction
from workbench.domain.drafts import DraftEnd, EdgeDraft
from workbench.domain.graph_gaps import GapRun, GraphGap, MissingFact
from workbench.domain.local_text import Language, localize
from workbench.domain.run import Usage
from workbench.domain.run_summary import RunAnnotation
from workbench.i18n.numbers import moment
from workbench.i18n.verdicts import verdict_name
from workbench.ui import session, session_runs
from workbench.ui.navigation import page_path
from workbench.ui.panels.graph_gaps import what_is_missing
from workbench.ui.sign_in import Person, Role

Open = Callable[..., AppTest]


def shown(test: AppTest) -> list[dict[str, str]]:
    """The cells of each row that the page handed to its table."""
    found = component_data(test)
    return [row["cells"] for table in found for row in table["rows"]]


def html(test: AppTest) -> str:
    assert not test.exception
    return "\n".join(one.value for one in test.html)


def tick(test: AppTest, *run_ids: str) -> None:
    """What the table would have sent: a component's script does not run here."""
    test.session_state["wb_runs_table_0"] = {"ticked": list(run_ids)}
    test.run()


def test_it_lists_runs(app: Open) -> None:
    test = app("runs")
    assert not test.exception
    (cells,) = shown(test)
    assert cells["question"] == QUESTION
    assert cells["verdict"] == "Готово", "this run has no verdict"
    assert "run" not in test.query_params


def test_it_narrows_by_words(app: Open) -> None:
    test = app("runs")
    test.text_input(key="wb_runs_text").set_value("нет такого").run()
    assert shown(test) == []
    assert "Нет запусков с такими условиями" in "".join(one.value for one in test.html)
    test.button(key="wb_runs_clear").click().run()
    assert len(shown(test)) == 1


def test_it_narrows_by_status(app: Open) -> None:
    test = app("runs")
    test.selectbox(key="wb_runs_status").set_value("failed").run()
    assert shown(test) == []
    test.selectbox(key="wb_runs_status").set_value("done").run()
    assert len(shown(test)) == 1


def test_it_narrows_by_template_fork_and_price(app: Open, bench: FakeWorkbench) -> None:
    made = {"templates": {"answer": "5b1c0f"}, "parent_id": RUN_ID, "usage": Usage(price_usd=9.0)}
    bench.runs.kept["fork"] = sample_run().model_copy(update={"id": "fork", **made})
    test = app("runs", locale="en-GB")
    test.pills(key=session_runs.COLUMNS).set_value(["template"])
    test.selectbox(key="wb_runs_template").set_value("5b1c0f").run()
    assert [row["template"] for row in shown(test)] == ["5b1c0f"]
    test.selectbox(key="wb_runs_template").set_value("").run()
    test.selectbox(key="wb_runs_is_fork").set_value(session_runs.QUESTIONS).run()
    assert len(shown(test)) == 1
    test.number_input(key="wb_runs_price_usd").set_value(8.5).run()
    assert shown(test) == []
    test.selectbox(key="wb_runs_is_fork").set_value(session_runs.FORKS).run()
    assert len(shown(test)) == 1


def test_without_runs_it_says_what_comes_here(app: Open, bench: FakeWorkbench) -> None:
    bench.runs.kept.clear()
    test = app("runs")
    assert "Запусков пока нет" in "".join(one.value for one in test.html)


def test_it_narrows_by_what_was_noted(app: Open, bench: FakeWorkbench) -> None:
    bench.runs.noted[RUN_ID] = RunAnnotation(run_id=RUN_ID, tags=("v2",), rating=3)
    test = app("runs")
    test.selectbox(key="wb_runs_tag").set_value("v2").run()
    test.selectbox(key="wb_runs_rating").set_value(4).run()
    assert shown(test) == []
    test.selectbox(key="wb_runs_rating").set_value(3).run()
    assert len(shown(test)) == 1
    today = datetime.now(UTC).date()
    test.date_input(key="wb_runs_period").set_value((today, today)).run()
    assert shown(test) == []
    test.button(key="wb_runs_clear_all").click().run()
    assert len(shown(test)) == 1


def test_a_clicked_run_opens(app: Open) -> None:
    test = app("runs")
    test.session_state["wb_runs_table_0"] = {"ticked": [], "opened": RUN_ID}
    test.run()
    assert not test.exception
    assert test.query_params["run"] == RUN_ID


def gap(bench: FakeWorkbench, draft: EdgeDraft | None = None) -> GraphGap:
    """A gap of the sample run: what a project is not known to use."""
    run = bench.run(RUN_ID)
    first, second = list(bench.workspace(run.workspace).nodes)[:2]
    name = next(iter(bench.workspace(run.workspace).spec.edge_types))
    missing = MissingFact(subject=first, relation=name, object=second)
    found = run.facts.items if run.facts else ()
    return GraphGap(
        id="gap-1",
        missing=missing,
        reason="absent",
        message="В графе такого нет.",
        times=2,
        last_at=run.created_at,
        runs=(GapRun(id=RUN_ID, question=run.question, created_at=run.created_at),),
        passages=tuple(one for one in found if one.span),
        draft=draft,
    )


def edge_draft(bench: FakeWorkbench) -> EdgeDraft:
    """The edge of the gap, with ends that the test does not look at."""
    run = bench.run(RUN_ID)
    end = DraftEnd(name="x", type="project", node_id="project:x", is_new=False)
    return EdgeDraft(
        id="d",
        workspace=run.workspace,
        source=end,
        type="USES",
        target=end,
        supports=(),
        created_at=run.created_at,
    )


def gaps_page(app: Open) -> AppTest:
    """The register of the page."""
    test = app("runs")
    test.segmented_control(key="wb_runs_view").set_value("gaps").run()
    assert not test.exception
    return test


def test_the_register_says_what_runs_missed_and_opens_them(app: Open, bench: FakeWorkbench) -> None:
    bench.gaps = (gap(bench),)
    test = gaps_page(app)
    (line,) = [one.label for one in test.expander if "2 запуска" in one.label]
    space = bench.workspace("")
    missing = bench.gaps[0].missing
    assert space.entity_name(missing.subject or "", "ru") in line
    assert space.type_label(missing.relation, "ru") in line
    told = "".join(one.value for one in test.html)
    assert "В графе такого нет." in told
    assert bench.gaps[0].passages[0].content[:30] in told
    assert not [one for one in test.button if one.key == "wb_gap_promote_gap-1"]
    test.button(key=f"wb_gap_run_gap-1_{RUN_ID}").click().run()
    assert test.query_params["run"] == RUN_ID


@pytest.mark.parametrize(("locale", "told"), [("ru", "Базы данных"), ("en", "Databases")])
def test_a_condition_that_nothing_meets_is_told_by_its_label(locale: Language, told: str) -> None:
    missing = MissingFact(relation="TECHNOLOGY_USAGE", filters={"category": "database"})
    assert what_is_missing(missing, workspace(), locale).endswith(f" · {told}")


def test_a_golden_case_names_the_intents_of_the_plan_in_words(
    app: Open, bench: FakeWorkbench
) -> None:
    test = app("runs")
    tick(test, RUN_ID)
    test.button(key="wb_runs_golden").click().run()
    (intents,) = [one for one in test.multiselect if one.label == "Нужные намерения"]
    plan = bench.runs.kept[RUN_ID].plan
    assert plan is not None
    described = [bench.workspace("").all_intents[name] for name in plan.intents]
    assert intents.options != list(plan.intents)
    for option, text in zip(intents.options, described, strict=True):
        assert localize(text, "ru").startswith(option)


def test_a_known_edge_is_promoted_to_review(app: Open, bench: FakeWorkbench) -> None:
    bench.gaps = (gap(bench, edge_draft(bench)),)
    test = gaps_page(app)
    test.button(key="wb_gap_promote_gap-1").click().run()
    assert bench.gaps[0].is_drafted
    test.button(key="wb_gap_review_gap-1").click().run()
    assert not test.exception
    assert test.session_state["wb_graph_part"] == "review"


def test_an_empty_register_says_what_comes_here(app: Open) -> None:
    told = "".join(one.value for one in gaps_page(app).html)
    assert "ни один вызов графа не остался без ответа" in told
    assert verdict_name("not_found", "ru") in told


def test_the_columns_are_chosen(app: Open) -> None:
    test = app("runs")
    test.pills(key="wb_runs_columns").set_value(["price"]).run()
    (table,) = component_data(test)
    assert [one["name"] for one in table["columns"]] == ["created", "question", "price"]


def test_the_csv_has_every_run_that_meets_the_filters(bench: FakeWorkbench) -> None:
    first = bench.runs.kept[RUN_ID]
    for number in range(1100):
        bench.runs.kept[f"run{number}"] = first.model_copy(update={"id": f"run{number}"})
    page = run_path(str(page_path("runs")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "workbench", lambda: bench)
        assert len(page["every_run"]({})) == 1101
        assert len(page["every_run"]({"text": "no such words"})) == 0


def test_two_selected_runs_are_compared(app: Open, bench: FakeWorkbench) -> None:
    first = bench.runs.kept[RUN_ID]
    later = {"id": "later", "created_at": first.created_at + timedelta(hours=1)}
    bench.runs.kept["later"] = first.model_copy(update=later)
    test = app("runs")
    assert test.button(key="wb_runs_compare").disabled
    tick(test, RUN_ID, "later")
    test.button(key="wb_runs_compare").click().run()
    assert not test.exception
    assert test.query_params["runs"] == f"{RUN_ID},later"


def test_a_deletion_is_confirmed(app: Open, bench: FakeWorkbench) -> None:
    test = app("runs")
    tick(test, RUN_ID)
    test.button(key="wb_runs_delete").click().run()
    assert RUN_ID in bench.runs.kept
    assert any("Будет удалён 1 запуск" in one.value for one in test.markdown)


def deletion() -> None:
    """The dialog alone: a dialog of a page does not run again by itself here."""
    from workbench.ui import session
    from workbench.ui.panels import run_dialogs
    from workbench.ui.texts import Texts

    run_dialogs.confirm_deletion(Texts("ru"), session.workbench().runs.list()[:1], ["09:24"])


def test_who_may_not_delete_a_run_is_told_so(
    bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "person", lambda: Person("a", Role.ANALYST))
    kept = set(bench.runs.kept)
    test = AppTest.from_function(deletion, default_timeout=60).run()
    test.button(key="wb_runs_deleted").click().run()
    assert not test.exception
    assert "может только редактор" in test.error[0].value
    assert set(bench.runs.kept) == kept


def test_two_runs_of_one_question_are_told_apart_before_they_are_deleted(
    app: Open, bench: FakeWorkbench
) -> None:
    first = bench.runs.kept[RUN_ID]
    later = {"id": "later", "created_at": first.created_at + timedelta(minutes=1)}
    bench.runs.kept["later"] = first.model_copy(update=later)
    test = app("runs")
    tick(test, RUN_ID, "later")
    test.button(key="wb_runs_delete").click().run()
    listed = html(test)
    zone = ZoneInfo("Europe/Moscow")
    for run in (first, bench.runs.kept["later"]):
        assert f'<small class="wb-when">{moment(run.created_at, "ru", zone)}</small>' in listed


def test_the_period_takes_both_of_its_days(app: Open, bench: FakeWorkbench) -> None:
    day = bench.runs.kept[RUN_ID].created_at.astimezone(ZoneInfo("Europe/Moscow")).date()
    test = app("runs")
    for period, count in (
        ((day, day), 1),
        ((day - timedelta(days=2), day - timedelta(days=1)), 0),
        ((day + timedelta(days=1), day + timedelta(days=2)), 0),
        ((day - timedelta(days=1), day + timedelta(days=1)), 1),
    ):
        test.date_input(key="wb_runs_period").set_value(period).run()
        assert len(shown(test)) == count


def test_a_run_over_an_edited_part_of_the_graph_says_so(app: Open, bench: FakeWorkbench) -> None:
    bench.outdated = frozenset({RUN_ID})
    test = app("runs")
    (table,) = component_data(test)
    assert [row["outdated"] for row in table["rows"]] == ["Граф с тех пор изменён"]
    assert "Граф с тех пор изменён" in "".join(one.value for one in app(run=RUN_ID).html)


@pytest.mark.parametrize(
    ("locale", "told"),
    [("en-GB", "version 3 made live"), ("ru-RU", "версия 3 стала действующей")],
)
def test_changes_say_who_made_them(app: Open, bench: FakeWorkbench, locale: str, told: str) -> None:
    version = Change(
        at=datetime(2026, 3, 1, tzinfo=UTC),
        author="ann@example.org",
        area="prompts",
        kind="live",
        template="system.en.jinja",
        number=3,
    )
    test = app("runs", locale=locale)
    test.segmented_control(key="wb_runs_view").set_value("changes").run()
    assert "ann@example.org" not in html(test)
    bench.changed = (version,)
    assert "ann@example.org" in html(test.run()) and told in html(test)


def test_a_change_that_was_undone_is_told_from_the_one_that_takes_it_back(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = SimpleNamespace(workspace=workspace(), library=SimpleNamespace(workspace=workspace()))
    monkeypatch.setattr(bench, "prepare", lambda *_: opened)
    when = datetime(2026, 3, 1, tzinfo=UTC)
    made = Correction(
        id="c1", workspace="portfolio", kind="alias", node_id="technology:kafka", texts=("bus",),
        author="ann@example.org", created_at=when,
        undone_at=when + timedelta(hours=1), undone_by="bob@example.org",
    )  # fmt: skip
    bench.changed = changes_of([made], [], [])
    test = app("runs", locale="en-GB")
    test.segmented_control(key="wb_runs_view").set_value("changes").run()
    rows = html(test).split("<tr>")[2:]
    taken_back, original = (next(row for row in rows if who in row) for who in ("bob", "ann"))
    assert "Undone: " in taken_back and "wb-quiet" not in taken_back
    assert "wb-quiet" in original and ">undone<" in original
