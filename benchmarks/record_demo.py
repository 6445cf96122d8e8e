"""Record the runs of the demo again: ``python -m benchmarks.record_demo``.

Each run is asked of a real workbench, whose planner and writer call a scripted model on a local
server that speaks the OpenAI protocol; the runs are stored as bundles in the package. The script
of a model is its answer here and, for the planner, the plan that the built-in planner makes.
"""

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
    """A question, what the scripted model answers, and an edit of the plan if there is one."""

    question: str
    answer: str = ""
    edit: Callable[[dict[str, Any]], None] | None = None


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
        "ru": Scene("Какие базы данных использует?", edit=_other_category),
        "en": Scene(
            "Which vehicle benefits does the Car Insurance Premier plan include?", edit=_other_plan
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
                run = _asked(scene, workspace, offline, scripted, server)
                if scene.edit is not None:
                    _write(f"{name}_before.{language}", run, scripted)
                    plain = _edited(
                        scene.edit, offline.ask(scene.question, workspace=workspace), offline
                    )
                    server.choose(_model("", plain.answer.marked if plain.answer else ""))
                    run = _edited(scene.edit, run, scripted)
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


def _asked(
    scene: Scene,
    workspace: str,
    offline: SyncWorkbench,
    scripted: SyncWorkbench,
    server: ModelServer,
) -> Run:
    """Ask a scene's question; the scripted writer without an answer of its own says the facts."""
    plain = offline.ask(scene.question, workspace=workspace)
    assert plain.plan is not None and plain.answer is not None
    plan, answer = plain.plan.model_dump_json(), scene.answer or plain.answer.marked
    server.choose(_model(plan, answer))
    return scripted.ask(scene.question, workspace=workspace)


def _model(plan: str, answer: str) -> Callable[[Received], Answer]:
    def choose(request: Received) -> Answer:
        if "query_plan" in str(request.body):
            return say(ScriptedReply(plan, input_tokens=2100, output_tokens=210))
        return say(ScriptedReply(answer, input_tokens=830, output_tokens=90, cut_into=12))

    return choose


def _edited(edit: Callable[[dict[str, Any]], None], run: Run, workbench: SyncWorkbench) -> Run:
    assert run.plan is not None
    plan = run.plan.model_dump(mode="json")
    edit(plan)
    return workbench.fork(run, "plan", plan)


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
