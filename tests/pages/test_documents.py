"""The Documents page: the list of files, its filters, and one document with its passages."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.support import sample_run
from tests.support.components import component_data
from tests.support.fake_workbench import UNREAD, FakeWorkbench
from workbench.bootstrap.values import FilesAdded, IngestStep
from workbench.domain.evidence import Evidence
from workbench.errors import InputError
from workbench.retrieval.search import SearchReport
from workbench.ui import session_documents, session_reload
from workbench.ui.panels import add_files
from workbench.ui.stream_jobs import StreamJob

Open = Callable[..., AppTest]


def component(test: AppTest) -> dict[str, Any]:
    """The data of the page's component."""
    (found,) = component_data(test)
    return found


def words(test: AppTest) -> str:
    return "".join(one.value for one in test.html)


def test_it_lists_documents_and_files_that_were_not_read(app: Open) -> None:
    test = app("documents")
    assert not test.exception
    rows = {row["id"]: row["cells"] for row in component(test)["rows"]}
    assert rows[sample_run.DOCUMENT]["state"]["text"] == "Прочитан"
    assert rows[UNREAD.path]["state"]["text"] == "Не прочитан"
    assert rows[UNREAD.path]["title"]["note"]
    assert "1 файл не прочитан" in words(test)


def test_it_narrows_by_words_and_state(app: Open) -> None:
    test = app("documents")
    test.text_input(key="wb_documents_text").set_value("нет такого").run()
    assert "Нет файлов с такими условиями" in words(test)
    test.button(key="wb_clear").click().run()
    test.selectbox(key="wb_documents_state").set_value("unread").run()
    assert [row["id"] for row in component(test)["rows"]] == [UNREAD.path]


def test_a_document_opens_by_its_address(app: Open) -> None:
    test = app("documents", doc=sample_run.DOCUMENT)
    test.query_params["doc"] = sample_run.DOCUMENT
    test.run()
    assert not test.exception
    data = component(test)
    assert data["document"] == sample_run.DOCUMENT
    assert data["passages"]
    test.button(key="wb_documents_back").click().run()
    assert "doc" not in test.query_params
    assert component(test)["rows"]


def test_an_address_of_a_missing_document_says_so(app: Open, bench: FakeWorkbench) -> None:
    test = app("documents")
    test.query_params["doc"] = "gone.md"
    test.run()
    assert not test.exception
    assert any("gone.md" in one.value for one in test.warning)


def test_an_index_that_is_not_built_yet_shows_its_progress(app: Open, bench: FakeWorkbench) -> None:
    bench.ready, bench.pause = False, 0.2
    test = app("documents")
    assert not test.exception
    assert not component_data(test)


def test_the_runs_that_cite_a_document_open(app: Open) -> None:
    test = app("documents")
    test.query_params["doc"] = sample_run.DOCUMENT
    test.run()
    assert any(passage["cited"] for passage in component(test)["passages"])
    test.button(key=f"wb_citing_document_{sample_run.RUN_ID}").click().run()
    assert not test.exception
    assert test.query_params["run"] == sample_run.RUN_ID


def open_tester(app: Open) -> AppTest:
    test = app("documents")
    test.session_state["wb_documents_view"] = "search"
    return test.run()


def test_the_tester_shows_the_scores_of_a_search(app: Open, bench: FakeWorkbench) -> None:
    test = open_tester(app)
    test.text_input(key="wb_tester_query").set_value("векторный поиск").run()
    assert not test.exception
    data = component(test)
    labels = [column["label"] for column in data["columns"]]
    weights = sample_run.workspace().spec.retrieval.weights
    assert labels[1] == f"Слова ×{weights.words:.1f}".replace(".", ",")
    assert labels[2] == f"Символы ×{weights.characters:.1f}".replace(".", ",")
    assert data["rows"][0]["cells"]["fused"] == "1,200"
    assert bench.searches[-1][0] == "векторный поиск"
    assert any("плюс 0,5 релевантности" in one.proto.body for one in test.get("html"))


@pytest.mark.parametrize(
    ("below", "advice"),
    [
        ((), "Попробуйте слова из самих документов"),
        (tuple(one for one in sample_run.sample_run().facts.items if one.span), "ниже порога"),
    ],
)
def test_a_search_that_finds_nothing_says_what_to_do(
    app: Open, bench: FakeWorkbench, below: tuple[Evidence, ...], advice: str
) -> None:
    bench.report = SearchReport(below_floor=below, documents=24)
    test = open_tester(app)
    test.text_input(key="wb_tester_query").set_value("телепортация").run()
    assert not test.exception
    assert "Найдено 0 фрагментов · поиск по 24 документам" in words(test)
    assert advice in words(test)


def test_the_tester_saves_changed_settings_and_resets_them(app: Open, bench: FakeWorkbench) -> None:
    test = open_tester(app)
    assert test.button(key="wb_tester_save").disabled, "nothing has been changed"
    (words,) = (one for one in test.slider if str(one.key).endswith("_words"))
    words.set_value(0.3).run()
    test.button(key="wb_tester_save").click().run()
    assert bench.preset is not None
    assert bench.preset.weights.words == 0.3
    test.button(key="wb_tester_reset").click().run()
    assert bench.preset is None
    (words,) = (one for one in test.slider if str(one.key).endswith("_words"))
    assert words.value == sample_run.workspace().spec.retrieval.weights.words


def test_files_are_added_to_a_workspace(app: Open, bench: FakeWorkbench) -> None:
    test = app("documents")
    assert len(test.get("file_uploader")) == 1
    assert "20" in words(test), "the limits are said before"
    assert test.button(key="wb_add_go").disabled, "nothing has been chosen"


def test_a_new_workspace_waits_for_its_title_and_says_so(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.own = False
    monkeypatch.setattr(add_files, "_uploaded", lambda _: {"note.md": b"A note."})
    test = app("documents")
    told = "Впишите название области."
    assert told in [one.value for one in test.caption]
    assert test.button(key="wb_add_go").disabled
    test.text_input(key="wb_add_title").set_value("Заметки").run()
    assert told not in [one.value for one in test.caption]
    assert not test.button(key="wb_add_go").disabled


def test_a_dropped_folder_gives_the_new_workspace_its_name(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.own = False
    files = {"Отчёты/note.md": b"A note.", "Отчёты/2025/note.md": b"Another."}
    test = app("documents")
    monkeypatch.setattr(add_files, "_uploaded", lambda _: files)
    test.run()
    assert test.text_input(key="wb_add_title").value == "Отчёты"
    assert not test.button(key="wb_add_go").disabled
    test.text_input(key="wb_add_title").set_value("Год").run()
    assert test.text_input(key="wb_add_title").value == "Год"


def test_a_sample_offers_a_new_workspace_instead(app: Open, bench: FakeWorkbench) -> None:
    bench.own = False
    test = app("documents")
    assert "образец" in words(test)
    assert test.text_input(key="wb_add_title")


def own_tab(test: AppTest) -> AppTest:
    """The page in the tab that began the jobs of the ticket "mine"."""
    test.session_state["wb_ticket"] = "mine"
    return test.run()


def test_the_reports_of_two_workspaces_do_not_replace_each_other(
    app: Open, bench: FakeWorkbench
) -> None:
    test = own_tab(app("documents"))
    for workspace in ("", "portfolio"):
        job = StreamJob(
            lambda: bench.add_documents("portfolio", {"a.md": b"x"}), FilesAdded, "mine"
        )
        job.join(10)
        session_documents.adding_jobs()._jobs[workspace or "mine"] = job
    assert "Добавлен 1 файл" in words(test.run())
    test.button(key="wb_add_close").click().run()
    assert "Добавлен 1 файл" not in words(test)
    assert "mine" in session_documents.adding_jobs()._jobs, "the other one is told where it began"


def test_a_new_workspace_that_fails_says_so_on_the_ask_page(
    app: Open, bench: FakeWorkbench
) -> None:
    def fail() -> Iterator[IngestStep | FilesAdded]:
        raise InputError("The disk is full.")
        yield

    job = StreamJob(fail, FilesAdded, "mine")
    job.join(10)
    session_documents.adding_jobs()._jobs["mine"] = job
    test = own_tab(app(run=sample_run.RUN_ID))
    assert "The disk is full." in words(test)
    test.button(key="wb_adding_close").click().run()
    assert "The disk is full." not in words(test)


def test_the_report_of_added_files_belongs_to_the_session_that_added_them(
    app: Open, bench: FakeWorkbench
) -> None:
    job = StreamJob(lambda: bench.add_documents("portfolio", {"a.md": b"x"}), FilesAdded, "mine")
    job.join(10)
    session_documents.adding_jobs()._jobs.update({"mine": job, "portfolio": job})
    report = "Добавлен 1 файл"
    for page in ("", "documents"):
        assert report not in words(app(page)), "another tab's"
        assert report in words(own_tab(app(page)))
        assert report not in words(app(page, files="mine")), "a copied address shares no report"
    test = own_tab(app("documents"))
    test.button(key="wb_add_close").click().run()
    assert report not in words(test)


def test_a_reload_of_the_tab_finds_its_jobs_and_another_tab_does_not(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = ["one"]
    monkeypatch.setattr(session_reload, "tab_id", lambda *_, **__: tab[0])
    own_tab(app("documents"))
    job = StreamJob(lambda: bench.add_documents("portfolio", {"a.md": b"x"}), FilesAdded, "mine")
    job.join(10)
    session_documents.adding_jobs()._jobs["portfolio"] = job
    assert "Добавлен 1 файл" in words(app("documents"))
    tab[0] = "another"
    assert "Добавлен 1 файл" not in words(app("documents"))


def test_a_question_is_told_where_it_goes_while_a_new_workspace_is_made(
    app: Open, bench: FakeWorkbench
) -> None:
    going = threading.Event()

    def begin() -> Iterator[IngestStep | FilesAdded]:
        going.wait(20)
        yield FilesAdded(workspace="portfolio", added=("a.md",))

    job = StreamJob(begin, FilesAdded, "mine")
    session_documents.adding_jobs()._jobs["mine"] = job
    note = "Вопрос пойдёт в открытую область «Портфолио инженера»."
    test = own_tab(app(run=sample_run.RUN_ID))
    assert note in words(test)
    assert note not in words(app()), "another session's"
    going.set()
    job.join(10)
    test.run()
    assert note not in words(test)
    assert test.button(key="wb_adding_open")
