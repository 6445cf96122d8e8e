"""What a viewer may not use is disabled with a tooltip that says who may; the rest works."""

from collections.abc import Callable, Iterator

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import RUN_ID, sample_run
from workbench.settings import Settings
from workbench.ui import session, sign_in
from workbench.ui.sign_in import Person, Role

Open = Callable[..., AppTest]
PAGES = (
    "",
    *("documents", "runs", "compare", "matrix", "explain", "graph", "registry", "prompts"),
    "models",
)
REFUSED = "needs the role of"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeWorkbench]:
    """The fake, for someone who may only look."""
    fake = FakeWorkbench(runs=(sample_run(),))
    monkeypatch.setattr(session, "open_workbench", lambda: fake)

    def viewer(_: Settings) -> Person:
        return Person("vera@example.org", Role.VIEWER)

    monkeypatch.setattr(sign_in, "current", viewer)
    st.cache_resource.clear()
    yield fake
    st.cache_resource.clear()


def opened(app: Open, page: str) -> AppTest:
    return app(page, locale="en-GB", run=RUN_ID)


def told(test: AppTest) -> str:
    """The messages of a page: toasts, errors and warnings."""
    assert not test.exception
    return " ".join(str(one.value) for one in (*test.toast, *test.error, *test.warning))


@pytest.mark.parametrize("page", PAGES)
def test_nothing_that_a_viewer_can_click_is_refused(app: Open, page: str) -> None:
    first = opened(app, page)
    assert REFUSED not in told(first)
    for button in [one for one in first.button if not one.disabled]:
        test = opened(app, page)
        test.button(key=button.key).click().run()
        assert REFUSED not in told(test), button.label


@pytest.mark.parametrize(
    ("page", "keys"),
    [
        ("", ("wb_run_plan_", "wb_repeat_", "wb_replay_", "wb_icon_remove_0", "wb_icon_remove_f")),
        ("runs", ("wb_runs_annotate", "wb_runs_golden", "wb_runs_delete")),
        ("explain", ("wb_explain_go",)),
        ("matrix", ("wb_matrix_go",)),
        ("registry", ("FormSubmitter:wb_alias_form",)),
        ("prompts", ("wb_prompt_save", "wb_prompt_candidate", "wb_prompt_live", "wb_prompt_roll")),
    ],
)
def test_a_control_for_others_is_disabled_and_says_for_whom(
    app: Open, page: str, keys: tuple[str, ...]
) -> None:
    test = opened(app, page)
    for key in keys:
        button = next(one for one in test.button if str(one.key).startswith(key))
        assert button.disabled, key
        assert REFUSED in button.help, key


def test_above_the_box_for_questions_it_says_who_may_ask(app: Open) -> None:
    test = app(locale="en-GB")
    (box,) = test.chat_input
    assert box.disabled
    assert box.placeholder == "Ask a question"  # a reason would be cut on a phone
    assert any(REFUSED in one.proto.body for one in test.get("html"))
