"""What is shown of the sources where they do not say what is asked."""

from workbench.extractive.nearest import nearest_statements
from workbench.extractive.sentence_selection import Source, rank_statements

TEXT = (
    "The marina sells diesel at the north pier. The marina opens at seven. "
    "Boats wait at the south pier. The chandlery sells rope."
)


def nearest(question: str) -> list[str]:
    sources = [Source(TEXT)]
    chosen = rank_statements(question, sources)
    return [one.text for one in nearest_statements(question, chosen, sources)]


def test_two_statements_at_most_are_shown() -> None:
    found = nearest("Does the marina at the north pier sell hydrogen?")

    assert found[0] == "The marina sells diesel at the north pier."
    assert len(found) <= 2


def test_of_a_comparison_both_sides_are_shown() -> None:
    question = "Compare the marina and the chandlery"

    assert "The chandlery sells rope." in nearest(question)
