"""Each metric against a run that meets its case and one that does not."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.sample_run import sample_run
from workbench.domain.answer import Answer
from workbench.domain.evidence import Evidence, ExecutedCall, FactsPayload, StageError
from workbench.domain.plan import QueryPlan
from workbench.domain.run import Run, Stage, StageRecord
from workbench.evaluation import metrics
from workbench.evaluation.cases import Case
from workbench.evaluation.golden import CaseResult, Report
from workbench.evaluation.metrics import METRICS, Score

SAMPLE = sample_run()
NODES = SAMPLE.entities
ENTITY = NODES[0].canonical_id


def case(**fields: Any) -> Case:
    return Case.model_validate(
        {"id": "one", "kind": "fact", "language": "en", "question": "?"} | fields
    )


def run(text: str = "The excess is $100.", **fields: Any) -> Run:
    answer = Answer(
        text=text, **{k: fields.pop(k) for k in ("outcome", "confidence") if k in fields}
    )
    blank = Run(
        id="run", workspace="museum", question="?", language="en", created_at=datetime.now(UTC)
    )
    return blank.model_copy(update={"answer": answer, **fields})


FAILED = StageRecord(
    name=Stage.PLAN, status="failed", error=StageError(kind="PlanError", message="no plan")
)
FOUND = FactsPayload(found=True, items=(Evidence(type="fact", text="Windscreen: 12\u202f000 ₽"),))


def test_registry_and_folder_name_the_same_metrics() -> None:
    folder = Path(metrics.__file__).parent
    assert {path.stem for path in folder.glob("*.py")} - {"__init__", "base"} == set(METRICS)
    assert all(metric.description for metric in METRICS.values())


@pytest.mark.parametrize(
    ("metric", "judged", "of", "value", "stage"),
    [
        ("completed", case(), run(), 1.0, None),
        ("completed", case(), run(" "), 0.0, Stage.WRITE),
        ("completed", case(), run(stages=(FAILED,)), 0.0, Stage.PLAN),
        ("entities", case(entities=[f"x|{ENTITY}"]), run(entities=NODES), 1.0, None),
        (
            "entities",
            case(entities=["x", ENTITY]),
            run(entities=NODES),
            0.5,
            Stage.RESOLVE,
        ),
        (
            "intents",
            case(intents=["A|B"]),
            run(plan=QueryPlan(intents=("B",), confidence=0.9)),
            1.0,
            None,
        ),
        ("intents", case(intents=["A"]), run(), 0.0, Stage.PLAN),
        ("first_tool", case(first_tool=None), run(), 1.0, None),
        ("first_tool", case(first_tool="search"), run(), 0.0, Stage.PLAN),
        ("facts", case(facts=["excess is $ 100|free"]), run(), 1.0, None),
        ("facts", case(facts=["12 000 ₽"]), run(facts=FOUND), 0.0, Stage.WRITE),
        ("facts", case(facts=["12 000 ₽", "$100"]), run(), 0.5, Stage.EXECUTE),
        ("forbidden", case(forbidden=["probably"]), run(), 1.0, None),
        ("forbidden", case(forbidden=["EXCESS"]), run(), 0.5, Stage.CHECK),
        ("forbidden", case(), run("See project:alor-broker."), 0.0, Stage.CHECK),
        ("honesty", case(kind="off_topic"), run(outcome="off_topic"), 1.0, None),
        ("honesty", case(kind="off_topic"), run(), 0.0, Stage.PLAN),
        ("honesty", case(kind="unanswerable"), run(confidence=0.3), 1.0, None),
        ("honesty", case(kind="unanswerable"), run(confidence=0.4), 0.0, Stage.EXECUTE),
    ],
)
def test_a_metric_scores_a_run_and_names_the_stage_that_missed(
    metric: str, judged: Case, of: Run, value: float, stage: Stage | None
) -> None:
    score = METRICS[metric].score(judged, of)
    assert score.value == value
    assert [miss.stage for miss in score.misses] == ([stage] if stage else [])


@pytest.mark.parametrize("metric", ["entities", "intents", "first_tool", "facts", "honesty"])
def test_what_a_case_does_not_ask_for_is_unscored(metric: str) -> None:
    assert METRICS[metric].score(case(), run()) == Score(value=None)


def test_the_first_tool_is_that_of_the_first_call() -> None:
    calls: tuple[ExecutedCall, ...] = SAMPLE.tool_calls
    judged = case(first_tool=calls[0].tool)
    assert METRICS["first_tool"].score(judged, run(tool_calls=calls)).value == 1.0


def test_an_unscored_case_is_left_out_of_the_mean() -> None:
    scores = [{"facts": Score(value=1.0)}, {"facts": Score()}, {"facts": Score(value=0.5)}]
    results = tuple(CaseResult(case=case(), run_id="run", scores=one) for one in scores)
    (mean,) = Report(workspace="museum", results=results).means()
    assert (mean.value, mean.scored) == (0.75, 2)
    (unscored,) = Report(workspace="museum", results=results[1:2]).means()
    assert unscored.value is None


def test_a_failed_case_is_blamed_on_its_first_stage() -> None:
    judged = case(facts=["nothing"], forbidden=["excess"])
    scores = {name: metric.score(judged, run()) for name, metric in METRICS.items()}
    report = Report(
        workspace="museum", results=(CaseResult(case=judged, run_id="run", scores=scores),)
    )
    assert report.blame() == [(Stage.EXECUTE, 1)]
    assert (report.passed, report.share) == (0, 0.0)
