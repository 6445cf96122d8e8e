"""Select boxes with translated options keep their choice when the language changes."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCREENS = [*(ROOT / "workbench" / "ui").rglob("*.py"), *(ROOT / "pages").glob("*.py")]


def calls(path: Path, name: str) -> Iterator[ast.Call]:
    """The calls of a function in a module."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == name:
            yield call


def select_boxes(path: Path) -> Iterator[dict[str | None, ast.expr]]:
    """The keyword arguments of every select box that a screen draws, but those of the plan's form.

    A field of that form is set from the draft in every run of the script.
    """
    for call in calls(path, "st.selectbox"):
        given = {one.arg: one.value for one in call.keywords}
        if None not in given:
            yield given


@pytest.mark.parametrize("path", sorted(SCREENS), ids=lambda path: path.name)
def test_no_select_box_is_forgotten(path: Path) -> None:
    for given in select_boxes(path):
        is_set = "key" in given and ast.unparse(given["key"]).startswith("session.translated_key(")
        assert "format_func" not in given or is_set, list(map(ast.dump, given.values()))


@pytest.mark.parametrize("path", sorted(SCREENS), ids=lambda path: path.name)
def test_what_is_no_option_has_no_label(path: Path) -> None:
    """A closed menu still sends the label of the language before; it must not pass for a choice."""
    for given in select_boxes(path):
        told = given.get("format_func")
        if told is not None:
            parts = list(ast.walk(told))
            assert not any(isinstance(one, ast.IfExp | ast.BoolOp) for one in parts), path
            assert not any(isinstance(one, ast.Attribute) and one.attr == "get" for one in parts)


@pytest.mark.parametrize("path", sorted(SCREENS), ids=lambda path: path.name)
def test_no_list_offers_all_of_its_options_in_english(path: Path) -> None:
    for call in calls(path, "st.multiselect"):
        given = {one.arg: ast.unparse(one.value) for one in call.keywords}
        assert given.get("select_all") == "False", ast.unparse(call)
