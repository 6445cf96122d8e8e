"""The note below an answer: what its true quotes leave open."""

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
