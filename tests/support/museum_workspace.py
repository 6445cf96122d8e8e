"""A small fictional workspace of painters, paintings and halls that uses every path feature."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml

SPEC: dict[str, Any] = {
    "id": "museum",
    "title": {"ru": "Музей", "en": "Museum"},
    "languages": ["ru", "en"],
    "scope": {
        "description": {"ru": "Картины музея.", "en": "The museum's paintings."},
        "off_topic": {"ru": "Я отвечаю о музее.", "en": "I answer about the museum."},
        "no_answer": {"ru": "Об этом данных нет.", "en": "The data does not say."},
    },
    "node_types": {
        "painter": {"label": {"ru": "Художник", "en": "Painter"}, "properties": {}},
        "painting": {
            "label": {"ru": "Картина", "en": "Painting"},
            "properties": {
                "style": {"label": {"ru": "Стиль", "en": "Style"}},
                "year": {"label": {"ru": "Год", "en": "Year"}, "kind": "number"},
            },
        },
        "hall": {"label": {"ru": "Зал", "en": "Hall"}, "properties": {}},
    },
    "edge_types": {
        "PAINTED": {
            "label": {"ru": "написал", "en": "painted"},
            "from": ["painter"],
            "to": ["painting"],
            "properties": {"technique": {"label": {"ru": "Техника", "en": "Technique"}}},
        },
        "HANGS_IN": {
            "label": {"ru": "висит в", "en": "hangs in"},
            "from": ["painting"],
            "to": ["hall"],
        },
    },
    "slots": {
        "style": {
            "label": {"ru": "Стиль", "en": "Style"},
            "property": "painting.style",
            "values": {
                "cubism": {"label": {"ru": "Кубизм", "en": "Cubism"}},
                "realism": {"label": {"ru": "Реализм", "en": "Realism"}},
            },
        },
        "hall": {"label": {"ru": "Зал", "en": "Hall"}, "node_type": "hall"},
    },
    "intents": {
        "WORKS": {
            "description": "What a painter painted.",
            "starts": {
                "painter": {
                    "paths": [
                        [
                            {
                                "edge": "PAINTED",
                                "node": "painting",
                                "edge_as": "made",
                                "where": {"style": "$style"},
                            },
                            {
                                "edge": "HANGS_IN",
                                "node": "hall",
                                "where": {"id": "$hall"},
                                "optional": True,
                            },
                        ]
                    ],
                },
                "hall": {
                    "paths": [[{"edge": "HANGS_IN", "direction": "in", "node": "painting"}]],
                },
            },
            "any_of": "painter",
            "fact": {
                "type": "work",
                "text": [
                    {
                        "ru": "{painting.name} ({painting.year}), {made.technique}",
                        "en": "{painting.name} ({painting.year}), {made.technique}",
                    },
                    "{painting.name}",
                ],
                "source": "painting",
                "order": ["-painting.year"],
            },
            "heading": [{"ru": "Картины — {start.name}:", "en": "Works by {start.name}:"}],
            "columns": ["painting.name", "painting.year"],
            "examples": ["Что написал {painter}?", "What did {painter} paint?"],
        },
        "PAINTERS": {
            "description": "The painters, with how much they painted.",
            "starts": {
                "painter": {
                    "paths": [[{"edge": "PAINTED", "node": "painting", "optional": True}]],
                    "count": "painting",
                }
            },
            "any_of": "painter",
            "fact": {
                "type": "painter",
                "text": ["{painter.name}: {count}", "{painter.name}"],
                "order": ["painter.name"],
            },
            "examples": ["Какие есть художники?", "Who are the painters?"],
        },
        "HALLS_OF": {
            "description": "The halls where a painter hangs.",
            "starts": {
                "painter": {
                    "paths": [[{"edge": "PAINTED", "node": "painting"},
                               {"edge": "HANGS_IN", "node": "hall"}]],
                    "distinct": "hall",
                }
            },
            "fact": {"type": "hall", "text": "{hall.name}", "source": "hall"},
            "examples": ["Где висит {painter}?", "Where does {painter} hang?"],
        },
        "GENERAL_UNSTRUCTURED": {
            "description": "Anything else.",
            "render_style": "SHORT",
            "examples": ["Почему музей закрыт?", "Why is the museum closed?"],
        },
    },
}  # fmt: skip

NODES: list[dict[str, Any]] = [
    {"id": "painter:orlova", "type": "painter", "name": {"ru": "Орлова", "en": "Orlova"}},
    {"id": "painter:vasin", "type": "painter", "name": {"ru": "Васин", "en": "Vasin"}},
    {"id": "painting:bridge", "type": "painting", "name": {"ru": "Мост", "en": "Bridge"},
     "properties": {"style": "cubism", "year": 1924}},
    {"id": "painting:field", "type": "painting", "name": {"ru": "Поле", "en": "Field"},
     "properties": {"style": "realism", "year": 1931}},
    {"id": "painting:sketch", "type": "painting", "name": {"ru": "Набросок", "en": "Sketch"},
     "properties": {"style": "realism"}},
    {"id": "hall:north", "type": "hall", "name": {"ru": "Северный зал", "en": "North hall"}},
    {"id": "hall:south", "type": "hall", "name": {"ru": "Южный зал", "en": "South hall"}},
]  # fmt: skip

EDGES: list[dict[str, Any]] = [
    {"source": "painter:orlova", "type": "PAINTED", "target": "painting:bridge",
     "properties": {"technique": {"ru": "масло", "en": "oil"}}},
    {"source": "painter:orlova", "type": "PAINTED", "target": "painting:field",
     "properties": {"technique": {"ru": "темпера", "en": "tempera"}}},
    {"source": "painter:orlova", "type": "PAINTED", "target": "painting:sketch"},
    {"source": "painting:bridge", "type": "HANGS_IN", "target": "hall:north"},
    {"source": "painting:field", "type": "HANGS_IN", "target": "hall:north"},
]  # fmt: skip


def spec() -> dict[str, Any]:
    """Return a deep copy of the specification."""
    return deepcopy(SPEC)


def without_intents(*names: str) -> dict[str, Any]:
    """The specification without some intents, whose questions become queries of the graph."""
    return SPEC | {
        "intents": {key: SPEC["intents"][key] for key in SPEC["intents"] if key not in names}
    }


def write_museum(
    parent: Path,
    spec: dict[str, Any] | None = None,
    nodes: list[dict[str, Any]] | None = None,
    edges: list[dict[str, Any]] | None = None,
) -> Path:
    """Write the workspace's folder and return it."""
    folder = parent / "museum"
    (folder / "graph").mkdir(parents=True)
    (folder / "documents").mkdir()
    text = yaml.safe_dump(spec or SPEC, allow_unicode=True, sort_keys=False)
    (folder / "workspace.yaml").write_text(text, "utf-8")
    for name, rows in (("nodes", nodes or NODES), ("edges", edges or EDGES)):
        lines = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        (folder / "graph" / f"{name}.jsonl").write_text(lines, "utf-8")
    return folder
