"""A comparison without a model: what is shared, what differs, and one sentence of both."""

import pytest

from tests.support.insurance_workspace import fact, payload, plan, workspace
from workbench.answer.compare_facts import compare_facts
from workbench.answer.output_schemas import ComparisonResult
from workbench.domain.evidence import Evidence, GraphPath, SourceRef
from workbench.domain.graph import Node
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


def benefit(product: str, name: str, text: str, **cells: str) -> Evidence:
    """A fact that leads from a product to one of its benefits."""
    path = GraphPath(nodes=(f"product:{product}", f"benefit:{name}"))
    return of(name, text, **cells).model_copy(
        update={"id": f"f-{product}-{name}", "path": path, "source": SourceRef(id=name, title=name)}
    )


NODES = {
    f"product:{name.lower()}": Node(id=f"product:{name.lower()}", type="product", name=name)
    for name in ("Car", "Home")
}


def test_a_graph_fact_is_about_where_its_path_starts_not_about_the_benefit_it_leads_to() -> None:
    facts = payload(benefit("car", "Theft", "Theft: $100"), benefit("car", "Glass", "Glass: $50"))
    rendered = render(plan("BULLETS"), facts, workspace(), "en")

    result = compare_facts(facts, rendered, "en", NODES)

    assert result.conclusion == "There is data about one of them only: Car."
    assert result.differences == ["Theft: $100 [Source 1]", "Glass: $50 [Source 2]"]


def test_several_rows_of_each_entity_are_compared_row_by_row() -> None:
    facts = payload(
        benefit(
            "car",
            "Theft",
            "Car — Theft: $9 (excess $1)",
            Product="Car",
            Benefit="Theft",
            Limit="$9",
            Excess="$1",
        ),
        benefit("car", "Glass", "Car: $5", Product="Car", Benefit="Glass", Limit="$5", Excess="$1"),
        benefit("home", "Theft", "H: $8", Product="Home", Benefit="Theft", Limit="$8", Excess="$1"),
        benefit("home", "Glass", "H: $5", Product="Home", Benefit="Glass", Limit="$5", Excess="$1"),
    )
    rendered = render(plan("BULLETS"), facts, workspace(), "en")

    result = compare_facts(facts, rendered, "en", NODES)

    assert result.similarities == ["Glass: Limit $5, Excess $1 [Source 2] [Source 4]"]
    assert result.differences == [
        "Theft: Car — $9 (excess $1) [Source 1]; Home — Limit $8, Excess $1 [Source 3]"
    ]


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
