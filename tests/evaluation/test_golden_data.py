"""The golden questions measure understanding: none of them was shown to the planner."""

import re
from collections import defaultdict
from itertools import islice
from pathlib import Path

import pytest

from workbench.evaluation.cases import Case, read_cases
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace

DATA = Path(__file__).parents[2] / "data"
NAMES = ("portfolio", "insurance")
ACCEPTANCE = (
    "Где сейчас работает Дмитрий?",
    "Достижения на проекте АЛОР",
    "Где применял RAG?",
    "Какие технологии использовал в AI-Portfolio?",
    "Контакты Дмитрия",
    "А какие проекты в Aston?",
)


def words(text: str) -> list[str]:
    return re.findall(r"[\w{}-]+", text.casefold())


def cuts(text: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The text, and without each of its words: texts that differ by one word share one of them."""
    return {text, *(text[:at] + text[at + 1 :] for at in range(len(text)))}


def differ_by_one_word(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """True when one insertion, deletion or replacement of a word makes them equal."""
    if abs(len(one) - len(other)) > 1:
        return False
    head = 0
    while head < min(len(one), len(other)) and one[head] == other[head]:
        head += 1
    tail = 0
    while tail < min(len(one), len(other)) - head and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    return max(len(one), len(other)) - head - tail <= 1


def filled(example: str, workspace: Workspace) -> list[list[str]]:
    """The example with its braces as written, and with each entity's names in their place."""
    forms = [example]
    for node_type in re.findall(r"{(\w+)}", example):
        names = [
            name
            for node in workspace.nodes.values()
            if node.type == node_type
            for name in (node.label("ru"), node.label("en"), *node.aliases)
        ]
        more = (f.replace(f"{{{node_type}}}", name) for f in tuple(forms) for name in names)
        forms += islice(more, 400)
    return [words(form) for form in forms]


@pytest.mark.parametrize("name", NAMES)
def test_no_golden_question_stands_in_or_beside_an_intent_example(name: str) -> None:
    workspace = open_workspace(DATA / name, TOOL_SPECS)
    cases = {
        tuple(words(case.question)): case.id for case in read_cases(DATA / name / "golden.jsonl")
    }
    shown = {
        tuple(form)
        for intent in workspace.spec.intents.values()
        for example in intent.examples
        for form in filled(example, workspace)
    }
    cut_cases = defaultdict(set)
    for question in cases:
        for cut in cuts(question):
            cut_cases[cut].add(question)

    beside = {
        cases[question]
        for form in shown
        for cut in cuts(form)
        for question in cut_cases.get(cut, ())
        if differ_by_one_word(question, form)
    }

    assert not beside


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_question_is_there(name: str) -> None:
    cases: list[Case] = read_cases(DATA / name / "golden.jsonl")

    assert len(cases) >= 40
    assert len({case.id for case in cases}) == len(cases)
    kinds = {case.kind for case in cases}
    needed = {
        "list",
        "unanswerable",
        "false_premise",
        "follow_up",
        "off_topic",
        "comparison",
        "typo",
    }
    assert needed <= kinds
    assert {case.language for case in cases} == {"ru", "en"}


def test_the_acceptance_questions_are_golden_word_for_word() -> None:
    questions = {case.question for case in read_cases(DATA / "portfolio" / "golden.jsonl")}

    assert set(ACCEPTANCE) <= questions


@pytest.mark.parametrize("name", NAMES)
def test_every_intent_has_ten_examples_in_both_languages(name: str) -> None:
    for intent in open_workspace(DATA / name, TOOL_SPECS).spec.intents.values():
        russian = [one for one in intent.examples if re.search("[а-яё]", one, re.IGNORECASE)]
        assert len(intent.examples) >= 10, intent.id
        assert russian, intent.id
        assert len(russian) < len(intent.examples), intent.id
