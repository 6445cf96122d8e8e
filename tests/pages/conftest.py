"""Pages on a workbench that replays the sample run."""

from collections.abc import Callable, Iterator

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.support.app_test import MAIN, app_test
from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import sample_run
from workbench.ui import session


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeWorkbench]:
    """The fake, with the sample run recorded."""
    fake = FakeWorkbench(runs=(sample_run(),))
    monkeypatch.setattr(session, "open_workbench", lambda: fake)
    st.cache_resource.clear()
    yield fake
    st.cache_resource.clear()


@pytest.fixture
def app(bench: FakeWorkbench) -> Callable[..., AppTest]:
    """Opens the app, with what the address says after the question mark."""

    def open_app(page: str = "", locale: str = "ru-RU", **address: str) -> AppTest:
        test = app_test()
        test.context = {"locale": locale, "timezone": "Europe/Moscow", "url": "http://localhost"}
        for name, value in address.items():
            test.query_params[name] = value
        test.run()
        if page:
            test.switch_page(str(MAIN.parents[2] / "pages" / f"{page}.py")).run()
        return test

    return open_app
