"""A handmade run of the portfolio with facts, passages and an unsupported claim."""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from workbench.domain.answer import CITATION_MARKER, Answer, Citation, Rendered
from workbench.domain.base import Span
from workbench.domain.diagnostics import (
    CitationScores,
    Claim,
    Confidence,
    ConfidenceStep,
    Diagnostics,
    Finding,
    Grounding,
    Sufficiency,
)
from workbench.domain.documents import Document
from workbench.domain.entities import Candidate, ResolvedEntity, SlotMention
from workbench.domain.evidence import (
    ChannelHit,
    Evidence,
    ExecutedCall,
    FactsMeta,
    FactsPayload,
    Gap,
    GraphPath,
    Passage,
    Quote,
    SourceRef,
    Subgraph,
    SubgraphEdge,
    SubgraphNode,
)
from workbench.domain.graph import Edge
from workbench.domain.plan import (
    Fallback,
    GraphArgs,
    PlanEntity,
    QueryPlan,
    SearchArgs,
    ToolCall,
)
from workbench.domain.question import MemoryDecision
from workbench.domain.run import ModelUse, Run, RunStatus, Stage, StageRecord, Usage
from workbench.ingest.documents import parse_document
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace

DATA = Path(__file__).resolve().parents[2] / "data"
QUESTION = "Достижения на проекте АЛОР, и почему там отказались от поиска только по векторам?"
DOCUMENT = "cases/alor-broker.md"
PROJECT = "project:alor-broker"
RUN_ID = "019a0b1c2d3e4f5a6b7"

MARKED = (
    "На проекте **АЛОР Брокер** получены такие результаты:\n\n"
    "- 62 % обращений первой линии закрываются без оператора [Source 1]\n"
    "- среднее время первого ответа сократилось с 14 минут до 3 [Source 2]\n"
    "- полнота поиска выросла с 0,71 до 0,93 [Source 3]\n"
    "- доля неподтверждённых утверждений упала с 11 % до 1,8 % [Source 4]\n\n"
    "От поиска только по векторам отказались, потому что "
    "на номерах пунктов и кодах тарифов он промахивался [Source 5], "
    "а словарный поиск теряет пересказы [Source 5]. Решение окупилось за два месяца."
)


@cache
def workspace() -> Workspace:
    """The sample workspace "portfolio"."""
    return open_workspace(DATA / "portfolio", TOOL_SPECS)


@cache
def document(document_id: str = DOCUMENT) -> Document:
    """One of the portfolio's documents."""
    path = DATA / "portfolio" / "documents" / document_id
    return parse_document(document_id, path.read_text("utf-8"))


@cache
def sample_run() -> Run:
    """The run, finished."""
    facts, graph = _facts()
    sources = tuple(item.id for item in facts.items)
    text = _clean(MARKED)
    return Run(
        id=RUN_ID,
        status=RunStatus.DONE,
        workspace="portfolio",
        thread_id="thread1",
        question=QUESTION,
        normalized=QUESTION,
        language="ru",
        memory=MemoryDecision(decision="independent"),
        entities=_entities(),
        slots=(
            SlotMention(
                slot="category",
                value="database",
                label="векторам",
                confidence=0.71,
                span=_span("векторам"),
                matched_by="fuzzy",
            ),
        ),
        plan=_plan(),
        plan_origin="model",
        plan_scores=(("PROJECT_ACHIEVEMENTS", 0.81), ("PROJECT_TECH_STACK", 0.11)),
        tool_calls=_calls(graph),
        facts=facts,
        rendered=Rendered(
            style="BULLETS",
            text="\n".join(f"- {item.content}" for item in facts.items[:4]),
            marked="\n".join(
                f"- {item.content} [Source {i}]" for i, item in enumerate(facts.items[:4], 1)
            ),
            context="",
            sources=sources,
            omitted=2,
        ),
        answer=Answer(
            text=text,
            marked=MARKED,
            display=MARKED,
            citations=_citations(facts),
            sources_used=sources[:5],
            sources_provided=len(sources),
            has_sufficient_context=True,
            tokens_used=412,
            grounding_score=0.83,
            confidence=0.75,
            model="openai:gpt-4o",
        ),
        findings=(
            Finding(
                code="forbidden_phrase",
                message="В тексте была запрещённая фраза.",
                excerpt="вероятно",
                action="rewritten",
            ),
        ),
        diagnostics=_diagnostics(facts, text),
        stages=tuple(
            StageRecord(name=stage, status="done", ms=ms)
            for stage, ms in zip(Stage, (2, 1, 14, 812, 46, 3, 2210, 31, 18), strict=True)
        ),
        models={"planner": "openai:gpt-4o", "answer": "openai:gpt-4o"},
        usage=Usage(
            calls=(
                ModelUse(
                    role="planner",
                    model="openai:gpt-4o",
                    input_tokens=1830,
                    output_tokens=212,
                    ms=810,
                    price_usd=0.0067,
                ),
                ModelUse(
                    role="answer",
                    model="openai:gpt-4o",
                    input_tokens=1204,
                    output_tokens=200,
                    ms=2200,
                    price_usd=0.005,
                ),
            ),
            input_tokens=3034,
            output_tokens=412,
            price_usd=0.0117,
        ),
        created_at=datetime(2025, 11, 20, 9, 24, tzinfo=UTC),
    )


@cache
def stopped_run() -> Run:
    """The sample run, stopped while its answer streamed."""
    run = sample_run()
    streamed = MARKED[: MARKED.index("- полнота")].strip()
    stages = [record for record in run.stages if record.name.order < Stage.WRITE.order]
    return run.model_copy(
        update={
            "status": RunStatus.CANCELLED,
            "answer": Answer(
                text=_clean(streamed),
                marked=streamed,
                display=streamed,
                citations=tuple(c for c in _citations(_facts()[0]) if c.end_pos <= len(streamed)),
                partial=True,
                model="openai:gpt-4o",
            ),
            "findings": (),
            "diagnostics": None,
            "stages": (*stages, StageRecord(name=Stage.WRITE, status="stopped", ms=1200)),
        }
    )


def _span(words: str) -> Span:
    start = QUESTION.index(words)
    return Span(start=start, end=start + len(words))


def _clean(marked: str) -> str:
    return (
        CITATION_MARKER.sub("", marked)
        .replace(" \n", "\n")
        .replace(" ,", ",")
        .replace(" .", ".")
        .replace("  ", " ")
        .strip()
    )


def _entities() -> tuple[ResolvedEntity, ...]:
    chosen = Candidate(
        canonical_id=PROJECT,
        type="project",
        name="АЛОР Брокер",
        confidence=0.98,
        matched_by="alias",
    )
    other = Candidate(
        canonical_id="project:tariff-audit",
        type="project",
        name="Аудит тарифов",
        confidence=0.31,
        matched_by="fuzzy",
    )
    return (
        ResolvedEntity(
            canonical_id=PROJECT,
            type="project",
            name="АЛОР Брокер",
            aliases=("АЛОР",),
            confidence=0.98,
            span=_span("АЛОР"),
            matched_by="alias",
            candidates=(chosen, other),
        ),
        ResolvedEntity(
            canonical_id="technology:hybrid-search",
            type="technology",
            name="Гибридный поиск",
            confidence=0.64,
            span=_span("поиска"),
            matched_by="lemma",
        ),
    )


def _plan() -> QueryPlan:
    return QueryPlan(
        intents=("PROJECT_ACHIEVEMENTS", "GENERAL_UNSTRUCTURED"),
        entities=(PlanEntity(type="project", id=PROJECT, name="АЛОР Брокер"),),
        tool_calls=(
            ToolCall(
                tool="graph_query_tool",
                args=GraphArgs(intent="PROJECT_ACHIEVEMENTS", entity_id=PROJECT),
            ),
            ToolCall(
                tool="portfolio_search_tool",
                args=SearchArgs(
                    query="почему отказались от поиска только по векторам",
                    filters={"project": PROJECT},
                    top_k=6,
                ),
            ),
        ),
        fallback=Fallback(tool="portfolio_search_tool"),
        confidence=0.86,
    )


def _facts() -> tuple[FactsPayload, Subgraph]:
    space, text = workspace(), document().text
    nodes = {PROJECT: "project", "technology:rag": "technology"}
    edges: list[Edge] = []
    items: list[Evidence] = []
    for edge in space.edges:
        if edge.source == PROJECT and edge.type == "HAS_ACHIEVEMENT":
            edges.append(edge)
            nodes[edge.target] = "achievement"
            items.append(_achievement(space, edge, text))
        elif edge.type == "ACHIEVED_WITH" and edge.source.startswith("achievement:alor"):
            edges.append(edge)
            nodes[edge.target] = "technology"
    items = [*items[:4], _passage(), *items[4:]]
    graph = Subgraph(
        nodes=tuple(
            SubgraphNode(id=i, type=kind, label=space.entity_name(i, "ru"))
            for i, kind in nodes.items()
        ),
        edges=tuple(
            SubgraphEdge(
                id=e.id,
                source=e.source,
                target=e.target,
                type=e.type,
                label=str(_label(space, e.type)),
            )
            for e in edges
        ),
    )
    gap = Gap(
        call=1,
        entity_id=PROJECT,
        relation="MADE_AT",
        reason="absent",
        message="У проекта не указана доля в выручке.",
    )
    meta = FactsMeta(coverage=0.5, requested=2, answered=1, gaps=(gap,))
    return FactsPayload(found=True, items=tuple(items), meta=meta), graph


def _label(space: Workspace, edge_type: str) -> str:
    label = space.spec.edge_types[edge_type].label
    return label if isinstance(label, str) else label["ru"]


def _achievement(space: Workspace, edge: Edge, text: str) -> Evidence:
    node = space.nodes[edge.target]
    quote = None
    if edge.evidence:
        start = text.index(edge.evidence.quote)
        quote = Quote(
            document_id=DOCUMENT,
            text=edge.evidence.quote,
            start=start,
            end=start + len(edge.evidence.quote),
        )
    texts = node.properties["text"]
    assert isinstance(texts, dict)
    return Evidence(
        type="achievement",
        text=texts["ru"],
        source=SourceRef(id=PROJECT, title="АЛОР Брокер"),
        score=0.98,
        found_by=(ChannelHit(channel="graph", rank=1),),
        path=GraphPath(nodes=(PROJECT, edge.target), edges=(edge.id,)),
        quote=quote,
    )


def _passage() -> Evidence:
    text = document().text
    start = text.index("Первый прототип искал только по векторам.")
    end = text.index("Подробности — в статье")
    return Evidence(
        type="passage",
        text=text[start:end],
        score=0.74,
        found_by=(
            ChannelHit(channel="words", rank=1, score=11.2),
            ChannelHit(channel="dense", rank=2, score=0.71),
        ),
        span=Passage(
            document_id=DOCUMENT,
            title=document().title,
            start=start,
            end=end,
            heading_path=("Решение", "Почему не один векторный поиск"),
        ),
        call=1,
    )


def _calls(graph: Subgraph) -> tuple[ExecutedCall, ...]:
    first, second = _plan().tool_calls
    return (
        ExecutedCall(
            tool=first.tool,
            args=first.args,
            status="ok",
            ms=4.2,
            items=6,
            subgraph=graph,
            caused_by="plan[0]",
        ),
        ExecutedCall(
            tool=second.tool, args=second.args, status="ok", ms=38.0, items=1, caused_by="plan[1]"
        ),
        ExecutedCall(
            tool=second.tool,
            args=SearchArgs(query="доля в выручке", top_k=3),
            status="empty",
            ms=11.0,
            caused_by="LOW_COVERAGE",
        ),
    )


def _citations(facts: FactsPayload) -> tuple[Citation, ...]:
    text = document().text
    needles = {
        5: [
            "На вопросах о номерах пунктов и кодах тарифов он промахивался",
            "Словарный поиск такие вопросы находит сразу",
        ]
    }
    found = []
    for match in CITATION_MARKER.finditer(MARKED):
        number = int(match[1])
        item = facts.items[number - 1]
        quote = item.quote
        if needles.get(number):
            words = needles[number].pop(0)
            start = text.index(words)
            quote = Quote(document_id=DOCUMENT, text=words, start=start, end=start + len(words))
        found.append(
            Citation(
                source_index=number - 1,
                evidence_id=item.id,
                chunk_id=item.id,
                quoted_text="",
                quote=quote,
                start_pos=match.start(),
                end_pos=match.end(),
            )
        )
    return tuple(found)


def _diagnostics(facts: FactsPayload, text: str) -> Diagnostics:
    def claim(
        words: str, verdict: str, probability: float | None, item: int | None, *reasons: str
    ) -> Claim:
        start = text.index(words)
        return Claim(
            text=words,
            start=start,
            end=start + len(words),
            verdict=verdict,  # type: ignore[arg-type]
            probability=probability,
            evidence=(facts.items[item].id,) if item is not None else (),
            evidence_sentence=facts.items[item].content if item is not None else "",
            reasons=reasons,
        )

    return Diagnostics(
        claims=(
            claim("62 % обращений первой линии закрываются без оператора", "supported", 0.97, 0),
            claim("среднее время первого ответа сократилось с 14 минут до 3", "supported", 0.98, 1),
            claim("полнота поиска выросла с 0,71 до 0,93", "supported", 0.96, 2),
            claim("доля неподтверждённых утверждений упала с 11 % до 1,8 %", "supported", 0.95, 3),
            claim("на номерах пунктов и кодах тарифов он промахивался", "supported", 0.93, 4),
            claim(
                "Решение окупилось за два месяца.",
                "not_in_sources",
                0.08,
                None,
                "в источниках нет срока «два месяца»",
            ),
        ),
        grounding=Grounding(score=0.83, overlap_baseline=0.92),
        confidence=Confidence(
            score=0.8715,
            steps=(
                ConfidenceStep(
                    name="mean_relevance", factor=0.83, value_after=0.83, detail="5 источников"
                ),
                ConfidenceStep(
                    name="specificity", factor=1.05, value_after=0.8715, detail="проценты, числа"
                ),
                ConfidenceStep(name="length", factor=1.0, value_after=0.8715, detail="63 слова"),
            ),
        ),
        sufficiency=Sufficiency(
            sufficient=True,
            ladder="caveat",
            reasons=(
                "Релевантность 0,83 не ниже порога 0,35.",
                "Одно утверждение не подтверждено.",
            ),
        ),
        citations=CitationScores(precision=1.0, recall=0.83),
    )
