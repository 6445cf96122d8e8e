"""A small graph in two languages: masters, their towns and crafts."""

from pathlib import Path
from typing import Any

import yaml

from workbench.domain.graph import Edge, Node
from workbench.planner.composer import Composer
from workbench.retrieval.graph_query.evaluate import SetEvaluator
from workbench.retrieval.graph_query.graph_schema import GraphSchema
from workbench.retrieval.graph_store import DictGraphStore
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace
from workbench.workspace.schema import WorkspaceSpec

SPEC: dict[str, Any] = {
    "id": "crafts",
    "title": "Crafts",
    "languages": ["en", "ru"],
    "scope": {"description": "Crafts", "off_topic": "Only crafts.", "no_answer": "Not known."},
    "node_types": {
        "master": {
            "label": {"en": "master", "ru": "мастер"},
            "words": ["craftsman", "умелец"],
            "properties": {
                "born": {"label": {"en": "year of birth", "ru": "год рождения"}, "kind": "number"},
                "retired": {
                    "label": {"en": "retired", "ru": "на пенсии"},
                    "kind": "boolean",
                    "not_words": ["working", "работающий"],
                },
            },
        },
        "town": {
            "label": {"en": "town", "ru": "город"},
            "properties": {
                "area": {
                    "label": {"en": "area", "ru": "площадь"},
                    "kind": "number",
                    "unit": "km2",
                },
                "kind": {"label": {"en": "kind", "ru": "вид"}},
            },
        },
        "craft": {"label": {"en": "craft", "ru": "ремесло"}},
    },
    "edge_types": {
        "LIVES_IN": {
            "label": {"en": "lives in", "ru": "живёт в"},
            "words": ["live", "жить"],
            "from": ["master"],
            "to": ["town"],
        },
        "PRACTISES": {
            "label": {"en": "practises", "ru": "занимается"},
            "words": ["practise", "заниматься"],
            "from": ["master"],
            "to": ["craft"],
            "properties": {"since": {"label": {"en": "since", "ru": "с года"}, "kind": "number"}},
        },
        "KNOWS": {
            "label": {"en": "knows", "ru": "знаком с"},
            "words": ["know", "знать", "acquaintance", "знакомый"],
            "from": ["master"],
            "to": ["master"],
        },
    },
    "intents": {"GENERAL_UNSTRUCTURED": {"description": "Any", "examples": ["What is it?"]}},
}

MASTERS = {
    "orlov": ("Orlov", "Орлов", 1950, True),
    "petrova": ("Petrova", "Петрова", 1962, False),
    "sidorov": ("Sidorov", "Сидоров", 1971, False),
    "gromov": ("Gromov", "Громов", 1984, False),
}
TOWNS = {
    "lesnoy": ("Lesnoy", "Лесной", 12, "river"),
    "zarechny": ("Zarechny", "Заречный", 55, "port"),
}
CRAFTS = {"pottery": ("pottery", "гончарство"), "weaving": ("weaving", "ткачество")}
LIVES = {"orlov": "lesnoy", "petrova": "lesnoy", "sidorov": "zarechny", "gromov": "zarechny"}
PRACTISES = [
    ("orlov", "pottery", 1970),
    ("petrova", "pottery", 1985),
    ("petrova", "weaving", 1990),
    ("sidorov", "weaving", 1999),
]
KNOWS = [("orlov", "petrova"), ("petrova", "orlov"), ("petrova", "sidorov"), ("sidorov", "petrova")]


def _node(node_type: str, slug: str, en: str, ru: str, **properties: Any) -> Node:
    name = {"en": en, "ru": ru}
    return Node(id=f"{node_type}:{slug}", type=node_type, name=name, properties=properties)


def nodes() -> dict[str, Node]:
    """The nodes by id."""
    found = [
        _node("master", slug, en, ru, born=born, retired=retired)
        for slug, (en, ru, born, retired) in MASTERS.items()
    ]
    found += [_node("town", s, en, ru, area=a, kind=k) for s, (en, ru, a, k) in TOWNS.items()]
    found += [_node("craft", slug, *names) for slug, names in CRAFTS.items()]
    return {node.id: node for node in found}


def edges() -> tuple[Edge, ...]:
    """The edges."""
    found = [
        Edge(source=f"master:{who}", type="LIVES_IN", target=f"town:{where}")
        for who, where in LIVES.items()
    ]
    found += [
        Edge(
            source=f"master:{who}",
            type="PRACTISES",
            target=f"craft:{what}",
            properties={"since": since},
        )
        for who, what, since in PRACTISES
    ]
    found += [
        Edge(source=f"master:{one}", type="KNOWS", target=f"master:{other}") for one, other in KNOWS
    ]
    return tuple(found)


def workspace(spec: dict[str, Any] | None = None) -> Workspace:
    """The workspace, which has no documents."""
    return Workspace(
        root=Path("crafts"),
        spec=WorkspaceSpec.model_validate(spec or SPEC),
        nodes=nodes(),
        edges=edges(),
        tool_specs=TOOL_SPECS,
    )


def store() -> DictGraphStore:
    """The graph store."""
    return DictGraphStore(nodes(), edges())


def evaluator() -> SetEvaluator:
    """Evaluates sets over the graph."""
    opened = workspace()
    return SetEvaluator(opened, store(), GraphSchema.of(opened))


def composer() -> Composer:
    """Composes queries to the graph."""
    return Composer(workspace(), store())


def yaml_text() -> str:
    """The specification as a workspace.yaml."""
    return yaml.safe_dump(SPEC, allow_unicode=True, sort_keys=False)
