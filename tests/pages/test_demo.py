"""The demo's address draws the player alone: no page, no workspace, no run."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from workbench.ui import demo_view

Open = Callable[..., AppTest]


def test_the_demo_opens_no_workspace(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[dict[str, object]] = []
    monkeypatch.setattr(demo_view, "demo_player", lambda data, key: drawn.append(data))
    monkeypatch.setattr(bench, "workspaces", lambda: pytest.fail("a workspace was read"))
    test = app(view="demo", lang="en")
    assert not test.exception
    assert [data["language"] for data in drawn] == ["en"]
    assert not test.sidebar.children


def test_other_addresses_open_the_pages(app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_view, "demo_player", lambda **_: pytest.fail("the demo was drawn"))
    assert not app(view="other").exception
