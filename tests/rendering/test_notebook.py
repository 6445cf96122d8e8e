"""A run as a notebook shows it."""

from tests.support.sample_run import sample_run, stopped_run
from workbench.rendering.notebook import run_markdown


def test_a_partial_answer_is_marked() -> None:
    shown = run_markdown(stopped_run())
    assert "среднее время первого ответа" in shown
    assert "**The answer is partial:** its grounding is unknown." in shown


def test_a_whole_answer_is_not() -> None:
    assert "partial" not in run_markdown(sample_run())
