"""Every prompt, word for word; `make prompts` rewrites the files after a change of a template."""

import re
from importlib.resources import files

import pytest

from tests.prompts.rendered import GOLDEN, prompts
from workbench.bootstrap.prompt_catalogue import PromptKind, prompt_kinds

RENDERED = prompts()
REPLIES = frozenset({"no_context", "off_topic", "empty_question"})
"""Templates whose text is the answer itself: no model reads them."""


@pytest.mark.parametrize("name", RENDERED)
def test_a_rendered_prompt_is_its_golden_file(name: str) -> None:
    assert f"{RENDERED[name]}\n" == (GOLDEN / f"{name}.txt").read_text("utf-8")


def test_there_is_no_golden_file_without_a_prompt() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(RENDERED)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, id=kind.name)
        for kind in prompt_kinds().values()
        if kind.stem not in REPLIES
    ],
)
def test_every_line_of_a_template_is_in_a_golden_file(kind: PromptKind) -> None:
    source = files(kind.package).joinpath("prompts", kind.name).read_text("utf-8")
    lines = [line for line in source.splitlines() if line and not re.search(r"[{}]", line)]
    shown = "\n".join(RENDERED.values())
    assert [line for line in lines if line not in shown] == []


@pytest.mark.parametrize("name", [name for name in RENDERED if name.startswith("answer.")])
def test_a_writer_sees_no_ids_files_intents_or_tools(name: str) -> None:
    internal = re.compile(r"product:\w|\.md\b|\bCOVER\b|_tool\b|[A-Z]{3,}_[A-Z]{3,}")
    assert internal.findall(RENDERED[name]) == []
