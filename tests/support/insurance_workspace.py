"""A small fictional insurer: products in the graph, terms and a FAQ as documents."""

from pathlib import Path
from typing import Any

from workbench.domain.answer import AskOptions, Rendered
from workbench.domain.documents import Document
from workbench.domain.evidence import (
    Cell,
    Evidence,
    FactsMeta,
    FactsPayload,
    Gap,
    Passage,
    Section,
    SourceRef,
)
from workbench.domain.graph import Node
from workbench.domain.local_text import Language
from workbench.domain.plan import QueryPlan, SearchArgs, ToolCall
from workbench.domain.question import MemoryDecision, Question
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace.load import Workspace
from workbench.workspace.schema import WorkspaceSpec

TERMS = """# Car Insurance Terms

## Windscreen

We repair a cracked windscreen. The windscreen excess is $100 for each claim on every plan.

## Theft

There is no cover for theft if the keys were left in the car.
"""

_SPEC: dict[str, Any] = {
    "id": "insurer",
    "title": {"ru": "Страховщик", "en": "Insurer"},
    "languages": ["ru", "en"],
    "scope": {
        "description": {"ru": "Страховые продукты.", "en": "Insurance products."},
        "off_topic": {"ru": "Я отвечаю о страховании.", "en": "I answer about insurance."},
        "no_answer": {"ru": "В документах этого нет.", "en": "The documents do not say."},
    },
    "examples": {
        "ru": ["Какая франшиза?", "Что покрыто?", "Как заявить?", "Где действует?"],
        "en": ["What is the excess?", "What is covered?", "How do I claim?", "Where is it valid?"],
    },
    "node_types": {"product": {"label": {"ru": "Продукт", "en": "Product"}}},
    "documents": {"metadata": {"product": {"label": "Product", "node_type": "product"}}},
    "intents": {
        "COVER": {
            "description": {"ru": "Что покрыто.", "en": "What is covered."},
            "examples": ["?"],
        },
        "COMPARE": {
            "description": "Products side by side.",
            "template": "comparison",
            "examples": ["?"],
        },
    },
    "limit_kinds": {"benefits": 12},
    "text_rules": {
        "forbidden_phrases": {
            "ru": ["рекомендуется уточнить у агента"],
            "en": ["as a language model"],
        }
    },
}

CAR = Node(id="product:car", type="product", name={"ru": "Автострахование", "en": "Car Insurance"})


def workspace(root: Path = Path("nowhere")) -> Workspace:
    """Build the insurer's workspace; its folder need not exist."""
    spec = WorkspaceSpec.model_validate(_SPEC)
    return Workspace(root=root, spec=spec, nodes={CAR.id: CAR}, tool_specs=TOOL_SPECS)


def fact(text: str, *, call: int = 0, group: str | None = None, **cells: str) -> Evidence:
    """Build a graph fact about the car product."""
    return Evidence(
        type="benefit",
        text=text,
        source=SourceRef(id=CAR.id, title="Car Insurance"),
        score=0.9,
        call=call,
        group=group,
        cells=tuple(Cell(label=label, value=value) for label, value in cells.items()),
    )


def facts_numbered(count: int, **values: Any) -> list[Evidence]:
    """Build facts that differ in one letter."""
    return [fact(f"Benefit {chr(65 + number)}", **values) for number in range(count)]


def passage(
    words: str, *, headings: tuple[str, ...] = ("Section I", "Windscreen"), score: float = 0.83
) -> Evidence:
    """Build a passage of the car terms, located by its words."""
    start = TERMS.index(words)
    return Evidence(
        type="passage",
        text=words,
        score=score,
        source=SourceRef(id="car/terms.md", title="Car Insurance Terms"),
        span=Passage(
            document_id="car/terms.md",
            title="Car Insurance Terms",
            start=start,
            end=start + len(words),
            heading_path=headings,
            page=3,
            metadata={"document_type": "terms", "product": "product:car"},
        ),
    )


def windscreen() -> Evidence:
    """The passage about the windscreen."""
    begin = TERMS.index("We repair a")
    return passage(TERMS[begin : TERMS.index("\n\n## Theft")])


def theft() -> Evidence:
    """The passage about theft."""
    begin = TERMS.index("There is no cover")
    return passage(TERMS[begin:].strip(), headings=("Section I", "Theft"), score=0.6)


def terms() -> Document:
    """The document that contains the passages."""
    return Document(
        id="car/terms.md", title="Car Insurance Terms", text=TERMS, content_hash="hash of terms"
    )


def section(
    call: int = 0,
    heading: str = "",
    style: str = "BULLETS",
    limit_kind: Any = "bullets",
) -> Section:
    """Build the section of one executed call."""
    return Section(call=call, heading=heading, render_style=style, limit_kind=limit_kind)


def payload(
    *items: Evidence, sections: tuple[Section, ...] = (), gaps: tuple[Gap, ...] = ()
) -> FactsPayload:
    """Build a payload of these facts."""
    meta = FactsMeta(sections=sections, gaps=gaps)
    return FactsPayload(found=bool(items), items=tuple(items), meta=meta)


def plan(style: str = "BULLETS", query: str = "", **limits: int) -> QueryPlan:
    """Build a plan of one call with these limits."""
    calls = (ToolCall(tool="search_tool", args=SearchArgs(query=query)),) if query else ()
    return QueryPlan.model_validate(
        {
            "intents": ["COVER"],
            "tool_calls": calls,
            "render_style": style,
            "limits": limits,
            "confidence": 1.0,
        }
    )


def question(text: str, language: Language = "en") -> Question:
    """Build a normalized question."""
    return Question(raw=text, text=text, language=language)


def write_request(asked: Question, facts: FactsPayload, rendered: Rendered, **values: Any) -> Any:
    """Build the request of a writer."""
    from workbench.answer.protocol import WriteRequest

    given = {"plan": plan(), "options": AskOptions()} | values
    return WriteRequest(
        question=asked,
        facts=facts,
        rendered=rendered,
        memory=MemoryDecision(decision="independent"),
        **given,
    )
