"""A prompt of the workspace that cannot be used is an error that names its file."""

import os
from pathlib import Path

import pytest

from workbench.errors import WorkspaceError
from workbench.workspace.prompts import PromptFiles

NAME = "question.en.jinja"


@pytest.mark.parametrize("content", [b"\xff", b"{{ 1 / 0 }}", b"{% if %}", b"{{ nothing }}"])
def test_a_bad_prompt_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)

    with pytest.raises(WorkspaceError, match=NAME):
        PromptFiles(tmp_path, "workbench.answer").fill(NAME)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / NAME)

    with pytest.raises(WorkspaceError, match=NAME):
        PromptFiles(tmp_path, "workbench.answer").fill(NAME)


@pytest.mark.parametrize(
    "expression",
    ["'x' * 300000000", "300000000 * [0]", "9 ** 9 ** 9", "'%999999999d' % 1", "range(2000)"],
)
def test_an_expression_that_fills_the_memory_is_refused(tmp_path: Path, expression: str) -> None:
    text = f"{{{{ {expression} }}}}"
    with pytest.raises(WorkspaceError, match=r"not allowed here|more than"):
        PromptFiles(tmp_path, "workbench.answer", {"rules.en.jinja": text}).fill("rules.en.jinja")


def test_arithmetic_and_short_repetitions_are_rendered(tmp_path: Path) -> None:
    text = "{{ '-' * 3 }} {{ 3 * '-' }} {{ 2 * 3 }} {{ 7 % 4 }} {{ range(3)|list }}"
    prompts = PromptFiles(tmp_path, "workbench.answer", {"rules.en.jinja": text})
    assert prompts.fill("rules.en.jinja") == "--- --- 6 3 [0, 1, 2]"


DEEP = "{% for a in range(900) %}{% for b in range(900) %}{% set c = 1 %}{% endfor %}{% endfor %}"


@pytest.mark.parametrize(
    "text",
    [
        DEEP,
        "{% set count_turn = 1 %}" + DEEP,
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}"
        "{{ m(40) }}",
        "{% set n = n - 1 %}{% if n > 0 %}{% include 'rules.en.jinja' %}"
        "{% include 'rules.en.jinja' %}{% endif %}",
    ],
)
def test_a_template_that_hardly_ends_is_refused(tmp_path: Path, text: str) -> None:
    prompts = PromptFiles(tmp_path, "workbench.answer", {"rules.en.jinja": text})
    with pytest.raises(WorkspaceError, match="turn more than"):
        prompts.fill("rules.en.jinja", n=40)


def test_a_template_that_writes_without_end_is_refused(tmp_path: Path) -> None:
    text = f"{{% for one in range(900) %}}{'y' * 10_000}{{% endfor %}}"
    prompts = PromptFiles(tmp_path, "workbench.answer", {"rules.en.jinja": text})
    with pytest.raises(WorkspaceError, match="more than 5000000 characters"):
        prompts.fill("rules.en.jinja")


def test_each_rendering_has_its_own_count(tmp_path: Path) -> None:
    text = "{% for a in range(200) %}{% for b in range(200) %}{% endfor %}{% endfor %}done"
    prompts = PromptFiles(tmp_path, "workbench.answer", {"rules.en.jinja": text})
    assert [prompts.fill("rules.en.jinja") for _ in range(3)] == ["done"] * 3
