"""Workspaces that cannot be read, that nobody knows, or that were made while the app runs."""

from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.support.app_test import MAIN, app_test
from tests.support.museum_workspace import write_museum
from workbench import Workbench
from workbench.settings import Settings
from workbench.ui import session


@pytest.fixture
def opened(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    with (write_museum(tmp_path) / "workspace.yaml").open("a", encoding="utf-8") as file:
        file.write("created: 2026-02-30\n")
    places = settings.model_copy(update={"workbench_workspaces": (tmp_path,)})
    monkeypatch.setattr(session, "open_workbench", lambda: Workbench.open(places))
    st.cache_resource.clear()
    test = app_test()
    test.context = {"locale": "ru-RU", "timezone": "UTC", "url": "http://localhost"}
    return test


def test_other_workspaces_open(opened: AppTest) -> None:
    opened.run()

    assert not opened.exception
    assert not opened.error


def test_the_bad_one_says_why_in_the_readers_language(opened: AppTest) -> None:
    opened.query_params["w"] = "museum"
    opened.run()
    for _ in range(50):
        if opened.error:
            break
        opened.run()

    assert not opened.exception
    assert "ошибка в YAML" in opened.error[0].value
    assert "workbench doctor --workspace museum" in opened.code[0].value


@pytest.mark.parametrize("page", ["documents", "matrix", "explain", "graph", "registry", "prompts"])
def test_every_page_that_needs_it_says_so(opened: AppTest, page: str) -> None:
    opened.query_params["w"] = "museum"
    opened.run().switch_page(str(MAIN.parents[2] / "pages" / f"{page}.py")).run()

    assert not opened.exception
    assert [one.value for one in opened.error if "ошибка в YAML" in one.value]
    assert opened.button(key="wb_reopen")


def test_a_mended_file_opens_again(opened: AppTest, tmp_path: Path) -> None:
    opened.query_params["w"] = "museum"
    opened.run()
    spec = tmp_path / "museum" / "workspace.yaml"
    mended = spec.read_text("utf-8").replace("created: 2026-02-30\n", "")
    spec.write_text(mended, "utf-8")
    opened.button(key="wb_reopen").click().run()

    assert not opened.error


def test_an_address_with_an_unknown_workspace_says_so(opened: AppTest) -> None:
    opened.query_params["w"] = "atlantis"
    opened.run()

    assert not opened.exception
    assert "«atlantis»" in opened.warning[0].value


def test_a_workspace_made_by_another_process_opens_by_its_address(
    opened: AppTest, tmp_path: Path
) -> None:
    opened.run()
    folder = tmp_path / "lighthouses"
    folder.mkdir()
    (folder / "workspace.yaml").write_text("id: lighthouses\ntitle: Lighthouses\n", "utf-8")

    later = app_test()
    later.context = opened.context
    later.query_params["w"] = "lighthouses"
    later.run()

    assert not later.exception
    assert not later.warning
    assert later.sidebar.selectbox[0].value == "lighthouses"
