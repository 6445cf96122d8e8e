"""The line that a source has in a list says a name once."""

import pytest

from workbench.domain.evidence import Evidence, Passage, SourceRef
from workbench.rendering.source_labels import label_with_content


@pytest.mark.parametrize(
    ("title", "label", "content", "told"),
    [
        ("Buildings", "Buildings (benefit)", "Buildings: $500,000", "Buildings: $500,000"),
        ("Aston", "Aston (company)", "Leads a team", "Aston (company): Leads a team"),
        ("", "What uses Kafka: 2…", "What uses Kafka: 2 of 9", "What uses Kafka: 2 of 9"),
        ("Aston", "Aston (company)", "", "Aston (company)"),
    ],
)
def test_a_fact_that_begins_with_its_subject_stands_alone(
    title: str, label: str, content: str, told: str
) -> None:
    source = SourceRef(id="one", title=title) if title else None
    item = Evidence(type="fact", text=content, source=source, score=1.0)
    assert label_with_content(label, item, content) == told


def test_what_a_passage_says_is_not_told() -> None:
    span = Passage(document_id="a.md", title="Terms", start=0, end=5)
    item = Evidence(type="text", text="Terms apply.", span=span, score=1.0)
    assert label_with_content("Terms", item, "Terms apply.") == "Terms"
