"""Render every prompt for fixed inputs; `make prompts` writes them to the golden files."""

import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from pydantic import ValidationError

from tests.support import crafts
from tests.support.insurance_workspace import (
    TERMS,
    fact,
    payload,
    plan,
    question,
    section,
    theft,
    windscreen,
    workspace,
    write_request,
)
from tests.support.tables import table_workspace
from tests.support.workspaces import INDEPENDENT, request, studio, turn
from workbench.answer.output_schemas import PlainJson
from workbench.answer.request_builder import RequestBuilder
from workbench.checks.grounding.model_judge import BUILT_IN, judge_request
from workbench.domain.answer import AskOptions, Format, Mode, Template
from workbench.domain.documents import Chunk
from workbench.domain.entities import Resolution
from workbench.domain.evidence import Gap
from workbench.domain.graph_query import GraphQuery
from workbench.domain.local_text import LANGUAGES, Language
from workbench.domain.question import MemoryDecision
from workbench.extraction.draft_types import types_request
from workbench.extraction.request import ExtractionPrompt
from workbench.llm.protocol import ChatRequest
from workbench.planner.model_planner import plan_chat
from workbench.planner.prompts import PlannerPrompts
from workbench.planner.protocol import PlanRequest
from workbench.planner.validate import validate_plan
from workbench.rendering import render
from workbench.settings import Settings
from workbench.understanding.entity_registry import EntityRegistry
from workbench.understanding.normalize import normalize

GOLDEN = Path(__file__).with_name("golden")
_SETTINGS = Settings()
_QUESTIONS: dict[Language, str] = {
    "en": "What is the windscreen excess, and does it depend on the plan?",
    "ru": "Какая франшиза по лобовому стеклу, и зависит ли она от плана?",
}
_FORMATS = {
    Mode.SIMPLE: Format.PLAIN,
    Mode.GROUNDED: Format.BULLETS,
    Mode.ANALYTICAL: Format.MARKDOWN,
    Mode.CONVERSATIONAL: Format.PLAIN,
}
"""The format that each mode is rendered with."""
_OVERVIEW = "Glass and theft are covered [Source 1]. The windscreen excess is $150 [Source 2]."


def prompts() -> dict[str, str]:
    """Return the text of each golden file by its name."""
    return dict([*_planner(), *_answer(), _judge(), *_extraction()])


def _planner() -> Iterator[tuple[str, str]]:
    known = EntityRegistry.build(studio())
    asked = request("Сколько вещей с селадоном показали в Поляне до 2020 года?", known)
    yield "planner.intents.ru", _chat(plan_chat(asked, studio(), _SETTINGS))
    knows = normalize("And which of them know a weaver?", ("en",))
    asked = PlanRequest(knows, _earlier(), Resolution())
    yield "planner.graph.en", _chat(plan_chat(asked, crafts.workspace(), _SETTINGS))
    with tempfile.TemporaryDirectory() as folder:
        shop, _ = table_workspace(Path(folder))
        sold = normalize("How much was sold in Perm in 2023?", ("en",))
        asked = PlanRequest(sold, INDEPENDENT, Resolution())
        yield "planner.table.en", _chat(plan_chat(asked, shop, _SETTINGS))
    vain = 'graph_tool {"intent": "SERIES_MATERIALS", "entity_id": "series:go"}: absent'
    yield "planner.more", PlannerPrompts(studio(), 5).more((vain,), 4)
    _, problems = validate_plan('{"intents": ["SERIES"], "confidence": 2}', studio())
    yield "planner.repair", PlannerPrompts(studio(), 5).repair(problems)


def _earlier() -> MemoryDecision:
    """The memory of a follow-up to a question that a query to the graph answered."""
    query = GraphQuery.model_validate({"sets": [{"id": "a", "op": "all", "type": "master"}]})
    earlier = turn("Who are the masters?", "GRAPH_QUERY").model_copy(update={"query": query})
    return MemoryDecision(decision="follow_up", summary=earlier.question, carried=earlier)


def _answer() -> Iterator[tuple[str, str]]:
    for (mode, form), language in product(_FORMATS.items(), LANGUAGES):
        options = AskOptions(mode=mode, format=form)
        yield f"answer.{mode.value}.{language}", _written(language, options)
    for language in LANGUAGES:
        options = AskOptions(template=Template.COMPARISON, format=Format.MARKDOWN)
        yield f"answer.comparison.{language}", _written(language, options)
        options = AskOptions(template=Template.SUMMARIZATION, format=Format.BULLETS)
        yield f"answer.summarization.{language}", _written(language, options)
        options = AskOptions(format=Format.JSON, system_instructions="Name the year first.")
        refused = ("The number 150 is in no source.",)
        yield f"answer.rewrite.{language}", _written(language, options, stricter=refused)
        yield f"answer.repair.{language}", _repair(language)


def _repair(language: Language) -> str:
    """Return the message about a reply that does not satisfy its schema."""
    builder = RequestBuilder(workspace(), _SETTINGS, "scripted:model")
    try:
        PlainJson.model_validate({})
    except ValidationError as wrong:
        return builder.repair(wrong, language)
    raise AssertionError("an empty object satisfies the schema")


def _written(language: Language, options: AskOptions, **values: object) -> str:
    """Return the request for an answer from facts, passages and a gap."""
    gap = Gap(call=0, entity_id="product:car", relation="COVER", reason="absent", message="nothing")
    facts = payload(
        fact("Glass is covered", Limit="$1,000"),
        windscreen(),
        theft(),
        sections=(section(),),
        gaps=(gap,),
    )
    insurer = workspace()
    asked = question(_QUESTIONS[language], language)
    rendered = render(plan(), facts, insurer, language)
    written = write_request(asked, facts, rendered, options=options, **values)
    builder = RequestBuilder(insurer, _SETTINGS, "scripted:model")
    return _chat(builder.build(written).chat)


def _judge() -> tuple[str, str]:
    return "judge", _chat(judge_request(_OVERVIEW, (windscreen(), theft()), 10, BUILT_IN))


def _extraction() -> Iterator[tuple[str, str]]:
    town = crafts.workspace()
    chunk = Chunk(id="1", document_id="a.md", title="Terms", text=TERMS, start=0, end=len(TERMS))
    yield "extract", _chat(ExtractionPrompt(town, 0.0).request(chunk))
    yield "types", _chat(types_request(town, (chunk,), 0.0))


def _chat(chat: ChatRequest) -> str:
    """Return the messages of a request, each under its role."""
    messages = [("system", chat.system), *((one.role, one.text) for one in chat.messages)]
    return "\n\n".join(f"=== {role}\n\n{text.strip()}" for role, text in messages)


if __name__ == "__main__":
    texts = prompts()
    for stale in GOLDEN.glob("*.txt"):
        stale.unlink()
    for name, text in texts.items():
        (GOLDEN / f"{name}.txt").write_text(f"{text}\n", "utf-8")
