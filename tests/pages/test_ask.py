"""The Ask page as a person uses it: empty, running, finished, failed, forked."""

import base64
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.testing.v1 import AppTest

from tests.support.components import component_data
from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import (
    PROJECT,
    QUESTION,
    RUN_ID,
    sample_run,
    stopped_run,
    workspace,
)
from workbench.domain.diagnostics import AnswerVerdict, Claim, Verdict
from workbench.domain.evidence import StageError
from workbench.domain.listing import ListedPart
from workbench.domain.question import MemoryDecision, Turn
from workbench.domain.run import ModelExchange, ModelUse, Run, RunStatus, Stage, usage_of
from workbench.errors import StoreError
from workbench.i18n.errors import localized
from workbench.settings import OFFLINE
from workbench.ui import ask_view, session, session_options
from workbench.ui.live_runs import LiveRun, Preparation, RunSnapshot
from workbench.ui.panels import stage_dialog
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.texts import Texts

Open = Callable[..., AppTest]


def html(test: AppTest) -> str:
    return "\n".join(str(one.value) for one in test.html)


def markdown(test: AppTest) -> str:
    return "\n".join(one.value for one in test.markdown)


def drawn_counts(test: AppTest) -> list[str]:
    """The numbers of nodes and edges in the headings of drawings."""
    return [one["texts"].get("counts") for one in component_data(test) if "texts" in one]


def shown_json(test: AppTest) -> dict[str, object]:
    """The answer that is shown as JSON."""
    found: dict[str, object] = json.loads(next(c.value for c in test.code if c.language == "json"))
    return found


def settle(test: AppTest, bench: FakeWorkbench, runs: int) -> AppTest:
    """Run the page until its run has ended."""
    for _ in range(100):
        ended = [run for run in bench.runs.kept.values() if run.status is not RunStatus.RUNNING]
        if len(ended) >= runs:
            break
        time.sleep(0.05)
    test.run()
    assert not test.exception
    return test


def test_before_any_question(app: Open) -> None:
    test = app()
    assert not test.exception
    assert "Портфолио инженера" in html(test)
    assert "151" in html(test)
    assert "Офлайн-режим" in html(test)
    examples = [one.label for one in test.button if (one.key or "").startswith("wb_example")]
    assert 4 <= len(examples) <= 6


def test_an_example_is_asked_and_answered(app: Open, bench: FakeWorkbench) -> None:
    test = app()
    test.button(key="wb_example_portfolio_1").click().run()
    settle(test, bench, 2)
    assert "Достижения на проекте АЛОР" in html(test)
    assert r"[\[5\]](#cite-" in markdown(test)
    assert test.query_params["run"] == "0000000000000000001"


def test_a_question_is_asked_in_its_thread(app: Open, bench: FakeWorkbench) -> None:
    test = app()
    test.chat_input[0].set_value("Первый вопрос").run()
    settle(test, bench, 2)
    test.chat_input[0].set_value("А технологии?").run()
    settle(test, bench, 3)
    first, second = (bench.runs.kept[f"{n:019x}"] for n in (1, 2))
    assert first.thread_id == second.thread_id
    assert not [one for one in test.button if (one.key or "").startswith("wb_turn")]
    test.button(key=f"wb_thread_{second.id}").click().run()
    assert [one.key for one in test.button if (one.key or "").startswith("wb_turn")] == [
        f"wb_turn_{first.id}",
        f"wb_turn_{second.id}",
    ]
    test.button(key="wb_new_thread").click().run()
    assert "Примеры вопросов" in html(test)
    assert "run" not in test.query_params


def test_a_recorded_run_opens_by_its_address(app: Open) -> None:
    test = app(run=RUN_ID)
    assert not test.exception
    page = html(test)
    assert QUESTION in page
    for expected in ("АЛОР Брокер", "другое имя", "0,98", "Покрытие 1 из 2"):
        assert expected in page
    assert "14 узлов, 14 связей" in drawn_counts(test)
    assert "× 1,050" in page
    assert "1 неподтверждённое утверждение" in page
    assert f"(#claim-{RUN_ID}-5-not_in_sources" in markdown(test)
    assert "если ничего не найдено или покрытие низкое" in page


def test_a_doubtful_claim_is_told_first_and_marks_its_stage(app: Open) -> None:
    page = html(app(run=RUN_ID))
    listed = re.findall(rf"#claim-{RUN_ID}-\d+-(\w+)", page.partition('class="wb-claims"')[2])
    assert listed[:2] == ["not_in_sources", "supported"]
    strip = page.partition('class="wb-strip"')[2].partition("</ol>")[0]
    assert re.findall(r'<li class="(\w+)"', strip)[-1] == "warning"


def test_a_question_is_shown_while_its_workspace_opens(app: Open, bench: FakeWorkbench) -> None:
    go_on = threading.Event()

    def build(tell: Callable[[str, int, int], None]) -> None:
        tell("documents", 3, 24)
        go_on.wait(10)

    events = partial(bench.stream, "Чего достиг?", workspace="portfolio")
    live = LiveRun(events, question="Чего достиг?", prepare=Preparation(build))
    session.registry().add(live).wait(lambda view: view.preparing is not None, 10)
    try:
        page = html(app(run=live.ticket))
    finally:
        go_on.set()
    assert "Чего достиг?</h1>" in page


def test_calls_about_the_same_thing_are_told_apart(app: Open, bench: FakeWorkbench) -> None:
    run = bench.runs.kept[RUN_ID]
    first = run.tool_calls[0]
    other = first.args.model_copy(update={"intent": "PROJECT_TECH_STACK"})
    calls = (first, first.model_copy(update={"args": other}))
    bench.runs.kept[RUN_ID] = run.model_copy(update={"tool_calls": calls})
    page = html(app(run=RUN_ID))
    for name in ("PROJECT_ACHIEVEMENTS", "PROJECT_TECH_STACK"):
        assert name not in page, "people read its title"
    assert page.count("<b>Граф: АЛОР Брокер<small>") == 2


def test_the_interface_speaks_english(app: Open) -> None:
    test = app(locale="en-GB", run=RUN_ID)
    page = html(test)
    assert "14 nodes, 14 edges" in drawn_counts(test)
    for expected in ("Entities", "alias", "0.98", "1 unsupported claim"):
        assert expected in page
    test.segmented_control(key="wb_language").set_value("ru").run()
    assert "Сущности" in html(test)


def test_no_json_is_shown_to_a_reader(app: Open) -> None:
    test = app(run=RUN_ID)
    assert not test.json
    assert "{" not in markdown(test)


def test_an_address_of_no_run(app: Open) -> None:
    test = app(run="nothing")
    assert not test.exception
    assert test.warning
    assert "Примеры вопросов" in html(test)


def edit(test: AppTest, change: Callable[[dict[str, object]], None] | str) -> AppTest:
    """What the editor would have sent: a component's script does not run here."""
    test.segmented_control(key=f"wb_plan_view_{RUN_ID}").set_value("json").run()
    text = f"wb_plan_text_{RUN_ID}"
    if isinstance(change, str):
        test.session_state[text] = change
    else:
        plan = json.loads(test.session_state[text])
        change(plan)
        test.session_state[text] = json.dumps(plan)
    return test.run()


def test_the_plan_is_told_in_words(app: Open) -> None:
    page = html(app(run=RUN_ID))
    assert "обычный русский" in page
    assert "NATURAL_RU" not in page


def sent_to_components(test: AppTest) -> str:
    """What the page handed to its components."""
    return "\n".join(str(one.proto) for one in test.get("bidi_component"))


def test_a_wrong_plan_is_explained_and_cannot_run(app: Open) -> None:
    test = edit(app(run=RUN_ID), lambda plan: plan.update(intents=["PROJECT_ACHIEVMENTS"]))
    assert "$.intents[0]" in sent_to_components(test)
    assert test.button(key=f"wb_run_plan_{RUN_ID}").disabled


def test_text_that_is_not_json_cannot_run_and_breaks_nothing(app: Open) -> None:
    test = edit(app(run=RUN_ID), "{")
    assert not test.exception
    assert test.button(key=f"wb_run_plan_{RUN_ID}").disabled
    test.segmented_control(key=f"wb_plan_view_{RUN_ID}").set_value("diff").run()
    assert "JSON не читается" in html(test)
    test.segmented_control(key=f"wb_plan_view_{RUN_ID}").set_value("readable").run()
    assert not test.exception
    test.button(key=f"wb_icon_reset_{RUN_ID}").click().run()
    assert not test.button(key=f"wb_run_plan_{RUN_ID}").disabled


def test_the_difference_names_the_path(app: Open) -> None:
    test = edit(app(run=RUN_ID), lambda plan: plan.update(answer_style="CONCISE"))
    test.segmented_control(key=f"wb_plan_view_{RUN_ID}").set_value("diff").run()
    assert "<code>$.answer_style</code></p><ins>" in html(test)


def test_running_from_an_edited_plan_makes_a_fork(app: Open, bench: FakeWorkbench) -> None:
    test = edit(app(run=RUN_ID), lambda plan: plan.update(answer_style="CONCISE"))
    test.button(key=f"wb_run_plan_{RUN_ID}").click().run()
    settle(test, bench, 2)
    fork = bench.runs.kept["0000000000000000001"]
    assert (fork.parent_id, fork.forked_at) == (RUN_ID, Stage.PLAN)
    assert fork.plan is not None and fork.plan.answer_style == "CONCISE"
    assert "Изменён вручную" in html(test)
    test.segmented_control(key=f"wb_plan_view_{fork.id}").set_value("diff").run()
    assert "показанные факты, утверждения и оценки те же" in html(test)


def test_another_candidate_makes_a_fork(app: Open, bench: FakeWorkbench) -> None:
    test = app(run=RUN_ID)
    use = f"wb_use_candidate_{RUN_ID}_0"
    assert test.button(key=use).disabled
    test.radio(key=f"wb_candidate_{RUN_ID}_0").set_value("project:tariff-audit").run()
    test.button(key=use).click().run()
    settle(test, bench, 2)
    fork = bench.runs.kept["0000000000000000001"]
    assert fork.forked_at is Stage.RESOLVE
    assert fork.entities[0].canonical_id == "project:tariff-audit" != PROJECT
    assert fork.entities[0].matched_by == "manual"


def test_a_failed_stage_keeps_what_was_done(app: Open, bench: FakeWorkbench) -> None:
    bench.fail_at = Stage.WRITE
    test = app()
    test.chat_input[0].set_value("Что пошло не так?").run()
    settle(test, bench, 2)
    assert "Этап «Ответ» не удался" in markdown(test)
    assert "Модель не ответила за 10 с" in markdown(test)
    assert "14 узлов" in html(test)
    failed = bench.runs.kept["0000000000000000001"]
    bench.fail_at = None
    test.button(key=f"wb_retry_{failed.id}").click().run()
    settle(test, bench, 3)
    assert bench.runs.kept["0000000000000000002"].forked_at is Stage.WRITE
    assert test.exception == []


def test_a_search_by_words_alone_is_told(app: Open, bench: FakeWorkbench) -> None:
    outage = StageError(kind="ProviderError", message="OpenAI is down.", hint="Wait a little.")
    run = bench.runs.kept[RUN_ID]
    first, *others = run.tool_calls
    calls = (first.model_copy(update={"error": outage}), *others)
    bench.runs.kept[RUN_ID] = run.model_copy(update={"tool_calls": calls})
    test = app(run=RUN_ID)
    assert "использован только лексический" in markdown(test)
    assert "OpenAI is down" in markdown(test)
    assert "Только лексический поиск." in html(test)


def test_a_judge_that_failed_is_told_beside_the_checks(app: Open, bench: FakeWorkbench) -> None:
    error = StageError(kind="ProviderError", **localized("checks.no_judgement"))
    run = bench.runs.kept[RUN_ID]
    assert run.diagnostics is not None
    unjudged = run.diagnostics.model_copy(update={"judge": None, "judge_error": error})
    bench.runs.kept[RUN_ID] = run.model_copy(update={"diagnostics": unjudged})
    assert "Ответ модели-судьи не содержит заключения." in html(app(run=RUN_ID))
    assert "reply contains no judgement." in html(app(run=RUN_ID, locale="en-US"))


def test_a_run_whose_embedder_alone_was_called_is_offline_all_the_same(
    app: Open, bench: FakeWorkbench
) -> None:
    use = ModelUse(role="embedder", model="openai:text-embedding-3-small", input_tokens=4)
    run = bench.runs.kept[RUN_ID]
    assert run.answer is not None
    offline = run.answer.model_copy(update={"model": OFFLINE})
    changes = {"usage": usage_of([use]), "answer": offline, "exchanges": ()}
    bench.runs.kept[RUN_ID] = run.model_copy(update=changes)
    assert "Офлайн" in html(app(run=RUN_ID))
    both = usage_of([use, *run.usage.calls])
    bench.runs.kept[RUN_ID] = run.model_copy(update={"usage": both})
    assert "Офлайн" not in html(app(run=RUN_ID))


def test_a_failed_run_leads_to_the_plan(app: Open, bench: FakeWorkbench) -> None:
    bench.fail_at = Stage.EXECUTE
    test = app()
    test.chat_input[0].set_value("Что пошло не так?").run()
    settle(test, bench, 2)
    failed = bench.runs.kept["0000000000000000001"]
    test.button(key=f"wb_edit_plan_{failed.id}").click().run()
    assert test.segmented_control(key=f"wb_plan_view_{failed.id}").value == "form"


@pytest.fixture
def messages() -> Iterator[list[str]]:
    """What is sent to the browser after the style sheet, as text, in order."""
    sent: list[str] = []

    def keep(message: ForwardMsg) -> None:
        if "<style>" not in (text := str(message)):
            sent.append(text)

    ForwardMsgQueue.on_before_enqueue_msg(keep)
    yield sent
    ForwardMsgQueue.on_before_enqueue_msg(None)


def first(messages: list[str], part: str) -> int:
    """The place of the first message with a part."""
    return next(place for place, one in enumerate(messages) if part in one)


def test_the_answer_is_sent_before_the_panels_beside_it(app: Open, messages: list[str]) -> None:
    app(run=RUN_ID)
    answer = first(messages, f"#cite-{RUN_ID}-1")
    for panel in ("entities", "plan", "calls", "source", "diagnostics", "graph"):
        assert answer < first(messages, f"wb_panel_{panel}"), panel


def test_a_run_that_ends_at_once_is_drawn_with_its_answer_alone(
    app: Open, messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ask_view, "SHOWN_BY_BROWSER_S", 10.0)
    app().chat_input[0].set_value("Достижения?").run()
    assert not any('wb_header_begun"' in one for one in messages)


def test_a_run_that_takes_longer_is_drawn_as_begun(
    app: Open, bench: FakeWorkbench, messages: list[str]
) -> None:
    bench.pause = 0.1
    app().chat_input[0].set_value("Достижения?").run()
    assert any('wb_header_begun"' in one for one in messages)


def open_options(test: AppTest) -> AppTest:
    """The page with its options open."""
    test.session_state[session_options.OPEN] = True
    return test.run()


def test_the_options_are_sent_only_while_they_are_open(app: Open) -> None:
    test = app()
    assert not [one for one in test.selectbox if "wb_option_" in str(one.key)]
    assert open_options(test).selectbox(key="wb_option_citations")


def test_what_is_typed_last_counts_though_the_options_are_closed_with_it(app: Open) -> None:
    test = open_options(app())
    test.text_area(key="wb_option_instructions").set_value("Сначала вывод.")
    test.session_state[session_options.OPEN] = False
    test.run()
    assert test.session_state["wb_options"].system_instructions == "Сначала вывод."
    assert not [one for one in test.run().text_area if "wb_option_" in str(one.key)]


def test_the_citation_style_changes_without_asking_again(app: Open, bench: FakeWorkbench) -> None:
    test = open_options(app(run=RUN_ID))
    test.selectbox(key="wb_option_citations").set_value("footnote").run()
    assert f"[¹](#cite-{RUN_ID}-1)" in markdown(test)
    test.selectbox(key="wb_option_citations").set_value("none").run()
    assert "#cite-" not in markdown(test)
    assert len(bench.runs.kept) == 1


def test_indexes_are_built_on_first_use(app: Open, bench: FakeWorkbench) -> None:
    bench.ready, bench.pause = False, 0.01
    test = app()
    assert not test.exception
    test.chat_input[0].set_value("Успею спросить").run()
    settle(test, bench, 2)
    assert bench.ready


def test_indexes_that_cannot_be_built_are_told_once(app: Open, bench: FakeWorkbench) -> None:
    def fail(*_: object) -> None:
        raise StoreError("Нет места на диске.")

    bench.ready, bench.prepare = False, fail  # type: ignore[method-assign]
    test = app()
    for _ in range(20):
        if test.error:
            break
        time.sleep(0.1)
        test.run()
    assert not test.exception
    assert [one.value for one in test.error] == ["Нет места на диске."]
    assert test.button(key="wb_prepare_again")


def test_a_vector_is_told_by_its_size(app: Open, bench: FakeWorkbench) -> None:
    asked = ModelExchange(
        role="embedder",
        model="openai:text-embedding-3-small",
        request={"messages": [{"role": "user", "text": "достижения проекта"}]},
        reply=base64.b64encode(bytes(4 * 1536)).decode(),
        finish_reason="stop",
    )
    run = bench.runs.kept[RUN_ID]
    bench.runs.kept[RUN_ID] = run.model_copy(update={"exchanges": (asked,)})
    test = app(run=RUN_ID)
    test.button(key=f"wb_calls_{RUN_ID}").click().run()
    assert not test.exception
    assert "Вектор из 1536 чисел" in html(test).replace("\u202f", "").replace("\u00a0", "")
    assert "достижения проекта" in "\n".join(one.value for one in test.code)


def test_an_answer_in_json_takes_the_citation_style_that_is_asked_for(
    app: Open, bench: FakeWorkbench
) -> None:
    run = sample_run()
    assert run.answer is not None
    said = {"answer": "Covered [Source 1].", "sources": [1]}
    answer = run.answer.model_copy(update={"marked": json.dumps(said), "display": "{}"})
    options = run.options.model_copy(update={"output_schema": "PlainJson"})
    run = run.model_copy(update={"answer": answer, "options": options})
    bench.runs.kept = {run.id: run}

    test = open_options(app(run=run.id))
    plain = shown_json(test)
    test.selectbox(key="wb_option_citations").set_value("numbered").run()

    assert plain["answer"] == "Covered."
    assert shown_json(test)["answer"] == "Covered [1]."


def test_a_stopped_answer_is_shown_with_its_mark_and_nothing_is_said_of_its_grounding(
    app: Open, bench: FakeWorkbench
) -> None:
    run = stopped_run()
    bench.runs.kept[run.id] = run

    test = app(run=run.id)

    assert not test.exception
    assert "среднее время первого ответа" in markdown(test)
    assert f"(#cite-{run.id}-2)" in markdown(test)
    assert "Ответ не дописан и не проверен" in html(test)
    assert "Ответ модели оборвался" not in html(test)
    assert "Остановлен" in html(test)
    assert "Все утверждения" not in html(test)
    strip = next(one.value for one in test.html if "wb-strip" in str(one.value))
    assert str(strip).count('class="done"') == 4
    assert str(strip).count('class="warning"') == 1
    assert str(strip).count('class="skipped"') == 1


@pytest.mark.parametrize("partial", [True, False])
def test_what_an_answer_broke_off_in_is_closed_on_the_screen_alone(
    app: Open, bench: FakeWorkbench, partial: bool
) -> None:
    marked = "Полнота **62 % [Source 2]** и **среднее время [Source 2]"
    run = stopped_run()
    assert run.answer is not None
    answer = run.answer.model_copy(update={"marked": marked, "partial": partial})
    bench.runs.kept[run.id] = run.model_copy(update={"answer": answer})

    shown = markdown(app(run=run.id))

    link = f"[\\[1\\]](#cite-{run.id}-1"
    assert f"Полнота **62 %** {link}) и **среднее время{'**' * partial} {link}.2)" in shown
    assert bench.runs.kept[run.id].answer == answer


def with_claims(*claims: Claim) -> Run:
    run = sample_run()
    assert run.diagnostics is not None
    judged = run.diagnostics.model_copy(update={"claims": claims})
    return run.model_copy(update={"diagnostics": judged})


def claim(verdict: Verdict, *reasons: str) -> Claim:
    return Claim(text="62 %", start=0, end=4, verdict=verdict, probability=None, reasons=reasons)


def test_all_claims_are_said_to_rest_on_the_sources_where_each_was_checked(
    app: Open, bench: FakeWorkbench
) -> None:
    bench.runs.kept[RUN_ID] = with_claims(claim("supported"), claim("not_checkable"))

    shown = html(app(run=RUN_ID))

    assert "Все утверждения опираются на источники" in shown
    assert "проверить не удалось" not in shown


def test_claims_that_could_not_be_checked_are_counted(app: Open, bench: FakeWorkbench) -> None:
    unchecked = claim("not_checkable", "источники на другом языке")
    bench.runs.kept[RUN_ID] = with_claims(claim("supported"), unchecked, unchecked)

    shown = html(app(run=RUN_ID))

    assert "2 утверждения проверить не удалось" in shown
    assert "Все утверждения" not in shown


def test_a_heading_is_not_counted_as_a_claim_and_what_could_not_be_checked_is(
    app: Open, bench: FakeWorkbench
) -> None:
    foreign = claim("not_checkable", "источники на другом языке")
    bench.runs.kept[RUN_ID] = with_claims(claim("supported"), claim("not_checkable"), foreign)

    page = app(run=RUN_ID)

    assert "Утверждения 2" in [tab.label for tab in page.tabs]
    assert "1 фраза не проверялась" in html(page)


def test_one_name_stands_for_the_estimate_that_an_answer_is_right(
    app: Open, bench: FakeWorkbench
) -> None:
    run = bench.runs.kept[RUN_ID]
    assert run.diagnostics is not None
    found = run.diagnostics.model_copy(
        update={"verdict": AnswerVerdict(label="answered", probability=0.91)}
    )
    bench.runs.kept[RUN_ID] = run.model_copy(update={"diagnostics": found})
    shown = html(app(run=RUN_ID, locale="en-US"))
    assert "confidence 91%" in shown
    assert "By formula" in shown
    t = Texts("en")
    assert {t("runs.column.confidence"), t("compare.score.probability")} == {"Confidence"}


def listed_run(**update: object) -> Run:
    """The sample run as one that showed 4 of 6 facts."""
    run = sample_run()
    assert run.rendered is not None
    part = ListedPart(call=0, shown=4, total=6)
    rendered = run.rendered.model_copy(update={"listed": (part,)})
    return run.model_copy(update={"rendered": rendered, **update})


def test_a_button_asks_for_the_rest_of_a_list(app: Open, bench: FakeWorkbench) -> None:
    bench.runs.kept[RUN_ID] = listed_run()
    test = app(run=RUN_ID)
    button = test.button(key=f"wb_rest_{RUN_ID}")
    assert button.label == "Показать ещё 2 пункта"

    button.click().run()
    settle(test, bench, 2)

    asked = max(bench.runs.kept.values(), key=lambda run: run.created_at)
    assert asked.question == f"Покажи остальные: {QUESTION}"
    assert asked.thread_id == "thread1"


def test_the_words_about_the_rest_are_a_link(app: Open, bench: FakeWorkbench) -> None:
    run = listed_run()
    assert run.answer is not None
    marked = f"{run.answer.marked}\n\nещё 2 (по запросу могу вывести)"
    answer = run.answer.model_copy(update={"marked": marked})
    bench.runs.kept[RUN_ID] = run.model_copy(update={"answer": answer})
    link = f"[ещё 2 (по запросу могу вывести)](#rest-{RUN_ID})"
    assert link in markdown(app(run=RUN_ID))
    bench.runs.kept[RUN_ID] = bench.runs.kept[RUN_ID].model_copy(update={"parent_id": "other"})
    assert link not in markdown(app(run=RUN_ID)), "a fork has no conversation to ask in"


def test_a_fork_and_a_whole_list_have_no_such_button(app: Open, bench: FakeWorkbench) -> None:
    for run in (listed_run(parent_id="other"), sample_run()):
        bench.runs.kept[RUN_ID] = run
        keys = [one.key for one in app(run=RUN_ID).button]
        assert f"wb_rest_{RUN_ID}" not in keys


def test_opening_a_run_of_another_workspace_says_so(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own,) = bench.workspaces()
    monkeypatch.setattr(bench, "workspaces", lambda: [own, replace(own, id="other", title="Other")])
    assert not app(run=RUN_ID).toast, "a first visit changes nothing that a person saw"
    test = app(w="other")
    test.session_state["wb_open"] = RUN_ID
    test.run()
    assert "Портфолио инженера" in test.toast[0].value
    assert not test.run().toast, "once"


def test_the_json_of_a_call_opens_from_its_link(app: Open) -> None:
    test = app(run=RUN_ID)
    assert html(test).count('href="#call-0"') == 1
    assert not test.code or all(one.language != "json" for one in test.code)


REASONS = (
    "Похоже на продолжение: коротко",
    "Похоже на продолжение: начинается с союза",
    "оценка связи с разговором 1.70; у продолжения она от 0.50",
)


def test_a_follow_up_says_how_it_was_read_without_figures(app: Open, bench: FakeWorkbench) -> None:
    read = MemoryDecision(decision="follow_up", reasons=REASONS, rewritten="Где ещё используют Go?")
    bench.runs.kept[RUN_ID] = sample_run().model_copy(update={"memory": read})
    page = html(app(run=RUN_ID))
    assert "Продолжение разговора" in page
    assert "Прочитано как «Где ещё используют Go?»" in page
    assert "1.70" not in page and "Похоже на продолжение" not in page


def test_a_follow_up_that_took_nothing_over_names_the_question_before(
    app: Open, bench: FakeWorkbench
) -> None:
    entities = tuple(one for one in sample_run().entities if one.span is not None)
    before = Turn(run_id="r", question="Где применял Go?", answer="")
    memory = MemoryDecision(decision="follow_up", reasons=REASONS, carried=before)
    bench.runs.kept[RUN_ID] = sample_run().model_copy(
        update={"memory": memory, "entities": entities}
    )
    assert "После вопроса «Где применял Go?»" in html(app(run=RUN_ID))


def test_a_doubtful_follow_up_says_how_it_is_taken(app: Open, bench: FakeWorkbench) -> None:
    entities = tuple(one for one in sample_run().entities if one.span is not None)
    memory = MemoryDecision(decision="doubtful", reasons=("Вопрос рассматривается отдельно",))
    bench.runs.kept[RUN_ID] = sample_run().model_copy(
        update={"memory": memory, "entities": entities}
    )
    page = html(app(run=RUN_ID))
    assert "Связь с разговором неясна" in page and "Вопрос рассматривается отдельно" in page


def test_the_first_step_tells_all_reasons_of_a_follow_up() -> None:
    run = sample_run().model_copy(
        update={"memory": MemoryDecision(decision="follow_up", reasons=REASONS)}
    )
    frame = RunViewModel(
        RunSnapshot(run=run, finished=True), run, workspace(), Texts("ru"), "numbered"
    )
    told = "".join(stage_dialog._question(frame))
    assert told.count("Похоже на продолжение") == 1
    assert "начинается с союза" in told and "1.70" in told


def test_the_last_step_tells_claims_as_they_read() -> None:
    run = sample_run()
    assert run.diagnostics is not None
    claim = run.diagnostics.claims[0].model_copy(update={"text": "**Basic** pays $500;"})
    checked = run.diagnostics.model_copy(update={"claims": (claim,)})
    run = run.model_copy(update={"diagnostics": checked})
    frame = RunViewModel(
        RunSnapshot(run=run, finished=True), run, workspace(), Texts("en"), "numbered"
    )
    assert "<li>Basic pays $500; " in "".join(stage_dialog._claims(frame))


def test_a_question_that_was_too_long_is_forgotten_with_its_box(app: Open) -> None:
    test = app(locale="en-GB")
    test.chat_input[0].set_value("a" * 2500).run()
    assert "2500" in html(test)
    test.switch_page(str(session.page_path("runs"))).run()
    test.switch_page(str(session.page_path("ask"))).run()
    assert "2500" not in html(test)
