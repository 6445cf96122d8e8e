"""The header of a run: its menu gives way to the window that opens from it."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import RUN_ID
from workbench.domain.run import ModelExchange

Open = Callable[..., AppTest]
MENU = f"wb_menu_{RUN_ID}"


def asked() -> ModelExchange:
    return ModelExchange(
        role="answer",
        model="openai:gpt-4o",
        request={"messages": [{"role": "user", "text": "вопрос"}]},
        reply="ответ",
        finish_reason="stop",
    )


def test_the_menu_folds_away_when_its_window_opens(app: Open, bench: FakeWorkbench) -> None:
    run = bench.runs.kept[RUN_ID]
    bench.runs.kept[RUN_ID] = run.model_copy(update={"exchanges": (asked(),)})
    test = app(run=RUN_ID)
    test.session_state[MENU] = True
    test.run()
    test.button(key=f"wb_calls_{RUN_ID}").click().run()
    assert not test.exception
    assert test.session_state[MENU] is False
    assert "ответ" in [one.value for one in test.code]
