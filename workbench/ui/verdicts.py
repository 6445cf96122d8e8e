"""How the outcome of a run is shown: the verdict on its answer, or the status of the run."""

from workbench.domain.run import RunStatus
from workbench.i18n.verdicts import verdict_name, verdict_tone
from workbench.ui.html import Html
from workbench.ui.panels.widgets import chip
from workbench.ui.texts import Texts


def run_verdict(
    t: Texts,
    label: str | None,
    probability: float | None,
    grounding: float | None,
    status: RunStatus,
) -> tuple[str, str]:
    """Return the word and the tone: of the status where the run did not end, or has no verdict."""
    if status in (RunStatus.FAILED, RunStatus.DAMAGED):
        return t(f"common.status.{status}"), "red"
    if status is not RunStatus.DONE:
        return t(f"common.status.{status}"), "orange"
    if label is None:
        return t(f"common.status.{status}"), "gray"
    name = verdict_name(label, t.language, probability, grounding)
    return name, verdict_tone(label, probability, grounding)


def verdict_chip(label: str, probability: float | None, grounding: float | None, t: Texts) -> Html:
    """The verdict on an answer as a chip."""
    name = verdict_name(label, t.language, probability, grounding)
    return chip(name, verdict_tone(label, probability, grounding))


def shown_probability(label: str | None, probability: float | None) -> float | None:
    """The probability to show: 0 too, except where nothing was answered, of which 0 tells that."""
    return None if label in ("not_found", "off_topic") else probability
