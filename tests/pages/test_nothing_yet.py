"""Pages before the first question: they say what they will show, and no markup is read as text."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench

Open = Callable[..., AppTest]
PAGES = ("", *("documents", "runs", "compare", "matrix", "explain", "graph", "registry", "prompts"))


@pytest.mark.parametrize("page", PAGES)
def test_no_markup_is_shown_as_text(app: Open, bench: FakeWorkbench, page: str) -> None:
    bench.runs.kept.clear()
    test = app(page, locale="en-GB")
    assert not test.exception
    shown = "\n".join(element.proto.body for element in test.get("html"))
    assert shown
    assert "&lt;" not in shown
