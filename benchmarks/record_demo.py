"""Record the runs of the demo again: ``python -m benchmarks.record_demo``.

Each run is asked of a real workbench, whose planner and writer call a scripted model on a local
server that speaks the OpenAI protocol; the runs are stored as bundles in the package. The script
of a model is its answer here and, for the planner, the plan that the built-in planner makes.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.modelserver.answers import say
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.exchange import Answer, Received
from tests.modelserver.insurance_model import ANSWER as WINDSCREEN
from tests.modelserver.insurance_model import QUESTION as WINDSCREEN_QUESTION
from tests.modelserver.server import ModelServer
from tests.support.portfolio_model import COMPLETE, DOUBTFUL
from workbench.bootstrap import Workbench
from workbench.bootstrap.sync import SyncWorkbench
from workbench.domain.run import Run
from workbench.settings import Settings

FOLDER = Path(__file__).parents[1] / "workbench" / "ui" / "demo_runs"
MODEL = "compatible:scripted"
RUSSIAN, ENGLISH = "portfolio", "insurance"
INVENTED = "Every windscreen is repaired within 24 hours."


@dataclass(frozen=True)
class Scene:
    """A question, what the scripted model answers, and how its planner errs if it does."""

    question: str
    answer: str = ""
    mistake: Callable[[dict[str, Any]], None] | None = None
    """Changes the plan for the worse; the run after it has the right plan again, by an edit."""


def _other_category(plan: dict[str, Any]) -> None:
    plan["tool_calls"][0]["args"]["filters"]["category"] = "language"


def _other_plan(plan: dict[str, Any]) -> None:
    plan["tool_calls"][0]["args"]["entity_id"] = "plan:car-basic"
    plan["entities"] = [{"type": "plan", "id": "plan:car-basic", "name": "Car Basic"}]


SCENES: dict[str, dict[str, Scene]] = {
    "answers": {
        "ru": Scene("Достижения на проекте АЛОР", COMPLETE),
        "en": Scene(WINDSCREEN_QUESTION, WINDSCREEN),
    },
    "compares": {
        "ru": Scene("Сравни проекты АЛОР Брокер и AI-Portfolio"),
        "en": Scene("Compare the windscreen cover of car and motorcycle insurance"),
    },
    "refuses": {
        "ru": Scene("Какая зарплата у Дмитрия?"),
        "en": Scene("What is the salary of the chief executive?"),
    },
    "caught": {
        "ru": Scene("Достижения на проекте АЛОР", f"{COMPLETE} {DOUBTFUL}"),
        "en": Scene(WINDSCREEN_QUESTION, f"{WINDSCREEN} {INVENTED}"),
    },
    "edited": {
        "ru": Scene("Какие базы данных знает Дмитрий?", mistake=_other_category),
        "en": Scene(
            "Which vehicle benefits does the Car Insurance Premier plan include?",
            mistake=_other_plan,
        ),
    },
}


def main() -> int:
    """Record every scene in both languages and print what was recorded."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as home, ModelServer() as server:
        offline = Workbench.open(Settings(_env_file=None, workbench_home=Path(home))).sync
        scripted = _scripted(Path(home), server).sync
        for name, by_language in SCENES.items():
            for language, scene in by_language.items():
                workspace = RUSSIAN if language == "ru" else ENGLISH
                plain = offline.ask(scene.question, workspace=workspace)
                if scene.mistake is None:
                    run = _asked(scene, plain, scripted, server)
                else:
                    wrong = _mistaken(scene.mistake, plain, offline)
                    before = _asked(scene, wrong, scripted, server)
                    _write(f"{name}_before.{language}", before, scripted)
                    server.choose(_model("", _written(scene, plain)))
                    run = scripted.fork(before, "plan", _plan(plain))
                _write(f"{name}.{language}", run, scripted)
    return 0


def _scripted(home: Path, server: ModelServer) -> Workbench:
    settings = Settings(
        _env_file=None,
        workbench_home=home,
        compatible_base_url=server.openai_url,
        planner_model=MODEL,
        answer_model=MODEL,
    )
    return Workbench.open(settings)


def _asked(scene: Scene, plain: Run, scripted: SyncWorkbench, server: ModelServer) -> Run:
    """Ask a scene's question of models that plan and write what a run without models has."""
    server.choose(_model(json.dumps(_plan(plain)), _written(scene, plain)))
    return scripted.ask(scene.question, workspace=plain.workspace)


def _mistaken(mistake: Callable[[dict[str, Any]], None], plain: Run, offline: SyncWorkbench) -> Run:
    plan = _plan(plain)
    mistake(plan)
    return offline.fork(plain, "plan", plan)


def _plan(run: Run) -> dict[str, Any]:
    assert run.plan is not None
    return run.plan.model_dump(mode="json")


def _written(scene: Scene, plain: Run) -> str:
    """Return the answer of the scripted writer: one of its own, or the facts."""
    assert plain.answer is not None
    return scene.answer or plain.answer.marked


def _model(plan: str, answer: str) -> Callable[[Received], Answer]:
    def choose(request: Received) -> Answer:
        if "query_plan" in str(request.body):
            return say(ScriptedReply(plan, input_tokens=2100, output_tokens=210))
        return say(ScriptedReply(answer, input_tokens=830, output_tokens=90, cut_into=12))

    return choose


def _write(name: str, run: Run, workbench: SyncWorkbench) -> None:
    content = workbench.export(run, "bundle")
    report = workbench.verify_bundle(content)
    assert report.is_same, (name, report.steps)
    (FOLDER / f"{name}.zip").write_bytes(content)
    verdict = run.diagnostics.verdict if run.diagnostics else None
    label = f"{verdict.label} {verdict.probability:.2f}" if verdict else run.status.value
    text = run.answer.text[:60].replace("\n", " ") if run.answer else ""
    print(f"{name:20} {len(content):7} bytes  {label:16} {run.models}  {text}")


if __name__ == "__main__":
    sys.exit(main())
