"""The options of a fork: a run's own, with what a person has chosen differently since."""

from collections.abc import Mapping
from typing import Any

from workbench.domain.answer import AskOptions, Role
from workbench.domain.edits import Edit, edits
from workbench.domain.run import Run, Stage
from workbench.settings import OFFLINE

_WRITING = (
    "mode", "template", "format", "audience", "output_schema", "max_response_length",
    "system_instructions",
)  # fmt: skip
"""What the answer is written by; how citations look changes at once, without a fork."""
_CHECKING = ("require_grounding", "confidence_config")
_LAST: Mapping[Role, Stage] = {
    "planner": Stage.PLAN,
    "answer": Stage.WRITE,
    "judge": Stage.CHECK,
}
"""The last stage that calls the model of a role."""


def fork_options(
    run: Run, stage: Stage, chosen: AskOptions, models: Mapping[Role, str]
) -> AskOptions | None:
    """Return the options of a fork at a stage; None if the choices change nothing from there on.

    Args:
        run: the run that is forked.
        stage: the first stage that runs again.
        chosen: the options of the next question.
        models: the model of each role for the next question.
    """
    is_written = stage.order <= Stage.WRITE.order
    names = (*_WRITING, *_CHECKING) if is_written else _CHECKING
    changes: dict[str, Any] = {
        name: value
        for name in names
        if (value := getattr(chosen, name)) != getattr(run.options, name)
    }
    others = {
        role: model
        for role, model in models.items()
        if stage.order <= _LAST[role].order and model != run.models.get(role, OFFLINE)
    }
    if others:
        changes["models"] = {**run.options.models, **others}
    return run.options.model_copy(update=changes) if changes else None


def option_edits(run: Run, options: AskOptions) -> tuple[Edit, ...]:
    """Return how options for a fork differ from those of the run, its models included."""
    models = dict(run.models) | {str(role): name for role, name in options.models.items()}
    return edits(run, run.model_copy(update={"options": options, "models": models}))
