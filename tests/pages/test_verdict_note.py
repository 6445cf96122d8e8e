"""The note below an answer: what its true quotes leave open."""

import re
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import RUN_ID, sample_run
from workbench.domain.diagnostics import AnswerVerdict, VerdictLabel

Open = Callable[..., AppTest]


@pytest.mark.parametrize(
    ("label", "reasons", "told"),
    [
        ("unsure", ("Documents give different values: 5 / 7.",), "the sources disagree"),
        ("unsure", ("Документы дают разные значения: 5 / 7.",), "the sources disagree"),
        ("unsure", (), "may not answer the question"),
        ("partly", (), "answer only part of the question"),
    ],
)
def test_the_note_names_what_is_open(
    app: Open, bench: FakeWorkbench, label: VerdictLabel, reasons: tuple[str, ...], told: str
) -> None:
    run = sample_run()
    assert run.diagnostics is not None
    claims = tuple(
        one.model_copy(update={"verdict": "supported"}) for one in run.diagnostics.claims
    )
    verdict = AnswerVerdict(label=label, probability=0.4, reasons=reasons)
    diagnostics = run.diagnostics.model_copy(update={"verdict": verdict, "claims": claims})
    bench.runs.kept[RUN_ID] = run.model_copy(update={"diagnostics": diagnostics})
    page = "".join(str(one.value) for one in app(run=RUN_ID, locale="en-GB").html)
    assert told in page


@pytest.mark.parametrize(
    ("verdict", "grounding", "state", "name"),
    [
        (AnswerVerdict(label="answered", probability=0.97), 1.0, "done", "Answered"),
        (AnswerVerdict(label="answered", probability=0.97), 0.96, "warning", "Likely answer"),
        (AnswerVerdict(label="answered", probability=0.51), 1.0, "warning", "Likely answer"),
        (AnswerVerdict(label="unsure", probability=0.4), 1.0, "warning", "Answer in doubt"),
    ],
)
def test_the_step_of_the_answer_has_the_colour_of_its_verdict(
    app: Open,
    bench: FakeWorkbench,
    verdict: AnswerVerdict,
    grounding: float,
    state: str,
    name: str,
) -> None:
    run = sample_run()
    assert run.diagnostics is not None
    share = run.diagnostics.grounding.model_copy(update={"score": grounding})
    diagnostics = run.diagnostics.model_copy(update={"verdict": verdict, "grounding": share})
    bench.runs.kept[RUN_ID] = run.model_copy(update={"diagnostics": diagnostics})
    page = "".join(str(one.value) for one in app(run=RUN_ID, locale="en-GB").html)
    states = re.findall(r'<li class="(\w+)"', page.partition('class="wb-strip"')[2])
    tone = {"done": "green", "warning": "orange"}[state]
    assert states[4] == state
    assert f'class="wb-verdict {tone}"' in page and name in page


def test_doubtful_claims_are_told_above_the_answer(app: Open) -> None:
    drawn = [(one.type, str(getattr(one, "value", ""))) for one in app(run=RUN_ID).main]
    told = [i for i, (_, text) in enumerate(drawn) if "неподтверждённое утверждение" in text]
    texts = [i for i, (kind, text) in enumerate(drawn) if kind == "markdown" and "#cite-" in text]
    assert told[0] < texts[0]
