"""The command line: results on standard output alone, and an exit code that can be relied on."""

import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.modelserver.answers import status
from tests.modelserver.embeddings import embed
from tests.modelserver.server import ModelServer
from tests.support.example_plan import PLAN
from tests.support.museum_workspace import write_museum
from workbench.cli import ask as ask_commands
from workbench.domain.answer import AskOptions
from workbench.i18n.numbers import percent
from workbench.settings import Settings


def plan_file(folder: Path, plan: object) -> str:
    path = folder / "plan.json"
    path.write_text(json.dumps(plan, ensure_ascii=False), "utf-8")
    return str(path)


def test_ask_prints_the_answer_and_nothing_technical(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("ask", "Контакты Дмитрия", "-w", "portfolio") == 0

    printed = capsys.readouterr()
    assert "@dlukomorov_example" in printed.out
    assert "contact:" not in printed.out


@pytest.mark.parametrize("question", ["", "  \n"])
def test_a_question_without_words_is_wrong_input(
    question: str, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("ask", question, "-w", "portfolio") == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "The question is empty.\n"


def test_ask_json_is_the_whole_run_and_nothing_else(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("ask", "Достижения на проекте АЛОР", "-w", "portfolio", "--json") == 0

    run = json.loads(capsys.readouterr().out)
    assert run["entities"][0]["canonical_id"] == "project:alor-broker"
    assert "PROJECT_ACHIEVEMENTS" in run["plan"]["intents"]
    assert run["tool_calls"][0]["tool"] == "graph_query_tool"
    assert run["answer"]["text"].count("\n- ") == 6
    assert [stage["name"] for stage in run["stages"]][-1] == "diagnose"


def test_the_confidence_is_shown_when_asked_for_and_never_to_customers(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    question = ("ask", "Контакты Дмитрия", "-w", "portfolio")
    shown = ("--show-confidence", "--json")

    command(*question, *shown)
    run = json.loads(capsys.readouterr().out)
    answer, estimate = run["answer"], run["diagnostics"]["verdict"]["probability"]
    assert answer["display"].endswith(f"*Уверенность: {percent(estimate, 'ru')}*")
    assert "Уверенность" not in answer["text"]

    command(*question, *shown, "--audience", "customer")
    assert "Уверенность" not in json.loads(capsys.readouterr().out)["answer"]["display"]
    command(*question)
    assert "Уверенность" not in capsys.readouterr().out
    command("ask", "Кто выиграл чемпионат мира по футболу?", "-w", "portfolio", *shown)
    assert "Уверенность" not in json.loads(capsys.readouterr().out)["answer"]["display"]


def test_every_option_of_a_question_can_be_given(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--no-require-grounding", "--max-response-length", "200", "--citations", "endnote")
    more = ("--mode", "analytical", "--template", "comparison", "--format", "bullets")
    said = ("--system-instructions", "Be brief.", "--audience", "customer", "--json")

    assert command("ask", "Контакты Дмитрия", "-w", "portfolio", *given, *more, *said) == 0

    options = json.loads(capsys.readouterr().out)["options"]
    assert options["require_grounding"] is False
    assert options["max_response_length"] == 200
    assert options["system_instructions"] == "Be brief."
    names = inspect.signature(ask_commands.ask).parameters
    assert {field.alias or name for name, field in AskOptions.model_fields.items()} <= {
        "models" if name == "model" else name for name in names
    }


def test_the_plan_of_the_seed_is_valid_and_runs(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = plan_file(tmp_path, PLAN)

    assert command("validate-plan", path, "-w", "portfolio") == 0
    assert command("ask", "Достижения", "-w", "portfolio", "--plan", path) == 0
    assert "62 %" in capsys.readouterr().out


WRONG: dict[str, tuple[tuple[str | int, ...], Any, str, str]] = {
    "intent": (("intents", 0), "PROJECT_ACHIEVMENTS", "$.intents[0]", "PROJECT_ACHIEVEMENTS"),
    "tool": (("tool_calls", 0, "tool"), "graph_tool", "$.tool_calls[0].tool", "graph_query_tool"),
    "entity": (
        ("tool_calls", 0, "args", "entity_id"),
        "project:alor-brocker",
        "$.tool_calls[0].args.entity_id",
        "project:alor-broker",
    ),
    "filter value": (
        ("tool_calls", 0),
        {
            "tool": "graph_query_tool",
            "args": {"intent": "TECHNOLOGY_OVERVIEW", "filters": {"category": "databse"}},
        },
        "$.tool_calls[0].args.filters.category",
        "database",
    ),
}


@pytest.mark.parametrize(
    ("text", "path", "suggestion"),
    [
        (json.dumps(PLAN) + " }}} garbage", "$", "Keep one JSON object"),
        (json.dumps({k: v for k, v in PLAN.items() if k != "confidence"}), "$.confidence", "Add"),
        (json.dumps({**PLAN, "intents": ["CONTACTS"]}), "$.intents[0]", "remove the intent"),
    ],
    ids=["text after it", "no confidence", "an intent without a call"],
)
def test_a_plan_that_breaks_a_rule_is_refused(
    command: Command,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str,
    path: str,
    suggestion: str,
) -> None:
    file = tmp_path / "plan.json"
    file.write_text(text, "utf-8")

    assert command("validate-plan", str(file), "-w", "portfolio") == 2

    said = capsys.readouterr().err
    assert f"{path}: " in said
    assert suggestion in said


@pytest.mark.parametrize("case", WRONG)
def test_a_name_that_does_not_exist_is_refused_with_its_json_path_and_a_suggestion(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    place, value, path, suggestion = WRONG[case]
    plan = json.loads(json.dumps(PLAN))
    target = plan
    for key in place[:-1]:
        target = target[key]
    target[place[-1]] = value

    assert command("validate-plan", plan_file(tmp_path, plan), "-w", "portfolio") == 2

    said = capsys.readouterr().err
    assert path in said
    assert suggestion in said


def test_a_plan_that_is_not_json_is_wrong_input(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text('{"intents": [', "utf-8")

    assert command("validate-plan", str(path), "-w", "portfolio") == 2
    assert command("ask", "Достижения", "-w", "portfolio", "--plan", str(path)) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", "?", "-w", "portfolo"),
        ("ask", "Контакты", "-w", "portfolio", "--model", "planner"),
        ("ask", "Контакты", "-w", "portfolio", "--model", "writer=openai:gpt-4o"),
        ("ask", "Контакты", "-w", "portfolio", "--model", "embedder=openai:text-embedding-3"),
        ("ask", "Контакты", "-w", "portfolio", "--mode", "loud"),
        ("ask", "Контакты", "-w", "portfolio", "--max-response-length", "0"),
        ("ask", "Контакты", "-w", "portfolio", "--plan", "nowhere.json"),
        ("ask", "Контакты", "-w", "portfolio", "--schema", "Sonnet"),
        ("ask", "Контакты", "-w", "portfolio", "--schema", "tests.support.nowhere:Tree"),
        ("ask", "Контакты", "-w", "portfolio", "--schema", "tests.support.answer_schemas:Bush"),
        ("ask", "Контакты", "-w", "portfolio", "--schema", "tests.support.answer_schemas:SAID"),
        ("ask", "Контакты", "-w", "portfolio", "--schema", "tests.support.raising_schemas:Any"),
        ("ask", "Контакты", "-w", "portfolio", "--schema", "json:JSONDecoder"),
        ("ask", "Контакты", "-w", "portfolio", "--schema", ":Tree"),
        ("fork", "nothing", "--stage", "plan"),
        ("runs", "show", "nothing"),
        ("search", "RAG", "-w", "portfolio", "--filter", "colour=red"),
    ],
)
def test_wrong_input_is_exit_code_two_and_says_what_to_do(
    command: Command, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert command(*arguments) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.strip()
    assert "Traceback" not in printed.err


def test_a_model_without_a_key_names_the_variable(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("ask", "Контакты", "-w", "portfolio", "--model", "answer=openai:gpt-4o") == 2
    assert "OPENAI_API_KEY" in capsys.readouterr().err


@pytest.mark.parametrize("url", ["http://[::1", "http://localhost:x"])
def test_an_address_that_is_none_names_the_variable(
    command: Command,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    url: str,
) -> None:
    monkeypatch.setenv("COMPATIBLE_BASE_URL", url)
    monkeypatch.setenv("COMPATIBLE_SERVERS", json.dumps({"big": url}))
    for model, variable in (("m", "COMPATIBLE_BASE_URL"), ("m@big", "COMPATIBLE_SERVERS")):
        named = f"answer=compatible:{model}"
        assert command("ask", "Контакты", "-w", "portfolio", "--model", named) == 2
        printed = capsys.readouterr().err
        assert f"{variable} is not a web address" in printed
        assert "Traceback" not in printed


def test_a_server_that_the_settings_do_not_allow_is_wrong_input(
    command: Command, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_SERVERS", "configured")
    named = "answer=compatible:x@vllm"
    assert command("ask", "Контакты", "-w", "portfolio", "--model", named) == 2
    assert "MODEL_SERVERS=any" in capsys.readouterr().err


def test_stored_runs_are_listed_shown_and_deleted(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    command("ask", "Где применял RAG?", "-w", "portfolio", "--json")
    run_id = json.loads(capsys.readouterr().out)["id"]

    assert command("runs", "list", "--text", "RAG") == 0
    assert run_id in capsys.readouterr().out
    assert command("runs", "show", run_id, "--json") == 0
    assert json.loads(capsys.readouterr().out)["id"] == run_id
    assert command("runs", "delete", run_id[:-1]) == 0
    assert command("runs", "delete", run_id) == 2


def test_a_stored_answer_is_shown_in_any_style_and_format(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    command("ask", "Где применял RAG?", "-w", "portfolio", "--json")
    run_id = json.loads(capsys.readouterr().out)["id"]

    assert command("runs", "show", run_id, "--citations", "footnote") == 0
    assert "¹" in capsys.readouterr().out
    assert command("runs", "show", run_id, "--format", "json") == 0
    assert set(json.loads(capsys.readouterr().out)) == {"answer", "sources"}


def test_search_shows_passages_with_their_place(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("search", "windscreen excess", "-w", "insurance", "--top-k", "2", "--json") == 0

    passages = json.loads(capsys.readouterr().out)
    assert len(passages) == 2
    assert passages[0]["span"]["document_id"].startswith("car/")


def test_doctor_and_workspaces_find_everything_fine(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("doctor") == 0
    assert command("workspaces") == 0
    printed = capsys.readouterr().out
    assert "portfolio" in printed
    assert "insurance" in printed


def test_doctor_says_that_the_built_in_embedder_is_lexical(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("doctor") == 0
    assert "embedder: hashing (lexical, not semantic" in capsys.readouterr().out


def test_doctor_tries_a_providers_embedder(
    command: Command, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "compatible:bge-m3"
    with ModelServer() as server:
        monkeypatch.setenv("EMBEDDER", name)
        monkeypatch.setenv("COMPATIBLE_BASE_URL", server.openai_url)
        server.always(embed())
        assert command("doctor") == 0
        assert f"embedder: {name} (semantic; 64 dimensions" in capsys.readouterr().out
        server.always(status(401))
        assert command("doctor") == 1
        printed = capsys.readouterr().out
    assert "did not accept the key" in printed
    assert "unset EMBEDDER" in printed


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("anthropic:claude", "Anthropic has no embeddings"),
        ("openai:text-embedding-3-small", "OPENAI_API_KEY is not set"),
        ("hashes", "unknown built-in embedder"),
    ],
)
def test_doctor_says_what_is_wrong_with_an_embedder(
    name: str,
    words: str,
    command: Command,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EMBEDDER", name)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert command("doctor") == 1
    assert words in capsys.readouterr().out
    assert command("search", "excess", "-w", "insurance") == 2
    assert words in capsys.readouterr().err


def test_what_a_search_had_to_do_without_is_said_below_the_answer(
    command: Command,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    search = {"tool": "insurance_search_tool", "args": {"query": "a cracked windscreen"}}
    plan = {"intents": ["GENERAL_UNSTRUCTURED"], "tool_calls": [search], "confidence": 0.9}
    ask = ("ask", "Windscreen?", "-w", "insurance", "--plan", plan_file(tmp_path, plan))
    with ModelServer() as server:
        monkeypatch.setenv("EMBEDDER", "compatible:bge-m3")
        monkeypatch.setenv("COMPATIBLE_BASE_URL", server.openai_url)
        server.always(embed())
        assert command(*ask) == 0
        said = capsys.readouterr()
        run = said.err.split("run ")[1].strip()
        server.always(status(401))
        assert command(*ask) == 0
        assert "did not accept the key" in capsys.readouterr().err
    monkeypatch.delenv("EMBEDDER")
    command("replay", run)
    assert "EMBEDDER=hashing" in capsys.readouterr().err


def test_an_embedder_that_is_down_is_an_exit_code_of_its_own(
    command: Command,
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ModelServer() as server:
        monkeypatch.setenv("EMBEDDER", "compatible:nobody")
        monkeypatch.setenv("COMPATIBLE_BASE_URL", server.openai_url)
        server.always(status(401))
        assert command("reindex", "-w", "portfolio") == 3
    printed = capsys.readouterr().err
    assert "did not accept the key" in printed
    assert "unset EMBEDDER" in printed


def test_an_index_is_verified_and_built_anew(
    command: Command, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    command("search", "RAG", "-w", "portfolio")
    assert command("verify", "-w", "portfolio") == 0
    stored = next((settings.workbench_home / "indexes" / "portfolio" / "documents").iterdir())
    kept = stored.read_bytes()
    stored.write_text("{", "utf-8")
    capsys.readouterr()

    assert command("verify", "-w", "portfolio") == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "cannot be read" in said.err
    assert "workbench reindex -w portfolio" in said.err

    stored.write_bytes(kept)
    assert command("reindex", "-w", "portfolio") == 0
    assert "documents indexed" in capsys.readouterr().out
    assert command("verify", "-w", "portfolio") == 0
    assert command("reindex", "-w", "portfolo") == 2


def test_the_doctor_says_what_is_wrong_with_the_models(
    command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLANNER_MODEL", "openai:gpt-4o")
    monkeypatch.setenv("ANSWER_MODEL", "opnai:gpt-4o")
    monkeypatch.setenv("JUDGE_FALLBACKS", "anthropic:claude-sonnet-4-6")

    assert command("doctor") == 1

    printed = capsys.readouterr().out
    assert "OPENAI_API_KEY is not set" in printed
    assert "Did you mean “openai”?" in printed
    assert "judge: offline -> anthropic:claude-sonnet-4-6" in printed
    assert "ANTHROPIC_API_KEY is not set" in printed


@pytest.mark.parametrize(("name", "code"), [("workspaces", 0), ("doctor", 1)])
def test_a_workspace_that_cannot_be_read_is_named_beside_the_others(
    name: str,
    code: int,
    tmp_path: Path,
    command: Command,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with (write_museum(tmp_path) / "workspace.yaml").open("a", encoding="utf-8") as file:
        file.write("created: 2026-02-30\n")
    monkeypatch.setenv("WORKBENCH_WORKSPACES", json.dumps([str(tmp_path)]))

    assert command(name) == code

    printed = capsys.readouterr()
    assert "museum" in printed.out and "workspace.yaml: line" in printed.out
    assert "portfolio" in printed.out
    assert printed.err == ""


def test_a_broken_workspace_is_named_by_the_path_of_its_file(
    command: Command,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = write_museum(tmp_path)
    (folder / "workspace.yaml").write_text("id: museum\n\ttitle: x\n", "utf-8")
    monkeypatch.setenv("WORKBENCH_WORKSPACES", json.dumps([str(tmp_path)]))

    assert command("ask", "What?", "-w", "museum") == 2
    assert f"{folder / 'workspace.yaml'}: line 2: invalid YAML" in capsys.readouterr().err


def test_a_constant_of_the_confidence_can_be_set(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--confidence-config", "very_short_penalty=0.5", "--json")

    assert command("ask", "Контакты Дмитрия", "-w", "portfolio", *given) == 0

    options = json.loads(capsys.readouterr().out)["options"]
    assert options["confidence_config"] == {"very_short_penalty": 0.5}
    for wrong in ("very_short_penalty=much", "no_such_constant=1"):
        assert command("ask", "Контакты", "-w", "portfolio", "--confidence-config", wrong) == 2
        assert wrong.partition("=")[0] in capsys.readouterr().err
