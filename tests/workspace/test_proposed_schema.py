"""The schema that a graph without one gets is one that a workspace may have."""

from workbench.nlp.cross_language import TermList, schema_terms
from workbench.workspace.proposed_schema import propose_schema
from workbench.workspace.schema import EdgeType, NodeType

LISTS: tuple[TermList, ...] = ("types", "relations", "properties")
TERMS = {term: one for name in LISTS for term, one in schema_terms(name).items()}
CONDITIONS = [term for term, one in TERMS.items() if "not" in one]
NAMES = [
    *TERMS,
    *(f"{term.removesuffix('e')}{ending}" for term in CONDITIONS for ending in ("ing", "er", "s")),
    *(text for term in CONDITIONS for text in TERMS[term]["ru"]),
]


def as_identifier(name: str) -> str:
    return name.replace(" ", "_")


def test_any_common_word_may_name_a_type_and_a_relation() -> None:
    types = [as_identifier(name) for name in NAMES]
    nodes = [{"id": f"{name}:1", "type": name, "properties": {}} for name in types]
    edges = [
        {"source": f"{name}:1", "type": name.upper(), "target": f"{name}:1", "properties": {}}
        for name in types
    ]
    spec = propose_schema(nodes, edges, {}).spec
    read = [NodeType.model_validate(entry) for entry in spec["node_types"].values()]
    related = [EdgeType.model_validate(entry) for entry in spec["edge_types"].values()]
    assert len(read) == len(related) == len({*types})
    assert all(one.label for one in (*read, *related))


def test_a_type_is_no_condition_that_sounds_like_it() -> None:
    proposed = propose_schema([{"id": "a", "type": "opening", "properties": {}}], (), {}).spec
    assert proposed["node_types"]["opening"]["label"] == {
        "en": "opening",
        "ru": "открытие",
    }


def test_a_date_is_that_of_its_event() -> None:
    properties = {"exam_date": "2025-02-09", "birth_date": "1980-01-01"}
    rows = [{"id": "a", "type": "course", "properties": properties}]
    proposed = propose_schema(rows, (), {}).spec["node_types"]["course"]["properties"]
    assert {"exam", "экзамен"} <= {*proposed["exam_date"]["words"]}
    assert "birth" not in proposed["birth_date"]["words"]


def test_a_word_that_is_no_term_has_a_translated_label() -> None:
    properties = {"has_scholarship": True}
    rows = [{"id": "a", "type": "badge", "properties": properties}]
    proposed = propose_schema(rows, (), {}).spec["node_types"]["badge"]
    assert proposed["label"]["ru"] == "бейдж"
    assert proposed["properties"]["has_scholarship"]["label"]["ru"] == "стипендия"


def test_a_refusal_names_a_type_by_its_label_in_the_other_language_rather_than_its_id() -> None:
    nodes = [{"id": "a", "type": "sputtertarget", "properties": {}}]
    given = {"sputtertarget": {"en": "sputter target"}}
    proposed = propose_schema(nodes, (), given).spec
    assert "sputter target" in proposed["scope"]["off_topic"]["ru"]
