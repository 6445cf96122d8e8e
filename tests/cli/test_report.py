"""What the shell says beside an answer."""

import pytest

from tests.support.sample_run import sample_run, stopped_run
from workbench.cli.report import show_run
from workbench.domain.diagnostics import AnswerVerdict, Claim, Verdict
from workbench.domain.evidence import StageError
from workbench.domain.run import Run, RunStatus, Stage, StageRecord

DOWN = StageError(kind="ProviderError", message="It is down.", hint="Wait.")


def failed(stage: Stage) -> Run:
    record = StageRecord(name=stage, status="failed", error=DOWN, recovered_by="offline")
    return sample_run().model_copy(update={"status": RunStatus.FAILED, "stages": (record,)})


@pytest.mark.parametrize(
    ("stage", "said"),
    [(Stage.PLAN, "The plan is the built-in one."), (Stage.WRITE, "The answer above is the off")],
)
def test_what_stood_in_is_named(
    stage: Stage, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert show_run(failed(stage), as_json=False) == 3

    told = capsys.readouterr().err
    assert f"{stage}: It is down." in told
    assert said in told
    assert told.count("above") == (stage is Stage.WRITE)


def test_a_stopped_run_says_so_and_shows_no_plan(capsys: pytest.CaptureFixture[str]) -> None:
    run = sample_run().model_copy(update={"status": RunStatus.CANCELLED, "answer": None})

    show_run(run, as_json=False)

    printed = capsys.readouterr()
    assert printed.out == ""
    assert "The run was stopped after" in printed.err


def test_a_stopped_answer_is_printed_with_its_mark(capsys: pytest.CaptureFixture[str]) -> None:
    show_run(stopped_run(), as_json=False)

    printed = capsys.readouterr()
    assert printed.out.startswith("На проекте **АЛОР Брокер**")
    assert "The run was stopped after render." in printed.err
    assert "The answer is partial, as far as it was written" in printed.err
    assert "The model broke off" not in printed.err


def test_a_partial_answer_and_an_outage_beside_it_are_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run = sample_run()
    assert run.answer is not None
    call = run.tool_calls[0].model_copy(update={"status": "ok", "error": DOWN})
    answer = run.answer.model_copy(update={"partial": True})
    run = run.model_copy(update={"tool_calls": (call,), "answer": answer})

    assert show_run(run, as_json=False) == 0

    told = capsys.readouterr().err
    assert "It is down. Wait." in told
    assert "the answer is partial" in told


def test_an_emergency_plan_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    update = {"plan_origin": "emergency", "plan_reasons": ("No plan was usable.",)}

    show_run(sample_run().model_copy(update=update), as_json=False)

    assert "No plan was usable." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("verdicts", "is_true"),
    [(["supported"], True), (["supported", "not_checkable"], False), ([], False)],
)
def test_an_answer_is_called_true_only_if_all_of_it_was_checked(
    verdicts: list[Verdict], is_true: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    run = sample_run()
    assert run.diagnostics is not None
    claims = [Claim(text="x", start=0, end=1, verdict=one, probability=None) for one in verdicts]
    unsure = AnswerVerdict(label="unsure", probability=0.4)
    found = {"claims": tuple(claims), "verdict": unsure}
    run = run.model_copy(update={"diagnostics": run.diagnostics.model_copy(update=found)})

    show_run(run, as_json=False)

    told = capsys.readouterr().err
    assert "Уверенность, что ответ верен: 40%." in told
    assert ("верен источникам" in told) is is_true


def test_an_estimate_is_told_in_the_language_of_the_question(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run = sample_run().model_copy(update={"language": "en"})
    assert run.diagnostics is not None
    unsure = AnswerVerdict(label="unsure", probability=0.4)
    diagnostics = run.diagnostics.model_copy(update={"verdict": unsure})

    show_run(run.model_copy(update={"diagnostics": diagnostics}), as_json=False)

    assert "Confidence that the answer is right: 40%." in capsys.readouterr().err
