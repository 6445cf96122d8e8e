"""The Entities page: what a search finds is shown, and passages read as their documents do."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import PROJECT
from workbench.domain.evidence import Evidence

Open = Callable[..., AppTest]

TABLE = """Где она служит:

| Часть | Чем сделана |
|---|---|
| События | Kafka |
"""


def html(test: AppTest) -> str:
    assert not test.exception
    return "\n".join(element.proto.body for element in test.get("html"))


def test_a_search_shows_the_first_that_it_finds(app: Open) -> None:
    test = app("registry")
    test.session_state["wb_registry_entity"] = PROJECT
    assert "АЛОР Брокер</h2>" in html(test.run())
    test.text_input(key="wb_registry_text").set_value("Kafka").run()
    assert "Kafka</h2>" in html(test)
    test.text_input(key="wb_registry_text").set_value("").run()
    assert "АЛОР Брокер</h2>" in html(test)


def test_a_passage_is_told_without_markup(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    passage = Evidence(type="text", text=TABLE, score=1.0)
    monkeypatch.setattr(bench, "entity_passages", lambda *_: (passage,))
    test = app("registry")
    test.session_state["wb_registry_entity"] = "technology:kafka"
    page = html(test.run())
    assert "События · <mark>Kafka</mark>" in page
    assert "|" not in page.partition("wb-passage")[2].partition("</div>")[0]


def test_it_says_what_can_be_done_with_an_alias(app: Open) -> None:
    test = app("registry")
    test.session_state["wb_registry_entity"] = PROJECT
    assert "Нажмите на название, чтобы убрать или выделить его." in html(test.run())
