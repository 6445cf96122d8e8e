"""Two fictional workspaces in memory: a potter's studio in two languages, and a tour shop."""

from pathlib import Path
from typing import Any

from workbench.domain.graph import Node
from workbench.domain.question import MemoryDecision, Question, Turn
from workbench.planner.protocol import PlanRequest
from workbench.tools.registry import TOOL_SPECS
from workbench.understanding.entities import resolve
from workbench.understanding.entity_registry import EntityRegistry
from workbench.understanding.memory import recall
from workbench.understanding.normalize import normalize
from workbench.workspace import Workspace
from workbench.workspace.schema import WorkspaceSpec

INDEPENDENT = MemoryDecision(decision="independent")
_SCOPE = {"description": "A small world.", "off_topic": "Not here.", "no_answer": "Unknown."}
_FACT = {"type": "fact", "text": "{start.name}"}


def _label(ru: str, en: str) -> dict[str, dict[str, str]]:
    return {"label": {"ru": ru, "en": en}}


def _path(*steps: dict[str, Any], **start: Any) -> dict[str, Any]:
    return {"paths": [list(steps)], **start}


STUDIO: dict[str, Any] = {
    "id": "studio",
    "title": "Studio",
    "languages": ["ru", "en"],
    "scope": _SCOPE,
    "node_types": {
        "person": {**_label("Человек", "Person")},
        "museum": {**_label("Музей", "Museum")},
        "series": {**_label("Серия", "Series")},
        "material": {
            **_label("Материал", "Material"),
            "properties": {"group": _label("Группа", "Group")},
        },
    },
    "edge_types": {
        "MADE": {**_label("сделала", "made"), "from": ["person"], "to": ["series"]},
        "SHOWN_AT": {**_label("показана в", "shown at"), "from": ["series"], "to": ["museum"]},
        "USES": {**_label("использует", "uses"), "from": ["series"], "to": ["material"]},
    },
    "tools": {"graph": "graph_tool", "search": "text_tool"},
    "documents": {
        "metadata": {
            "document_type": {**_label("Вид", "Kind"), "values": ["essay", "note"]},
            "series": {**_label("Серия", "Series"), "node_type": "series"},
        }
    },
    "slots": {
        "group": {
            **_label("Группа материалов", "Material group"),
            "property": "material.group",
            "values": {
                "glaze": {**_label("Глазури", "Glazes"), "aliases": ["глазурь", "glaze"]},
                "clay_body": {
                    **_label("Глиняные массы", "Clay bodies"),
                    "aliases": ["глиняная масса", "ГМ", "clay body"],
                },
            },
        },
        "museum": {**_label("Музей", "Museum"), "node_type": "museum"},
        "material": {**_label("Материал", "Material"), "node_type": "material"},
        "series": {**_label("Серия", "Series"), "node_type": "series"},
    },
    "limit_kinds": {"materials": 12},
    "intents": {
        "SERIES_LIST": {
            "description": {"ru": "Какие серии были.", "en": "Which series there were."},
            "starts": {
                "museum": _path({"edge": "SHOWN_AT", "direction": "in", "node": "series"}),
                "person": _path({"edge": "MADE", "node": "series"}),
            },
            "any_of": "person",
            "fact": _FACT,
            "examples": [
                "Какие серии были в {museum}?",
                "Перечисли серии, показанные в {museum}",
                "Серии {person}",
                "Какие серии сделала {person}?",
                "Список всех серий",
                "Все серии мастерской",
                "Какие работы выставлялись в {museum}?",
                "Which series were shown at {museum}?",
                "List all series",
                "What series has {person} made?",
                "Series shown at {museum}",
                "Name every series of the studio",
            ],
        },
        "MATERIAL_USAGE": {
            "description": {"ru": "Где применялся материал.", "en": "Where a material was used."},
            "starts": {
                "material": _path(
                    {"edge": "USES", "direction": "in", "node": "series"},
                    {"edge": "SHOWN_AT", "node": "museum", "where": {"id": "$museum"}},
                ),
            },
            "any_of": "material",
            "fact": _FACT,
            "examples": [
                "Где применялась {material}?",
                "Где использовала {material} и зачем?",
                "В каких работах есть {material}?",
                "Применение {material}",
                "Для чего нужна {material}?",
                "Где применяла {material} в {museum}?",
                "Как использовалась {material}?",
                "Where was {material} used?",
                "Where did she use {material}?",
                "What was {material} used for?",
                "Uses of {material} at {museum}",
                "Which works contain {material}?",
            ],
        },
        "SERIES_MATERIALS": {
            "description": {"ru": "Из чего сделана серия.", "en": "What a series is made of."},
            "starts": {
                "series": _path(
                    {"edge": "USES", "node": "material", "where": {"group": "$group"}},
                    fact={**_FACT, "limit_kind": "materials"},
                ),
            },
            "fact": _FACT,
            "render_style": "TABLE",
            "columns": ["material.name"],
            "template": "comparison",
            "examples": [
                "Из чего сделана {series}?",
                "Какие материалы в {series}?",
                "Какие {group} в {series}?",
                "Материалы серии {series}",
                "Что за {group} использованы в {series}?",
                "Состав {series}",
                "Сравни материалы {series} и {series}",
                "What is {series} made of?",
                "Which {group} does {series} use?",
                "Materials of {series}",
                "Compare the materials of {series} and {series}",
                "List the {group} in {series}",
            ],
        },
        "GENERAL_UNSTRUCTURED": {
            "description": {"ru": "Почему и как.", "en": "Why and how."},
            "search": {"doc_types": ["essay"], "top_k": 4, "filters": {"series": "$series"}},
            "render_style": "SHORT",
            "examples": [
                "Почему выбрали {material}?",
                "Что не получилось в {series}?",
                "Как проходит обжиг?",
                "Почему треснула первая партия?",
                "Как принималось решение о форме?",
                "Чему научила {series}?",
                "Why was {material} chosen?",
                "What went wrong with {series}?",
                "How is the kiln fired?",
                "What did {series} teach?",
                "Why did the first batch crack?",
                "How was the shape decided?",
            ],
        },
    },
}

STUDIO_NODES = (
    Node(id="person:anna", type="person", name={"ru": "Анна Гончар", "en": "Anna Gonchar"},
         aliases=("Анна", "Anna")),
    Node(id="museum:aster", type="museum", name="Aster", aliases=("Астер",)),
    Node(id="museum:polyana", type="museum", name={"ru": "Поляна", "en": "Polyana"}),
    Node(id="series:north-wind", type="series", name={"ru": "Северный Ветер", "en": "North Wind"},
         aliases=("Ветер", "СВ")),
    Node(id="series:polyana", type="series", name={"ru": "Поляна", "en": "Polyana"}),
    Node(id="series:go", type="series", name="Go"),
    Node(id="material:celadon", type="material", name={"ru": "Селадон", "en": "Celadon"},
         properties={"group": "glaze"}),
    Node(id="material:tenmoku", type="material", name={"ru": "Тэммоку", "en": "Tenmoku"},
         aliases=("ТМК-2",), properties={"group": "glaze"}),
    Node(id="material:chamotte", type="material", name={"ru": "Шамот", "en": "Chamotte"},
         properties={"group": "clay_body"}),
)  # fmt: skip

TOURS: dict[str, Any] = {
    "id": "tours",
    "title": "Tours",
    "languages": ["en", "ru"],
    "scope": _SCOPE,
    "node_types": {
        "tour": {**_label("Поездка", "Tour")},
        "service": {**_label("Услуга", "Service")},
    },
    "edge_types": {
        "HAS": {
            **_label("включает", "has"),
            "from": ["tour"],
            "to": ["service"],
            "properties": {"price": _label("Цена", "Price")},
        },
    },
    "tools": {"graph": "graph_tool", "search": "text_tool"},
    "slots": {
        "tour": {**_label("Поездка", "Tour"), "node_type": "tour"},
        "service": {**_label("Услуга", "Service"), "node_type": "service"},
        "class": {
            **_label("Класс", "Class"),
            "values": {
                "economy": {**_label("Эконом", "Economy"), "aliases": ["economy class"]},
                "business": {**_label("Бизнес", "Business"), "aliases": ["business class"]},
            },
        },
    },
    "intents": {
        "PRICE": {
            "description": "What a service costs on a tour.",
            "starts": {
                "tour": _path(
                    {
                        "edge": "HAS",
                        "node": "service",
                        "where": {"id": "$service"},
                        "edge_where": {"class": "$class"},
                    }
                ),
                "service": _path(
                    {
                        "edge": "HAS",
                        "direction": "in",
                        "node": "tour",
                        "where": {"id": "$tour"},
                        "edge_where": {"class": "$class"},
                    }
                ),
            },
            "fact": _FACT,
            "examples": [
                "How much is {service} on {tour}?",
                "What does {service} cost on {tour}?",
                "Price of {service} in {tour}",
                "What is the price of {service}?",
                "How much do I pay for {service} in {class} on {tour}?",
                "{service} price on {tour}",
                "Cost of {service} with {class}",
                "What would {service} cost me?",
                "How expensive is {service} on {tour}?",
                "Сколько стоит {service} на {tour}?",
                "Цена {service} в {tour}",
                "Сколько платить за {service}?",
            ],
        },
        "INCLUDED": {
            "description": "What a tour includes.",
            "starts": {"tour": _path({"edge": "HAS", "node": "service"})},
            "fact": _FACT,
            "examples": [
                "What does {tour} include?",
                "What is included in {tour}?",
                "List everything in {tour}",
                "What comes with {tour}?",
                "Which services does {tour} have?",
                "Tell me about {tour}",
                "Describe {tour}",
                "Что входит в {tour}?",
                "Что включает {tour}?",
                "Какие услуги есть в {tour}?",
            ],
        },
        "TOURS": {
            "description": "Which tours there are.",
            "starts": {
                "tour": {},
                "service": _path({"edge": "HAS", "direction": "in", "node": "tour"}),
            },
            "any_of": "tour",
            "fact": _FACT,
            "examples": [
                "Which tours do you have?",
                "What tours are there?",
                "List your tours",
                "Which tours offer {service}?",
                "Where can I get {service}?",
                "Show all tours with {service}",
                "Какие поездки у вас есть?",
                "В каких поездках есть {service}?",
                "Перечисли поездки",
                "Show me the whole range",
            ],
        },
        "GENERAL_UNSTRUCTURED": {
            "description": "Anything else.",
            "render_style": "SHORT",
            "examples": [
                "How do I cancel my booking?",
                "What happens if the weather is bad?",
                "May I bring my dog?",
                "Why was the schedule changed?",
                "How do I complain?",
                "Can my friend take my place?",
                "Что если пойдёт дождь?",
                "Как отменить бронь?",
                "Can I change the date of {tour}?",
                "What should I wear on {tour}?",
            ],
        },
    },
}

TOURS_NODES = (
    Node(id="tour:lake", type="tour", name={"en": "Lake tour", "ru": "Поездка на озеро"},
         aliases=("lake",)),
    Node(id="tour:mountain", type="tour", name={"en": "Mountain tour", "ru": "Поездка в горы"},
         aliases=("mountain", "mountains")),
    Node(id="service:lunch", type="service", name={"en": "Lunch", "ru": "Обед"}),
    Node(id="service:guide", type="service", name={"en": "Guide", "ru": "Гид"}),
)  # fmt: skip


def workspace_of(spec: dict[str, Any], nodes: tuple[Node, ...]) -> Workspace:
    """Build a workspace without a folder."""
    return Workspace(
        root=Path("nowhere"),
        spec=WorkspaceSpec.model_validate(spec),
        nodes={node.id: node for node in nodes},
        tool_specs=TOOL_SPECS,
    )


def studio() -> Workspace:
    """The potter's studio, about one person, so that «она» needs no antecedent."""
    return workspace_of(STUDIO, STUDIO_NODES)


def tours() -> Workspace:
    """The tour shop, with several nodes of each type."""
    return workspace_of(TOURS, TOURS_NODES)


def asked(text: str, workspace: Workspace) -> Question:
    """Build a normalized question."""
    return normalize(text, workspace.spec.languages)


def turn(
    question: str,
    *intents: str,
    about: tuple[str, ...] = (),
    answer: str = "…",
    **filters: str,
) -> Turn:
    """Build an earlier turn about some nodes."""
    return Turn(
        run_id="run-1",
        question=question,
        answer=answer,
        intents=intents,
        entities=tuple((node_id, node_id.partition(":")[2]) for node_id in about),
        filters=dict(filters),
    )


def request(text: str, registry: EntityRegistry, *turns: Turn) -> PlanRequest:
    """Build the planner's request: the question, its memory decision and its entities."""
    question = asked(text, registry.workspace)
    memory = recall(question, turns, registry)
    return PlanRequest(question, memory, resolve(question, memory, registry))
