"""The entities panel quotes the words of the question as the interface's language does."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.sample_run import sample_run


def panel(language: str) -> None:
    """The panel for the sample run, as a script of its own."""
    from tests.support.sample_run import sample_run, workspace
    from workbench.ui.live_runs import RunSnapshot
    from workbench.ui.panels import entities
    from workbench.ui.run_view_model import RunViewModel
    from workbench.ui.texts import Texts

    run = sample_run()
    snapshot = RunSnapshot(run=run, finished=True)
    texts = Texts(language)  # type: ignore[arg-type]
    entities.draw(RunViewModel(snapshot, run, workspace(), texts, "numbered"))


@pytest.mark.parametrize(("language", "quoted"), [("ru", "«{}»"), ("en", "“{}”")])
def test_words_of_the_question_are_quoted_as_in_the_language(language: str, quoted: str) -> None:
    run = sample_run()
    words = {run.normalized[e.span.start : e.span.end] for e in run.entities if e.span}
    assert words
    test = AppTest.from_function(panel, args=(language,), default_timeout=60).run()
    assert not test.exception
    shown = "\n".join(element.proto.body for element in test.get("html"))
    assert all(quoted.format(one) in shown for one in words)
