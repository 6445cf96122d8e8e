"""A comparison without a model: what is shared, what differs, and one sentence of both."""

import pytest

from tests.support.insurance_workspace import fact, payload, plan, workspace
from workbench.answer.compare_facts import compare_facts
from workbench.answer.output_schemas import ComparisonResult
from workbench.domain.evidence import Evidence, SourceRef
from workbench.domain.local_text import Language
from workbench.rendering import render


def of(name: str, text: str, **cells: str) -> Evidence:
    return fact(text, **cells).model_copy(update={"source": SourceRef(id=name, title=name)})


def compared(*items: Evidence, language: Language = "en") -> ComparisonResult:
    facts = payload(*items)
    rendered = render(plan("BULLETS"), facts, workspace(), language)
    rendered = rendered.model_copy(update={"sources": tuple(item.id for item in items)})
    return compare_facts(facts, rendered, language)


CAR = of("Car", "Car: $100, abroad", Product="Car", Excess="$100", Area="Europe.")
HOME = of("Home", "Home: $100, at home", Product="Home", Excess="$100", Area="Malaysia")


def test_columns_with_one_value_are_similarities_and_the_others_differences() -> None:
    result = compared(CAR, HOME)

    assert result.similarities == ["Excess: $100 [Source 1] [Source 2]"]
    assert result.differences == ["Area: Car — Europe [Source 1]; Home — Malaysia [Source 2]"]
    assert result.conclusion == "Car, Home: the same in Excess; different in Area."


def test_the_conclusion_is_in_the_language_of_the_question() -> None:
    result = compared(CAR, HOME, language="ru")

    assert result.conclusion == "Car, Home: совпадает — Excess; различается — Area."


def test_facts_without_columns_are_compared_as_a_whole() -> None:
    glass = "Glass is covered"
    items = (
        of("Car", glass).model_copy(update={"id": "f-car-glass"}),
        of("Car", "Theft is covered"),
        of("Home", glass).model_copy(update={"id": "f-home-glass"}),
    )

    result = compared(*items)

    assert result.similarities == ["Glass is covered [Source 1] [Source 3]"]
    assert result.differences == ["Car: Theft is covered [Source 2]"]
    assert result.conclusion == "Car, Home: facts in common: 1, other facts: 1."


@pytest.mark.parametrize(
    ("items", "conclusion"),
    [
        ((CAR,), "There is data about one of them only: Car."),
        ((), "There is nothing to compare."),
    ],
)
def test_one_entity_alone_is_not_compared(items: tuple[Evidence, ...], conclusion: str) -> None:
    result = compared(*items)

    assert result.similarities == []
    assert result.conclusion == conclusion
