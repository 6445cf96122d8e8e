"""A metric is one file and one line: it is computed, printed and offered by the command."""

from pathlib import Path

import pytest

from tests.support.growth import GrownProject, grow

ADDED = {
    "workbench/evaluation/metrics/brevity.py": '''\
"""brevity: the answer keeps to a hundred words."""

from workbench.domain.run import Run
from workbench.evaluation.cases import Case
from workbench.evaluation.metrics.base import UNSCORED, Metric, Score

LIMIT = 100


def score(case: Case, run: Run) -> Score:
    """1 up to the limit, then falling; only cases that expect facts are judged."""
    if not case.facts:
        return UNSCORED
    words = len(run.answer.text.split()) if run.answer else 0
    return Score(value=min(1.0, LIMIT / max(words, 1)))


METRIC = Metric("how far answers keep to a hundred words", score)
'''
}
REGISTRY = "workbench/evaluation/metrics/__init__.py"
REGISTERED = '        "brevity",'

CASES = """\
{"id": "works", "kind": "fact", "language": "en", "question": "Orlova?", "facts": ["Bridge"]}
{"id": "cake", "kind": "off_topic", "language": "en", "question": "A cake?"}
"""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> GrownProject:
    return grow(tmp_path_factory.mktemp("grown"), ADDED, REGISTRY, REGISTERED)


def test_the_command_offers_and_describes_it(grown: GrownProject) -> None:
    told = " ".join(grown.command("eval", "golden", "--help").split())
    assert "|honesty|brevity" in told
    assert "brevity: how far answers keep to a hundred words" in told


def test_it_scores_runs_and_leaves_others_unscored(grown: GrownProject, tmp_path: Path) -> None:
    cases = tmp_path / "golden.jsonl"
    cases.write_text(CASES, "utf-8")
    seen = grown.value(
        f"""
import asyncio
from pathlib import Path
from workbench import Workbench
from workbench.evaluation.golden import run_golden
report = asyncio.run(
    run_golden(Workbench.open(), "museum", Path({str(cases)!r}), lambda result: None)
)
seen = [mean.model_dump() for mean in report.means()]
seen += [result.scores["brevity"].value for result in report.results]
"""
    )
    by_metric = {mean["metric"]: mean for mean in seen if isinstance(mean, dict)}
    assert by_metric["brevity"] == {"metric": "brevity", "value": 1.0, "scored": 1}
    assert by_metric["completed"]["scored"] == 2
    assert seen[-2:] == [1.0, None]
