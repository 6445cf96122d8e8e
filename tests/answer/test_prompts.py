"""Prompts are files: one each, in both languages, and a workspace may replace any of them."""

from pathlib import Path

import pytest

from tests.support.insurance_workspace import workspace
from workbench.answer.prompt_files import Prompts
from workbench.domain.answer import Format, Mode, Template
from workbench.errors import WorkspaceError

FOLDER = Path(__file__).parents[2] / "workbench" / "answer" / "prompts"


def test_every_prompt_is_there_in_both_languages() -> None:
    names = {file.name.split(".")[0] for file in FOLDER.glob("*.jinja")}

    assert {f"{name}.{language}.jinja" for name in names for language in ("ru", "en")} == {
        file.name for file in FOLDER.iterdir()
    }
    tasks = {template.value for template in Template if template is not Template.AUTO}
    forms = {f"format_{form.value}" for form in Format}
    assert {mode.value for mode in Mode} | tasks | forms <= names


def own(folder: Path, name: str, text: str) -> Prompts:
    (folder / "prompts").mkdir()
    (folder / "prompts" / name).write_text(text, "utf-8")
    return Prompts(workspace(folder))


def test_a_workspace_replaces_a_prompt_by_its_name(tmp_path: Path) -> None:
    prompts = own(tmp_path, "empty_question.en.jinja", "Pardon?")

    assert prompts.fill("empty_question", "en") == "Pardon?"
    assert prompts.fill("empty_question", "ru").startswith("Задайте")


def test_an_unknown_name_in_a_prompt_is_refused_with_its_place(tmp_path: Path) -> None:
    prompts = own(tmp_path, "empty_question.en.jinja", "{{ oracle }}")

    with pytest.raises(WorkspaceError, match=r"empty_question\.en\.jinja.*oracle"):
        prompts.fill("empty_question", "en")


def test_a_prompt_cannot_reach_into_python(tmp_path: Path) -> None:
    prompts = own(tmp_path, "empty_question.en.jinja", "{{ ''.__class__.__mro__ }}")

    with pytest.raises(WorkspaceError):
        prompts.fill("empty_question", "en")
