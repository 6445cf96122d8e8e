"""FactsPayload keeps its specified shape, and evidence ids depend on content alone."""

from workbench.domain.evidence import (
    Evidence,
    FactsPayload,
    GraphPath,
    Passage,
    Subgraph,
    SubgraphEdge,
    SubgraphNode,
)

EXAMPLE = {
    "found": True,
    "items": [
        {
            "type": "achievement",
            "text": "Сократил время ответа",
            "source": {"id": "project:alor-broker", "title": "АЛОР Брокер"},
        },
        {"type": "project", "title": "AI-Portfolio", "summary": "Ассистент по портфолио"},
    ],
    "groups": [
        {
            "title": "Проекты с RAG",
            "items": [{"type": "project", "title": "AI-Portfolio", "summary": "Ассистент"}],
        }
    ],
    "meta": {"coverage": 0.9},
    "sources": [{"id": "project:ai-portfolio", "label": "AI-Portfolio"}],
}


def test_the_example_of_the_seed_round_trips() -> None:
    payload = FactsPayload.model_validate(EXAMPLE)

    assert payload.model_dump(mode="json", exclude_unset=True) == EXAMPLE
    assert FactsPayload.model_validate_json(payload.model_dump_json()) == payload


def test_an_id_depends_on_content_and_not_on_score_or_wording() -> None:
    path = GraphPath(nodes=("project:a", "technology:b"), edges=("e",))
    russian = Evidence(type="usage", text="А использует Б", path=path, score=0.4)
    english = Evidence(type="usage", text="A uses B", path=path, score=0.9)
    elsewhere = Evidence(type="usage", text="A uses B", path=GraphPath(nodes=("project:c",)))

    assert russian.id == english.id
    assert russian.id != elsewhere.id


def test_passages_at_different_places_are_different_evidence() -> None:
    def passage(start: int) -> Evidence:
        span = Passage(document_id="a.md", title="A", start=start, end=start + 4)
        return Evidence(type="passage", text="same", span=span)

    assert passage(0).id == passage(0).id
    assert passage(0).id != passage(10).id


def test_merged_subgraphs_hold_each_node_and_edge_once() -> None:
    node = SubgraphNode(id="a:1", type="a", label="One")
    edge = SubgraphEdge(id="e", source="a:1", target="a:1", type="E", label="is")
    one = Subgraph(nodes=(node,), edges=(edge,))

    assert one.merged(one) == one
