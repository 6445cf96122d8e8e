"""A workspace.yaml with an id and a title is enough; what it says replaces a default."""

from pathlib import Path

import pytest

from workbench.domain.plan import GENERAL_UNSTRUCTURED
from workbench.errors import WorkspaceError
from workbench.workspace.read_spec import read_spec
from workbench.workspace.schema import WorkspaceSpec


def read(tmp_path: Path, text: str) -> WorkspaceSpec:
    folder = tmp_path / "rules"
    folder.mkdir(exist_ok=True)
    (folder / "workspace.yaml").write_text(text, "utf-8")
    return read_spec(folder)


def test_an_id_and_a_title_are_enough(tmp_path: Path) -> None:
    spec = read(tmp_path, "id: rules\ntitle: House rules\n")
    assert set(spec.languages) == {"en", "ru"}
    assert spec.scope.description == "House rules"
    assert GENERAL_UNSTRUCTURED in spec.intents
    assert not any(intent.is_structured for intent in spec.intents.values())
    languages = {
        any("а" <= c <= "я" for c in text) for i in spec.intents.values() for text in i.examples
    }
    assert languages == {True, False}, "examples in both languages"


def test_what_the_file_says_replaces_the_default(tmp_path: Path) -> None:
    spec = read(
        tmp_path,
        "id: rules\ntitle: House rules\nlanguages: [ru]\nscope: {off_topic: Not ours.}\n"
        "intents: {GENERAL_UNSTRUCTURED: {description: Any, examples: [What is it?]}}\n",
    )
    assert spec.languages == ("ru",)
    assert spec.scope.off_topic == "Not ours."
    assert spec.scope.no_answer
    assert list(spec.intents) == [GENERAL_UNSTRUCTURED]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("id: rules\n", "title"),
        ("title: House rules\n", "id"),
        ("[]", "pairs of keys and values"),
        ("", "workspace.yaml"),
    ],
)
def test_what_has_no_default_is_named(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(WorkspaceError, match=problem):
        read(tmp_path, text)


def test_a_scope_that_is_no_mapping_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="scope"):
        read(tmp_path, "id: rules\ntitle: House rules\nscope: everything\n")
