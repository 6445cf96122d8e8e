"""A question that the graph answers imports nothing that other questions and commands need."""

import json
import os
import subprocess
import sys

from workbench import Workbench
from workbench.settings import Settings

SCRIPT = """
import atexit, json, sys
atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))
sys.argv[0] = "workbench"
from workbench.cli import main
main()
"""
UNUSED = {
    "statistics",
    "workbench.answer.model_writer",
    "workbench.bootstrap.prompt_preview",
    "workbench.checks.grounding.binding",
    "workbench.checks.grounding.conflicts",
    "workbench.extraction.extract",
    "workbench.ingest.parsers.mail",
    "workbench.ingest.parsers.pdf",
    "workbench.llm.providers.openai",
    "workbench.llm.recording.replay",
    "workbench.pipeline.graph",
    "workbench.planner.graph_query_planner",
    "workbench.planner.model_planner",
    "workbench.planner.table_planner",
    "workbench.planner.validate",
    "workbench.tools.graph_query",
}


def test_a_question_to_the_graph_imports_what_it_needs(
    workbench: Workbench, settings: Settings
) -> None:
    workbench.prepare("insurance")
    asked = ["ask", "What is the windscreen excess for car insurance?", "-w", "insurance"]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *asked],
        env={**os.environ, "WORKBENCH_HOME": str(settings.workbench_home)},
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(json.loads(done.stderr.splitlines()[-1]))
    assert "$100" in done.stdout
    assert "workbench.tools.graph" in imported
    assert not UNUSED & imported
