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
