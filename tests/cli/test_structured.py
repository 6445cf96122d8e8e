"""Structured answers on the command line: JSON on standard output, whatever the options."""

import json
import re

import pytest

from tests.cli.conftest import KEY, Command
from tests.modelserver.answers import say, status
from tests.modelserver.insurance_model import QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from tests.support.answer_schemas import FILLED, SAID, Excesses
from workbench.answer.output_schemas import AnswerWithSources
from workbench.citation_styles import CITATION_STYLES

PROVIDERS = ("openai", "anthropic", "gemini", "compatible")
ASK = ("ask", QUESTION, "-w", "insurance", "--format", "json", "--mode", "analytical")
WITH_SOURCES = ("--schema", "AnswerWithSources")
OWN = ("--schema", "tests.support.answer_schemas:Excesses")
OBJECT = {
    "answer": 'The "excess" is $100 for each claim [Source 1].\nFor motorcycles $40 [source 2, 9].',
    "confidence": 0.9,
    "sources_used": [2, 9],
    "key_facts": ["Car: $100 [Source 1].", "Motorcycle: $40 [Source 2]."],
    "limitations": None,
}
SOURCES = r"Sources:\*\*\n\n¹ Car Insurance Terms.*\n\n² Motorcycle Insurance Terms"


def served_by(provider: str) -> tuple[str, ...]:
    return tuple(
        part for role in ("planner", "answer") for part in ("--model", f"{role}={provider}:m")
    )


@pytest.mark.parametrize("provider", PROVIDERS)
def test_every_provider_fills_the_schema_and_its_citations_are_tracked(
    provider: str,
    command: Command,
    models: ModelServer,
    capsys: pytest.CaptureFixture[str],
) -> None:
    models.choose(insurance_model(answer=say(json.dumps(OBJECT))))
    options = (*ASK, *WITH_SOURCES, "--citations", "footnote", *served_by(provider))

    assert command(*options) == 0
    printed = capsys.readouterr()
    filled = AnswerWithSources.model_validate_json(printed.out)
    assert filled.answer == ('The "excess" is $100 for each claim¹.\nFor motorcycles $40².'), (
        "the ninth source does not exist"
    )
    assert filled.key_facts == ["Car: $100¹.", "Motorcycle: $40²."]
    assert filled.sources_used == [1, 2]
    assert re.search(SOURCES, printed.err), "the list stands beside the JSON, not in it"
    assert KEY not in printed.out + printed.err

    assert command(*options, "--json") == 0
    run = json.loads(capsys.readouterr().out)
    answer = run["answer"]
    assert answer["model"] == f"{provider}:m"
    assert {one["source_index"] + 1 for one in answer["citations"]} == set(filled.sources_used)
    cited = {one["evidence_id"] for one in answer["citations"]}
    assert cited == set(answer["sources_used"])
    assert json.loads(answer["display"])["answer"] == filled.answer
    assert [one["code"] for one in run["findings"]] == ["unknown_source"]


@pytest.mark.parametrize("style", [None, *CITATION_STYLES])
def test_no_citation_style_breaks_the_json(
    style: str | None,
    command: Command,
    models: ModelServer,
    capsys: pytest.CaptureFixture[str],
) -> None:
    models.choose(insurance_model(answer=say(json.dumps(OBJECT))))
    chosen = ("--citations", style) if style else ()
    assert command(*ASK, *WITH_SOURCES, *chosen, *served_by("openai")) == 0
    filled = AnswerWithSources.model_validate_json(capsys.readouterr().out)
    shown = filled.key_facts[0]
    assert (
        shown
        == {
            None: "Car: $100.",
            "none": "Car: $100.",
            "source": "Car: $100 [Source 1].",
            "numbered": "Car: $100 [1].",
            "inline": ("Car: $100 (Source: Car Insurance Terms - Section I > Windscreen)."),
            "footnote": "Car: $100¹.",
            "endnote": "Car: $100 [1].",
        }[style]
    )


def test_a_customer_gets_json_without_any_mark(
    command: Command, models: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    models.choose(insurance_model(answer=say(json.dumps(OBJECT))))
    options = ("--citations", "footnote", "--audience", "customer")
    assert command(*ASK, *WITH_SOURCES, *options, *served_by("openai")) == 0
    printed = capsys.readouterr()
    assert AnswerWithSources.model_validate_json(printed.out).key_facts[0] == "Car: $100."
    assert "Sources" not in printed.err


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_class_of_ones_own_is_filled(
    provider: str, command: Command, models: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    models.choose(insurance_model(answer=say(SAID)))
    assert command(*ASK, *OWN, "--citations", "source", *served_by(provider)) == 0
    filled = Excesses.model_validate_json(capsys.readouterr().out)
    assert filled == Excesses.model_validate(FILLED)


def test_offline_a_built_in_schema_is_filled(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(*ASK, *WITH_SOURCES, "--citations", "footnote") == 0
    printed = capsys.readouterr()
    filled = AnswerWithSources.model_validate_json(printed.out)
    assert filled.key_facts[0].endswith("(for each claim, on all plans)¹")
    assert " \n" not in filled.answer, "no space is left where a marker stood"
    assert re.search(SOURCES, printed.err)


def test_offline_a_class_of_ones_own_needs_a_model_and_the_run_is_kept(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(*ASK, *OWN) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "The schema “Excesses” can only be filled by a model." in printed.err
    assert "ANSWER_MODEL" in printed.err
    run_id = re.search(r"run (\w+)", printed.err)
    assert run_id
    assert command("runs", "show", run_id[1], "--json") == 1
    assert "$100" in json.loads(capsys.readouterr().out)["rendered"]["text"]


def test_a_model_that_is_down_is_named_and_not_the_missing_stand_in(
    command: Command, models: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    models.choose(insurance_model(answer=status(401)))
    assert command(*ASK, *OWN, *served_by("openai")) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "OpenAI did not accept the key" in printed.err
    assert KEY not in printed.err


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("Sonnet", "--schema: Unknown schema “Sonnet”"),
        ("tests.support.nowhere:Tree", "--schema: Module “tests.support.nowhere” not found"),
        (
            "tests.support.answer_schemas:Bush",
            "--schema: The module “tests.support.answer_schemas” has no “Bush”",
        ),
        ("tests.support.answer_schemas:SAID", "is not a schema"),
        ("tests.support.raising_schemas:Any", "cannot be imported: KeyError"),
        ("tests.support.exiting_schemas:Any", "cannot be imported: SystemExit: 5"),
    ],
)
def test_a_wrong_path_says_what_is_wrong(
    path: str, says: str, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("ask", QUESTION, "-w", "insurance", "--schema", path) == 2
    assert says in capsys.readouterr().err


def test_a_class_that_breaks_while_it_checks_is_told_as_that_at_its_stage(
    command: Command, models: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    models.choose(insurance_model(answer=say('{"said": "$100"}')))
    own = ("--schema", "tests.support.answer_schemas:Breaking")
    assert command(*ASK, *own, *served_by("openai")) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    told = "write: The class “Breaking” could not check the model's reply: LookupError: no register"
    assert told in printed.err
    assert "Traceback" not in printed.err
