"""What models, documents and people wrote gives a terminal no orders."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.modelserver.answers import say as reply
from tests.modelserver.answers import status
from tests.modelserver.insurance_model import QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from workbench.cli.output import (
    LONGEST_LINE,
    echo,
    echo_json_text,
    plain,
    plain_line,
    short_line,
    shown_name,
)

TITLE = "\x1b]0;taken over\x07"
ORDERS = ("\x00", "\x07", "\x08", "\r", "\x1b", "\x7f", "\x9b", "\u202e", "\u2066")
ASK = ("ask", QUESTION, "-w", "insurance")
BY_MODELS = ("--model", "planner=openai:m", "--model", "answer=openai:m")


@pytest.mark.parametrize("order", ORDERS)
def test_what_a_terminal_obeys_is_shown_escaped(order: str) -> None:
    shown = plain(f"before{order}after")
    assert order not in shown
    told = order.encode("unicode_escape").decode() if order != "\0" else "\ufffd"
    assert shown == f"before{told}after"


@pytest.mark.parametrize("order", ORDERS)
def test_json_has_nothing_that_a_terminal_obeys(
    order: str, capsys: pytest.CaptureFixture[str]
) -> None:
    echo_json_text(json.dumps({"path": f"a{order}b"}, ensure_ascii=False))
    printed = capsys.readouterr().out
    assert order not in printed
    assert json.loads(printed) == {"path": f"a{order}b"}


def test_the_name_of_a_file_is_one_line() -> None:
    assert shown_name("a\n3 documents\tindexed\x1b.md") == r"a\n3 documents\tindexed\x1b.md"


def test_lines_may_end_as_on_windows() -> None:
    assert plain("a\r\nb") == "a\nb"


def test_words_lines_and_tabs_stay() -> None:
    text = "Франшиза — 100 $;\n\t«да» 👍🏽 עברית"
    assert plain(text) == text
    assert plain_line(f" a{TITLE}\n\tb ") == r"a\x1b]0;taken over\x07 b"


def test_a_long_text_is_one_line_that_says_where_it_goes_on() -> None:
    told = short_line("one word after another\n" * 40)
    assert len(told) <= LONGEST_LINE and "\n" not in told
    assert told.endswith("…")
    assert short_line("x" * 500) == "x" * (LONGEST_LINE - 1) + "…"
    assert short_line("a\nb") == "a b"


def test_half_a_character_is_printed_as_a_mark(capsys: pytest.CaptureFixture[str]) -> None:
    echo("half \ud800", fg="red")
    assert "half \ufffd" in capsys.readouterr().out


def test_an_answer_is_printed_without_orders_and_as_json_escaped(
    command: Command, models: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    models.choose(
        insurance_model(answer=reply(f"The excess is $100{TITLE}\u202e\0 a claim [Source 1]."))
    )
    assert command(*ASK, *BY_MODELS) == 0
    printed = capsys.readouterr()
    assert r"The excess is $100\x1b]0;taken over\x07\u202e" in printed.out
    assert not [order for order in ORDERS if order in printed.out + printed.err]

    assert command(*ASK, *BY_MODELS, "--json") == 0
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert "$100\x1b]0;" in json.loads(said)["answer"]["text"], "the record is what was said"
    assert "\0" not in json.loads(said)["answer"]["text"]


def test_an_error_is_printed_without_orders(
    command: Command, models: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    models.always(status(404, message=f"No such model{TITLE}"))
    command(*ASK, *BY_MODELS)
    printed = capsys.readouterr()
    assert not [order for order in ORDERS if order in printed.out + printed.err]


def test_claims_of_a_checked_file_are_printed_without_orders(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer, sources = tmp_path / "answer.md", tmp_path / "sources.jsonl"
    answer.write_text(f"Glass is covered{TITLE} in full [Source 1].", "utf-8")
    sources.write_text(json.dumps({"text": "Glass is covered in full."}), "utf-8")
    command("check", "--answer", str(answer), "--sources", str(sources))
    shown = capsys.readouterr().out
    assert "taken over" in shown
    assert not [order for order in ORDERS if order in shown]


def test_a_question_with_bytes_that_are_no_text_is_asked_and_listed(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    question = f"What is the \udcff excess{TITLE} for windscreen damage?"
    assert command("ask", question, "-w", "insurance") == 0
    assert "$100" in capsys.readouterr().out
    assert command("runs", "list", "--text", "taken over") == 0
    assert "What is the \ufffd excess\\x1b]0;taken over\\x07 for" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ("runs", "show", "\udcff"),
        ("runs", "delete", "\udcff"),
        ("runs", "list", "--text", "\udcff"),
        (*ASK, "--thread", "\udcff"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_bytes_that_are_no_text_are_wrong_input_elsewhere(
    arguments: tuple[str, ...], command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(*arguments) == 2
    assert "does not accept this text: \ufffd" in capsys.readouterr().err
