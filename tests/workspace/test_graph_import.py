"""Graphs of other tools are imported with validated rows and proposed labels."""

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.errors import WorkspaceError
from workbench.workspace.graph_import import ImportedGraph, find_graph_files, import_graph
from workbench.workspace.label_proposals import (
    Role,
    head_words,
    identifier_words,
    propose_labels,
    propose_measure_labels,
)

SPEC = {"id": "made", "title": "Made"}

GRAPHML = """<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
 <key id="t" for="node" attr.name="type" attr.type="string"/>
 <key id="n" for="node" attr.name="name" attr.type="string"/>
 <key id="h" for="node" attr.name="height" attr.type="int"/>
 <key id="r" for="edge" attr.name="label" attr.type="string"/>
 <graph edgedefault="directed">
  <node id="1">
   <data key="t">Mountain</data><data key="n">Elbrus</data><data key="h">5642</data>
  </node>
  <node id="2"><data key="t">Country</data><data key="n">Russia</data></node>
  <edge source="1" target="2"><data key="r">located_in</data></edge>
 </graph>
</graphml>
"""
TURTLE = """@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ex: <http://example.org/> .
ex:River a rdfs:Class ; rdfs:label "stream"@en , "речка"@ru .
ex:volga a ex:River ; rdfs:label "Volga"@en , "Волга"@ru ; ex:length 3530 .
ex:volga ex:flowsInto ex:caspian .
ex:caspian a ex:Lake ; rdfs:label "Caspian Sea"@en .
"""
NODES_CSV = """id,type,name.en,name.ru,aliases,properties.born,properties.code
a,person,Orlov,Орлов,O.;Orl,1950,007
b,person,Petrova,Петрова,,1962,012
c,town,Lesnoy,Лесной,,,
"""
EDGES_CSV = """source,type,target
a,LIVES_IN,c
b,LIVES_IN,c
"""


def imported(folder: Path, **files: str) -> ImportedGraph:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, "utf-8")
    found = find_graph_files({path.name: path for path in folder.iterdir()})
    return import_graph(found, SPEC)


def test_a_json_graph_keeps_its_names_and_types(tmp_path: Path) -> None:
    data = {
        "nodes": [
            {"id": "x", "type": "town", "names": {"en": "Lesnoy", "ru": "Лесной"}, "area": 12},
            {"id": "y", "type": "river", "name": "Ob", "props": {"length": 3650, "old": None}},
        ],
        "edges": [{"from": "y", "to": "x", "relation": "FLOWS_INTO", "props": {"since": 1}}],
    }
    made = imported(tmp_path, graph__json=json.dumps(data))
    town = made.graph.nodes["town:x"]
    assert (town.name, town.properties) == ({"en": "Lesnoy", "ru": "Лесной"}, {"area": 12})
    (edge,) = made.graph.edges
    assert (edge.source, edge.type, edge.target) == ("river:y", "FLOWS_INTO", "town:x")
    schema = made.schema.spec
    assert schema["node_types"]["town"]["label"] == {"en": "town", "ru": "город"}
    assert schema["node_types"]["town"]["properties"]["area"]["kind"] == "number"
    assert schema["edge_types"]["FLOWS_INTO"]["label"]["ru"] == "впадает в"


def test_csv_cells_are_numbers_only_where_all_of_the_column_are(tmp_path: Path) -> None:
    made = imported(tmp_path, nodes__csv=NODES_CSV, edges__csv=EDGES_CSV)
    orlov = made.graph.nodes["person:a"]
    assert orlov.properties == {"born": 1950, "code": "007"}
    assert orlov.aliases == ("O.", "Orl")
    assert len(made.graph.edges) == 2


def test_graphml_has_its_attributes(tmp_path: Path) -> None:
    made = imported(tmp_path, peaks__graphml=GRAPHML)
    assert made.graph.nodes["mountain:1"].properties == {"height": 5642}
    assert made.graph.nodes["mountain:1"].name == "Elbrus"
    assert made.schema.spec["edge_types"]["located_in"]["from"] == ["mountain"]


def test_turtle_has_names_and_labels_by_language(tmp_path: Path) -> None:
    made = imported(tmp_path, rivers__ttl=TURTLE)
    volga = made.graph.nodes["river:volga"]
    assert volga.name == {"en": "Volga", "ru": "Волга"}
    assert volga.properties == {"length": 3530}
    assert [edge.type for edge in made.graph.edges] == ["flowsInto"]


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("nodes.csv", "id,type,name\n,person,Orlov\n", "nodes.csv: line 2"),
        ("nodes.jsonl", '{"id": "a", "type": "t"}\n{"id": "b", "type"\n', "nodes.jsonl: line 2"),
        ("bad.graphml", "<graphml>\n<graph>\n</graphml>", "bad.graphml: line 3"),
        ("bad.ttl", "@prefix ex: <http://e/> .\nex:a ex:b .\n", "bad.ttl: line 2"),
    ],
)
def test_an_invalid_row_is_named_with_its_line(
    tmp_path: Path, name: str, text: str, place: str
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    if name.startswith("nodes"):
        (tmp_path / f"edges{Path(name).suffix}").write_text("source,type,target\n", "utf-8")
    files = {path.name: path for path in tmp_path.iterdir() if path.name == name}
    with pytest.raises(WorkspaceError) as raised:
        import_graph(files, SPEC)
    assert str(raised.value.words["place"]).startswith(place)


def test_an_error_of_turtle_is_said_in_words_without_the_raw_text(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError) as raised:
        imported(tmp_path, bad__ttl="@prefix ex: <http://e/> .\nex:a ex:b .\n")
    assert raised.value.message == "bad.ttl: line 2: invalid Turtle: objectList expected."


def test_an_edge_to_an_unknown_node_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError) as raised:
        imported(tmp_path, nodes__csv=NODES_CSV, edges__csv="source,type,target\na,KNOWS,z\n")
    assert raised.value.words == {"place": "edges.csv: line 2", "end": "target", "node": "z"}


def test_an_edge_of_graphml_to_an_unknown_node_is_refused_with_its_line(tmp_path: Path) -> None:
    wrong = GRAPHML.replace('target="2"', 'target="9"')
    with pytest.raises(WorkspaceError) as raised:
        imported(tmp_path, peaks__graphml=wrong)
    line = 1 + wrong.splitlines().index(next(x for x in wrong.splitlines() if "<edge" in x))
    place = f"peaks.graphml: line {line}"
    assert raised.value.words == {"place": place, "end": "target", "node": "9"}


def test_rows_may_have_the_field_names_of_a_json_graph(tmp_path: Path) -> None:
    nodes = [
        {"id": "a", "type": "ship", "names": {"en": "Aurora"}, "props": {"length": 12}},
        {"id": "b", "type": "port", "name": "Varna"},
    ]
    made = imported(
        tmp_path,
        nodes__jsonl="\n".join(map(json.dumps, nodes)),
        edges__jsonl='{"source": "a", "type": "CALLS_AT", "target": "b", "props": {"since": 2003}}',
    )
    assert made.graph.nodes["ship:a"].properties == {"length": 12}
    assert made.graph.nodes["ship:a"].name == {"en": "Aurora"}
    assert made.graph.edges[0].properties == {"since": 2003}


def test_other_json_files_hold_no_graph(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text('[{"nodes": 3}]', "utf-8")
    (tmp_path / "nodes.csv").write_text("id\n", "utf-8")
    files = {path.name: path for path in tmp_path.iterdir()}
    assert find_graph_files(files) == {}


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("HAS_CALLING_CODES", ("calling", "codes")),
        ("birthDate", ("birth", "date")),
        ("located-in", ("located", "in")),
    ],
)
def test_an_identifier_is_read_as_words(identifier: str, words: tuple[str, ...]) -> None:
    assert identifier_words(identifier) == words


@pytest.mark.parametrize(
    ("identifier", "role", "label"),
    [
        ("calling_codes", "property", {"en": "calling code", "ru": "телефонный код"}),
        ("launch_site", "type", {"en": "launch site", "ru": "космодром"}),
        ("WORKS_FOR", "relation", {"en": "works for", "ru": "работает в"}),
        ("USES_TOOL", "relation", {"en": "uses", "ru": "использует"}),
        ("IN_DISTRICT", "relation", {"en": "is in", "ru": "находится в"}),
        ("FLEW_ON", "relation", {"en": "flew on", "ru": "летал на"}),
        ("DESIGNED_BY", "relation", {"en": "designed by", "ru": "автор"}),
        ("area_code", "property", {"en": "area code"}),
        ("frobnicates", "relation", {"en": "frobnicates"}),
    ],
)
def test_labels_are_proposed_for_common_identifiers(
    identifier: str, role: Role, label: dict[str, Any]
) -> None:
    assert propose_labels(identifier, role).label == label


@pytest.mark.parametrize(
    ("role", "label"), [("type", "запись"), ("relation", "записал"), ("property", "запись")]
)
def test_an_identifier_is_read_by_what_it_names(role: Role, label: str) -> None:
    proposed = propose_labels("record", role)
    assert label in (proposed.label["ru"], *proposed.words)


@pytest.mark.parametrize(
    ("identifier", "role", "label"),
    [
        ("город", "type", {"en": "city", "ru": "город"}),
        ("ВПАДАЕТ_В", "relation", {"en": "flows into", "ru": "впадает в"}),
        ("УПРАВЛЯЕТ", "relation", {"en": "manages", "ru": "управляет"}),
        ("ГЭС", "type", {"en": "hydroelectric plant", "ru": "ГЭС"}),
        ("шихта", "type", {"ru": "шихта"}),
    ],
)
def test_a_russian_identifier_is_its_own_label_and_has_that_of_its_english_term(
    identifier: str, role: Role, label: dict[str, str]
) -> None:
    assert propose_labels(identifier, role).label == label


def test_a_russian_unit_stays_as_written() -> None:
    proposed = propose_measure_labels("мощность_МВт")
    assert (proposed.label["ru"], proposed.unit) == ("мощность", "МВт")


def test_a_node_type_is_said_as_the_file_has_it(tmp_path: Path) -> None:
    row = {"id": "1", "type": "река", "name": "Тихая", "properties": {"длина_км": 12}}
    spec = imported(tmp_path, g__json=json.dumps({"nodes": [row], "edges": []})).schema.spec
    assert spec["node_types"]["reka"]["label"] == {"en": "river", "ru": "река"}


def test_opposites_are_proposed_for_a_boolean() -> None:
    assert "closed" in propose_labels("is_open", "property").not_words


def test_common_values_get_words_in_the_other_language(tmp_path: Path) -> None:
    row = {"id": "a", "type": "ship", "name": "A", "status": "Active", "kind": "ferry"}
    spec = imported(tmp_path, g__json=json.dumps({"nodes": [row], "edges": []})).schema.spec
    properties = spec["node_types"]["ship"]["properties"]
    assert "действующий" in properties["status"]["value_words"]["Active"]
    assert properties["kind"]["value_words"] == {"ferry": ["паром"]}


def test_a_relation_is_said_by_the_only_type_that_it_leads_to(tmp_path: Path) -> None:
    made = imported(tmp_path, nodes__csv=NODES_CSV, edges__csv=EDGES_CSV)
    assert "town" in made.schema.spec["edge_types"]["LIVES_IN"]["words"]


def test_a_word_is_not_taken_for_another_with_the_same_stem() -> None:
    assert propose_labels("painting").label["en"] == "painting"
    assert propose_labels("PAINTED", "relation").label["en"] == "painted"


@pytest.mark.parametrize(
    ("identifier", "label", "unit"),
    [
        ("price_eur", "price", "eur"),
        ("distanceKm", "distance", "km"),
        ("minutes", "minutes", "minutes"),
        ("birth_year", "year of birth", ""),
        ("opened", "opened", ""),
        ("bought", "bought", ""),
        ("joined", "joined", ""),
        ("page_count", "pages", ""),
        ("num_pages", "pages", ""),
    ],
)
def test_a_property_is_labelled_without_its_unit_and_in_its_own_form(
    identifier: str, label: str, unit: str
) -> None:
    proposed = propose_measure_labels(identifier)
    assert (proposed.label["en"], proposed.unit) == (label, unit)


def test_a_property_of_several_words_is_known_by_what_it_measures() -> None:
    assert head_words("ticket_price_eur") == ("price", "cost", "цена", "стоимость")
    assert head_words("hair_color") == ("colour", "color", "цвет")
    assert head_words("birth_year") == head_words("official_name") == head_words("price_eur") == ()


def test_a_measure_that_two_properties_share_names_neither(tmp_path: Path) -> None:
    row = {"id": "a", "type": "shop", "name": "A", "buying_price": 3, "selling_price": 5}
    spec = imported(tmp_path, g__json=json.dumps({"nodes": [row], "edges": []})).schema.spec
    properties = spec["node_types"]["shop"]["properties"]
    assert not any("price" in one.get("words", ()) for one in properties.values())
    alone = {"id": "a", "type": "shop", "name": "A", "selling_price": 5}
    spec = imported(tmp_path, g__json=json.dumps({"nodes": [alone], "edges": []})).schema.spec
    assert "price" in spec["node_types"]["shop"]["properties"]["selling_price"]["words"]


@pytest.mark.parametrize(
    ("identifier", "label"),
    [
        ("BOUGHT", {"en": "bought", "ru": "покупает"}),
        ("BOOKED", {"en": "booked", "ru": "забронировал"}),
        ("RENTED", {"en": "rented", "ru": "арендует"}),
        ("PLACED", {"en": "placed"}),
        ("LOCATED_IN", {"en": "is in", "ru": "находится в"}),
    ],
)
def test_a_relation_keeps_its_tense_and_is_no_noun(identifier: str, label: dict[str, str]) -> None:
    assert propose_labels(identifier, "relation").label == label


@pytest.mark.parametrize(
    ("identifier", "label"),
    [
        ("explorer", {"en": "explorer", "ru": "исследователь"}),
        ("officer", {"en": "officer", "ru": "офицер"}),
        ("captain", {"en": "captain", "ru": "капитан"}),
        ("inspector", {"en": "inspector", "ru": "инспектор"}),
        ("lecturer", {"en": "lecturer", "ru": "преподаватель"}),
    ],
)
def test_a_type_of_people_is_not_called_by_what_they_do_or_where(
    identifier: str, label: dict[str, str]
) -> None:
    proposed = propose_labels(identifier)
    assert proposed.label == label
    assert not {"explored", "explore", "office"} & {*proposed.words}
