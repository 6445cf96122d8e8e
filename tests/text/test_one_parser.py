"""Markdown and citation marks are read in one package: no other one has patterns for them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import workbench

PACKAGE = Path(workbench.__file__).parent
SIGNS = {
    "a heading": ("#{1", "#{0", "#+"),
    "a list item": ("-*+", "*+-", "-*•", "*+•", r"\d+[.)]", r"\d{1,3}[.)]", r"\d{1,9}[.)]"),
    "a table row": (r"\|.*\|", r"|:\-", "|:-", r"-{3,}"),
    "a fence": ("`{3", "~{3", "```|", "```[", "(```"),
    "a citation mark": (r"\[Source", r"\[［【", "(?:source|источник", "(source|"),
    "emphasis": (r"\*\*", r"\*{", r"\_\_"),
    "a JSON text": ('("{", "[")',),
}
"""Pieces of patterns that recognise Markdown, by what they recognise."""

MARKS = ("|", "#", "```", "~~~", "**", "- ", "> ", "[Source")
"""What no module compares the beginning of a text with, or counts in it."""

ALLOWED = {
    "domain/answer.py": "has the canonical syntax of a citation mark",
    "nlp/assertions.py": "tells the number of a heading («2. Projects») from an amount",
}
"""Modules outside `workbench.text` that may have such patterns, each with its reason."""


def modules() -> list[str]:
    found = (path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
    return sorted(name for name in found if not name.startswith("text/") and name not in ALLOWED)


def patterns(source: str) -> Iterator[str]:
    """The strings of a module that are no docstrings: patterns, prefixes, prompts."""
    tree = ast.parse(source)
    docs = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    for one in ast.walk(tree):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in docs:
            yield one.value


def comparisons(source: str) -> Iterator[str]:
    """The marks that a module looks for by methods of strings: ``line.startswith("|")``."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            if call.func.attr not in ("startswith", "endswith", "count", "find", "removeprefix"):
                continue
            constants = (one for given in call.args for one in ast.walk(given))
            values = (one.value for one in constants if isinstance(one, ast.Constant))
            yield from (f"{one!r}" for one in values if one in MARKS)


def recognised(source: str) -> set[str]:
    told = [*patterns(source)]
    found = {what for what, signs in SIGNS.items() for one in told for sign in signs if sign in one}
    return found | {*comparisons(source)}


def test_no_other_package_reads_markdown() -> None:
    found = {name: recognised((PACKAGE / name).read_text("utf-8")) for name in modules()}
    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize("name", ALLOWED)
def test_no_exception_outlives_its_reason(name: str) -> None:
    assert recognised((PACKAGE / name).read_text("utf-8"))


def test_a_pattern_is_seen() -> None:
    assert recognised('"""A docstring with #{1,6} in it."""\nX = re.compile(r"^#{1,6} ")') == {
        "a heading"
    }


def test_a_comparison_is_seen() -> None:
    assert recognised('def f(line): return line.startswith(("|", "x"))') == {"'|'"}


def imported(name: str) -> set[tuple[str | None, str]]:
    return {
        (one.module, alias.name)
        for one in ast.walk(ast.parse((PACKAGE / name).read_text("utf-8")))
        if isinstance(one, ast.ImportFrom)
        for alias in one.names
    }


def test_whether_a_text_is_json_is_asked_of_its_model() -> None:
    asked_of_the_text = ("workbench.text.json_text", "structured")
    assert [name for name in modules() if asked_of_the_text in imported(name)] == []
