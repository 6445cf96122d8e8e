"""The source panel's data: the sentence behind each citation, and facts as readable paths."""

import pytest

from tests.support.sample_run import document, sample_run, workspace
from workbench.domain.evidence import TableRows
from workbench.ui.live_runs import RunSnapshot
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.sources import drafted_by, panel_data
from workbench.ui.texts import Texts


def frame_of(**changes: object) -> RunViewModel:
    run = sample_run().model_copy(update=changes)
    return RunViewModel(
        RunSnapshot(run=run, finished=True), run, workspace(), Texts("ru"), "numbered"
    )


def marked(source: dict[str, object], nth: int) -> str:
    shown = source["document"]
    assert isinstance(shown, dict)
    start, end = shown["marks"][nth - 1]
    return shown["text"].encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def test_each_citation_of_a_source_marks_its_own_sentence() -> None:
    source = panel_data(frame_of(), document)["sources"]["5"]
    assert marked(source, 1) == "На вопросах о номерах пунктов и кодах тарифов он промахивался"
    assert marked(source, 2) == "Словарный поиск такие вопросы находит сразу"
    assert source["crumbs"] == ["Решение", "Почему не один векторный поиск"]


def test_a_fact_is_a_path_and_the_words_that_state_it() -> None:
    source = panel_data(frame_of(), document)["sources"]["2"]
    assert source["paths"] == [
        [
            {"node": "АЛОР Брокер", "id": "project:alor-broker"},
            {"edge": "достижение проекта", "back": False},
            {"node": "Первый ответ за 3 минуты", "id": "achievement:alor-2"},
        ]
    ]
    assert marked(source, 1) == "Среднее время первого ответа сократилось с 14 минут до 3."


def test_while_the_answer_streams_the_likeliest_sentence_is_marked() -> None:
    run = sample_run()
    text = "Словарный поиск теряет пересказы [Source 5]"
    streaming = run.model_copy(update={"answer": None, "diagnostics": None})
    frame = RunViewModel(
        RunSnapshot(run=streaming, text=text),
        streaming,
        workspace(),
        Texts("ru"),
        "numbered",
    )
    data = panel_data(frame, document)
    assert data["order"] == [1]
    assert "теряет пересказы" in marked(data["sources"]["1"], 1)


def test_a_fact_without_a_document_says_why_there_is_none() -> None:
    source = panel_data(frame_of(), lambda _: None)["sources"]["1"]
    assert "он записан прямо в графе" in source["absent"]
    facts = sample_run().facts
    assert facts is not None
    rows = TableRows(document_id="orders.csv", table="orders", numbers=(), count=0)
    of_table = facts.items[0].model_copy(update={"rows": rows, "path": None, "quote": None})
    changed = facts.model_copy(update={"items": (of_table, *facts.items[1:])})
    source = panel_data(frame_of(facts=changed), lambda _: None)["sources"]["1"]
    assert "Строк таблицы" in source["absent"]
    assert "граф" not in source["absent"]


def test_a_document_that_is_gone_leaves_the_fact() -> None:
    source = panel_data(frame_of(), lambda _: None)["sources"]["1"]
    assert source["document"] is None
    assert source["text"]


@pytest.mark.parametrize("emoji", ["🙂", "a"])
def test_offsets_are_those_of_javascript(emoji: str) -> None:
    found = document()
    shifted = found.model_copy(
        update={"text": found.text[: found.body_start] + emoji + found.text[found.body_start :]}
    )
    source = panel_data(frame_of(), lambda _: shifted)["sources"]["5"]
    units = len(emoji.encode("utf-16-le")) // 2
    plain = panel_data(frame_of(), document)["sources"]["5"]
    assert source["document"]["marks"][0][0] == plain["document"]["marks"][0][0] + units - 1


def test_doubtful_claims_come_with_their_reasons() -> None:
    claim = panel_data(frame_of(), document)["claims"]["5"]
    assert claim["verdict"] == "not_in_sources"
    assert claim["reasons"] == ["в источниках нет срока «два месяца»"]


def test_supported_claims_come_with_what_matches() -> None:
    claim = panel_data(frame_of(), document)["claims"]["0"]
    assert claim["verdict"] == "supported"
    assert claim["reasons"][0].startswith(("дословно в [1]", "слов и чисел в [1]"))
    assert claim["matched"]
    words = [claim["sentence"][start:end] for start, end in claim["matched"]]
    assert "62 %" in words


def test_the_day_of_a_draft_is_written_as_the_reader_writes_it() -> None:
    assert drafted_by(Texts("ru"), "gpt", "2026-11-28") == "извлечено моделью gpt, 28.11.2026"
    assert drafted_by(Texts("en"), "gpt", "2026-11-28") == "extracted by gpt on 28 Nov 2026"
    assert drafted_by(Texts("en"), "gpt", "in May") == "extracted by gpt on in May"


def test_an_answer_without_citations_is_not_said_to_have_some_to_click() -> None:
    run = sample_run()
    assert run.answer is not None
    plain = run.answer.model_copy(update={"marked": "Не знаю.", "citations": ()})
    assert "Нажмите" in panel_data(frame_of(), document)["texts"]["empty"]
    told = panel_data(frame_of(answer=plain), document)["texts"]["empty"]
    assert told == "В ответе нет ссылок на источники."
