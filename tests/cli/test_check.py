"""``workbench check``: a text against its sources, without a workspace."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command

SOURCES = (
    {"text": "The windscreen excess is $100 for each claim on every plan.", "title": "Car terms"},
    {"text": "We tow your car to a garage, at most 50 km away."},
)


@pytest.fixture
def sources(tmp_path: Path) -> str:
    path = tmp_path / "sources.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in SOURCES), "utf-8")
    return str(path)


def written(folder: Path, text: str) -> str:
    path = folder / "answer.txt"
    path.write_text(text, "utf-8")
    return str(path)


def test_a_text_that_its_sources_carry_passes(
    command: Command, tmp_path: Path, sources: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = written(tmp_path, "The windscreen excess is $100 on every plan [Source 1].")

    assert command("check", "--answer", answer, "--sources", sources) == 0
    assert "grounding 100%, citation precision 100%, recall 100%" in capsys.readouterr().out


def test_what_could_not_be_checked_is_counted(
    command: Command, tmp_path: Path, sources: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "The windscreen excess is $100 on every plan [Source 1].\n\n```python\nx = 1\n```\n"

    assert command("check", "--answer", written(tmp_path, said), "--sources", sources) == 0
    assert "grounding 100% of what could be checked (1 could not)" in capsys.readouterr().out


def test_what_they_do_not_carry_fails_and_is_named(
    command: Command, tmp_path: Path, sources: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = written(tmp_path, "We tow up to 500 km [Source 2]. Dentures are paid [Source 7].")

    assert command("check", "--answer", answer, "--sources", sources, "--json") == 1

    checked = json.loads(capsys.readouterr().out)
    assert [claim["verdict"] for claim in checked["claims"]] == [
        "contradicted",
        "not_in_sources",
    ]
    assert checked["unknown_sources"] == [7]
    assert checked["filtered"].endswith("⚠️ Unverified claim: Dentures are paid.")


def test_the_reasons_are_in_the_language_asked_for(
    command: Command, tmp_path: Path, sources: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = written(tmp_path, "We tow up to 500 km.")

    command("check", "--answer", answer, "--sources", sources, "--lang", "ru")

    assert "число up to 500, а в источнике at most 50" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"title": "No text"}', "Source 1"),
        ("not json", "line 1"),
        ("3", "Source 1"),
        ("[" * 100_000, "line 1"),
    ],
)
def test_sources_that_are_none_are_wrong_input(
    line: str, said: str, command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text(line, "utf-8")
    answer = written(tmp_path, "Anything.")

    assert command("check", "--answer", answer, "--sources", str(path)) == 2
    assert said in capsys.readouterr().err


def test_a_source_may_hold_any_kind_of_line_break(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "sources.jsonl"
    text = "The excess is $100.\u2028It applies to each claim.\u0085Always."
    path.write_text(json.dumps({"text": text}, ensure_ascii=False), "utf-8")
    answer = written(tmp_path, "The excess is $100 [Source 1].")

    assert command("check", "--answer", answer, "--sources", str(path)) == 0


def test_an_unknown_language_is_wrong_input(command: Command, tmp_path: Path, sources: str) -> None:
    answer = written(tmp_path, "Anything.")

    assert command("check", "--answer", answer, "--sources", sources, "--lang", "de") == 2


def test_empty_files_are_wrong_input(command: Command, tmp_path: Path, sources: str) -> None:
    nothing = written(tmp_path, " \n")
    answer = tmp_path / "other.txt"
    answer.write_text("Anything.", "utf-8")

    assert command("check", "--answer", nothing, "--sources", sources) == 2
    assert command("check", "--answer", str(answer), "--sources", nothing) == 2
