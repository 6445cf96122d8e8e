"""A recorded run streams the events that it streamed when it was asked."""

from workbench.bootstrap import Workbench
from workbench.domain.run import Run
from workbench.domain.run_events import (
    AnswerDelta,
    RunEvent,
    RunFinished,
    StageFinished,
    StageStarted,
)
from workbench.pipeline.recorded_events import recorded_events

QUESTION = "Какие достижения на проекте АЛОР Брокер?"


def without_text(events: list[RunEvent]) -> list[tuple[str, str]]:
    return [
        (event.kind, event.stage if isinstance(event, StageStarted | StageFinished) else "")
        for event in events
        if not isinstance(event, AnswerDelta)
    ]


def test_the_events_are_those_of_the_run(workbench: Workbench) -> None:
    live = list(workbench.sync.stream(QUESTION, workspace="portfolio"))
    assert isinstance(live[-1], RunFinished)
    run = live[-1].run
    again = list(recorded_events(run))
    assert without_text(again) == without_text(live)
    ended = [event.run for event in live if isinstance(event, StageFinished)]
    for event, then in zip(
        (one for one in again if isinstance(one, StageFinished)), ended, strict=True
    ):
        assert event.run.stages == then.stages
        assert event.run.facts == then.facts
        assert event.run.plan == then.plan
        assert (event.run.diagnostics is None) == (then.diagnostics is None)
    assert again[-1] == RunFinished(run=run)


def test_the_pieces_of_the_answer_split_no_marker(workbench: Workbench) -> None:
    run: Run = workbench.sync.ask(QUESTION, workspace="portfolio")
    pieces = [one.text for one in recorded_events(run) if isinstance(one, AnswerDelta)]
    assert run.answer is not None
    assert "".join(pieces) == run.answer.marked
    assert all(piece.count("[") == piece.count("]") for piece in pieces)
    assert len(pieces) > 20
