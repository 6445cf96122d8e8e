"""What a session spent, as the Models page tells it."""

import re

from workbench.llm.wrappers.budget import PROBE, Budget, Cost, cost_of
from workbench.ui.panels.spending import spent_by_role
from workbench.ui.texts import Texts

GPT, GEMINI = "openai:gpt-4o", "gemini:gemini-2.5-flash-lite"


def rows(budget: Budget) -> list[list[str]]:
    table = str(spent_by_role(budget.spent, Texts("en")))
    found = re.findall(r"<tr>(.*?)</tr>", table)[1:]
    return [re.findall(r"<t[dh]>(.*?)</t[dh]>", row) for row in found]


def spent(*calls: tuple[str, Cost]) -> Budget:
    budget = Budget()
    for role, cost in calls:
        budget.settle(Cost(), cost, role)
    return budget


def test_every_call_stands_in_a_row_with_its_tokens_and_price() -> None:
    budget = spent(
        ("planner", cost_of(GPT, 1000, 100)),
        ("answer", cost_of(GPT, 800, 40)),
        ("embedder", Cost(9, 0.0)),
        (PROBE, cost_of(GPT, 12, 7)),
    )
    assert rows(budget) == [
        ["Planner", "1", "1,100", "$0.0035"],
        ["Answer", "1", "840", "$0.0024"],
        ["Embedder", "1", "9", "$0"],
        ["Model tests", "1", "19", "$0.0001"],
        ["Total", "4", "1,968", "$0.0060"],
    ]


def test_a_tiny_price_is_not_zero_and_an_unknown_one_is_unknown() -> None:
    tiny = spent((PROBE, Cost(19, 0.00001)), ("answer", Cost(500, None)))
    assert [row[-1] for row in rows(tiny)] == ["—", "&lt;\u00a0$0.0001", "&lt;\u00a0$0.0001"]
