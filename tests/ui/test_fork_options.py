"""A fork takes the models and options chosen since, where the stages that run again use them."""

import pytest

from tests.support.sample_run import sample_run
from workbench.domain.answer import AskOptions, Format, Mode
from workbench.domain.run import Stage
from workbench.ui.fork_options import fork_options, option_edits

RUN = sample_run().model_copy(
    update={"options": AskOptions(), "models": {"planner": "openai:a", "answer": "openai:a"}}
)
SAME = {"planner": "openai:a", "answer": "openai:a", "judge": "offline"}


def test_without_other_choices_there_are_no_options() -> None:
    assert fork_options(RUN, Stage.NORMALIZE, RUN.options, SAME) is None
    at_once = AskOptions(citations="footnotes", show_confidence=True)
    assert fork_options(RUN, Stage.NORMALIZE, at_once, SAME) is None, "they need no fork"


@pytest.mark.parametrize(
    ("stage", "roles"),
    [
        (Stage.NORMALIZE, {"planner", "answer", "judge"}),
        (Stage.EXECUTE, {"answer", "judge"}),
        (Stage.CHECK, {"judge"}),
    ],
)
def test_only_models_that_are_called_again_are_taken(stage: Stage, roles: set[str]) -> None:
    others = dict.fromkeys(SAME, "openai:b")
    options = fork_options(RUN, stage, RUN.options, others)
    assert options is not None
    assert set(options.models) == roles
    assert {edit.path for edit in option_edits(RUN, options)} == roles


def test_an_answer_that_is_kept_keeps_how_it_was_written() -> None:
    chosen = AskOptions(mode=Mode.SIMPLE, format=Format.BULLETS, confidence_config={"alpha": 0.3})
    written = fork_options(RUN, Stage.RENDER, chosen, SAME)
    assert written == chosen
    checked = fork_options(RUN, Stage.CHECK, chosen, SAME)
    assert checked == AskOptions(confidence_config={"alpha": 0.3})
