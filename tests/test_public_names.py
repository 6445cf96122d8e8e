"""The names that programs and scripts rely on: imports, methods, commands, options, JSON, targets.

A name that leaves one of these tables breaks somebody's script: it needs a decision note.
"""

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

import workbench as package
from workbench import Workbench, errors
from workbench.citation_styles import CITATION_STYLES
from workbench.cli.commands import command_line
from workbench.domain.answer import AskOptions, Audience, Format, Mode, Template
from workbench.domain.run import Run, RunStatus, Stage
from workbench.settings import Settings

ROOT = Path(__file__).parents[1]

METHODS = {
    "ask": "question workspace thread plan until options",
    "stream": "question workspace thread plan until options",
    "fork": "run stage value until",
    "validate_plan": "plan workspace",
    "execute": "plan workspace",
    "search": "query workspace",
    "generate": "question context history options",
    "check": "answer sources lang",
}
COMMANDS = {
    "app": "",
    "demo": "",
    "doctor": "",
    "workspaces": "",
    "new": "NAME --from",
    "ingest": "PATHS -w",
    "reindex": "-w",
    "verify": "-w",
    "search": "QUERY -w --top-k --filter --json",
    "ask": "QUESTION -w --plan --until --thread --model --mode --template --format --citations"
    " --audience --schema --timings --json",
    "validate-plan": "FILE -w",
    "fork": "RUN --stage --value --json",
    "runs list": "",
    "runs show": "RUN",
    "runs tag": "RUN TAGS",
    "runs delete": "RUN",
    "compare": "RUN",
    "export": "RUN --format -o",
    "verify-bundle": "FILE",
    "generate": "QUESTION --context --history --json",
    "check": "--answer --sources --lang --json",
    "calibrate": "-w --labels",
    "eval golden": "",
    "db upgrade": "",
    "db copy": "FROM_URL TO_URL",
    "mcp": "-w",
    "notebook": "RUN",
}
DEFAULTS = {
    "planner_model": "offline",
    "answer_model": "offline",
    "judge_model": "offline",
    "planner_temperature": 0.1,
    "answer_temperature": 0.3,
    "planner_max_tokens": 1500,
    "answer_max_tokens": 1000,
    "plan_confidence_threshold": 0.5,
    "max_tool_calls": 5,
    "answer_deadline_s": 10,
    "lexical_index": "tantivy",
    "chroma_url": None,
    "workbench_database_url": None,
}
OPTIONS = (
    "mode template format citations audience schema require_grounding max_response_length"
    " system_instructions models temperature max_tokens history confidence_config"
)
CHOICES = {
    Mode: "simple grounded analytical conversational",
    Template: "auto comparison summarization",
    Format: "plain markdown bullets json",
    Audience: "analyst customer",
    RunStatus: "running done failed interrupted cancelled damaged",
    Stage: "normalize recall resolve plan execute render write check diagnose",
}
STYLES = ("none", "source", "numbered", "inline", "footnote", "endnote")
RUN_JSON = {
    "": "schema_version id parent_id forked_at status workspace thread_id question normalized"
    " language memory entities plan plan_origin tool_calls facts rendered answer findings"
    " diagnostics stages models usage created_at",
    "memory": "decision reasons summary rewritten",
    "entities.0": "canonical_id type name aliases confidence span matched_by candidates",
    "plan": "schema_version",
    "tool_calls.0": "tool args status ms items error subgraph caused_by",
    "tool_calls.0.subgraph": "nodes edges",
    "facts.items.0": "type text source id score found_by span path",
    "answer": "text marked display citations sources_used sources_provided context_used"
    " context_available has_sufficient_context reasoning tokens_used latency_ms grounding_score"
    " confidence partial model",
    "answer.citations.0": "source_index evidence_id chunk_id quoted_text quote start_pos end_pos",
    "answer.citations.0.quote": "document_id text start end",
    "diagnostics": "verdict claims grounding confidence sufficiency citations",
    "diagnostics.verdict": "label probability reasons",
    "diagnostics.claims.0": "text start end verdict probability evidence reasons",
    "diagnostics.grounding": "score overlap_baseline",
    "diagnostics.confidence": "score steps",
    "diagnostics.confidence.steps.0": "name factor value_after",
    "diagnostics.sufficiency": "sufficient ladder reasons",
    "diagnostics.citations": "precision recall",
    "stages.0": "name status ms input_hash output_hash reused error",
}
TARGETS = (
    "run test check golden quotes growth faults fuzz load bench chaos worlds trust browser docs"
    " help"
)


def commands() -> Iterator[tuple[str, typer.core.TyperCommand]]:
    """Every command with its words: ``runs list``."""

    def below(here: Any, words: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        if not isinstance(here, TyperGroup):
            yield " ".join(words), here
            return
        for name, inner in here.commands.items():
            yield from below(inner, (*words, name))

    return below(typer.main.get_command(command_line()), ())


KNOWN = dict(commands())


@pytest.mark.parametrize("name", package.__all__)
def test_the_package_exports_what_it_lists(name: str) -> None:
    assert getattr(package, name).__name__ == name
    assert name in dir(package)


def test_every_error_is_exported() -> None:
    own = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, errors.WorkbenchError)
    }
    assert own <= set(package.__all__)
    assert {"Session", "MatrixSpec", "AskOptions", "Settings"} <= set(package.__all__)


def test_the_package_alone_imports_nothing_of_itself() -> None:
    script = "import sys, workbench; print([n for n in sys.modules if n.startswith('workbench.')])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", METHODS)
def test_a_method_takes_these_arguments_with_and_without_await(
    name: str, workbench: Workbench
) -> None:
    for owner in (workbench, workbench.sync):
        assert set(METHODS[name].split()) <= set(inspect.signature(getattr(owner, name)).parameters)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_takes_these_options(name: str) -> None:
    known = {option for one in KNOWN[name].params for option in (*one.opts, *one.secondary_opts)}
    known |= {(one.metavar or one.name or "").upper() for one in KNOWN[name].params}
    assert set(COMMANDS[name].split()) <= known


def test_a_workspace_is_w_everywhere() -> None:
    for name, command in KNOWN.items():
        given = [one.opts for one in command.params if "--workspace" in one.opts]
        assert all("-w" in opts for opts in given), name


@pytest.mark.parametrize("name", DEFAULTS)
def test_a_setting_has_this_default(name: str) -> None:
    assert Settings.model_fields[name].default == DEFAULTS[name]


def test_the_options_of_an_answer_and_their_values() -> None:
    known = {field.alias or name for name, field in AskOptions.model_fields.items()}
    assert set(OPTIONS.split()) <= known
    assert AskOptions().max_response_length == 1000
    for kind, names in CHOICES.items():
        assert [one.value for one in kind] == names.split()
    assert set(CITATION_STYLES) == {*STYLES}


def test_the_json_of_a_run_has_these_fields(workbench: Workbench) -> None:
    run = workbench.sync.ask("What is the windscreen excess?", workspace="insurance")
    written = run.model_dump(mode="json", by_alias=True)
    assert Run.model_validate(written) == run
    for place, names in RUN_JSON.items():
        value: Any = written
        for key in filter(None, place.split(".")):
            value = value[int(key)] if key.isdigit() else value[key]
        assert set(names.split()) <= value.keys(), place


def test_make_has_these_targets() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert set(TARGETS.split()) <= set(re.findall(r"^([a-z]+):", makefile, re.M))
