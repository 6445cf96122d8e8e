"""The acceptance questions of the third seed (§10.2), asked of the real workbench without a key."""

import re

import pytest

from workbench import Workbench
from workbench.domain.run import Run, RunStatus

DEBRIS = re.compile(
    r"confidence|уверенность|\[\d+\]\s*[–-]|\b(?:project|company|technology):\S", re.I
)
DENIAL = re.compile(r"не найдено|не упомина|not found|no other mention", re.I)


async def ask(workbench: Workbench, question: str, thread: str | None = None) -> Run:
    run = await workbench.ask(question, workspace="portfolio", thread=thread)
    assert run.status is RunStatus.DONE, run.failure
    assert run.answer is not None
    assert not DEBRIS.search(run.answer.text), run.answer.text
    assert not DENIAL.search(run.answer.text), run.answer.text
    return run


def text(run: Run) -> str:
    assert run.answer is not None
    return run.answer.text


def names_of(workbench: Workbench, run: Run, node_type: str) -> set[str]:
    """Names of a type among the nodes that the run's calls used."""
    return {
        node.label
        for call in run.tool_calls
        for node in call.subgraph.nodes
        if node.type == node_type
    }


async def test_the_achievements_of_alor_are_told_all_six(workbench: Workbench) -> None:
    run = await ask(workbench, "Достижения на проекте АЛОР")

    assert run.entities[0].canonical_id == "project:alor-broker"
    assert run.plan is not None
    assert "PROJECT_ACHIEVEMENTS" in run.plan.intents
    assert run.tool_calls[0].tool == "graph_query_tool"
    achievements = [
        edge
        for edge in workbench.workspace("portfolio").edges
        if edge.type == "HAS_ACHIEVEMENT" and edge.source == "project:alor-broker"
    ]
    assert len(achievements) == 6
    nodes = workbench.workspace("portfolio").nodes
    for edge in achievements:
        told = nodes[edge.target].properties["text"]
        assert isinstance(told, dict)
        assert told["ru"] in text(run)


async def test_where_he_works_now(workbench: Workbench) -> None:
    run = await ask(workbench, "Где сейчас работает Дмитрий?")

    assert "Aston" in text(run)
    assert run.tool_calls[0].tool == "graph_query_tool"


async def test_where_rag_was_used_names_every_project_of_the_graph(workbench: Workbench) -> None:
    run = await ask(workbench, "Где применял RAG?")

    assert run.tool_calls[0].tool == "graph_query_tool"
    for project in ("АЛОР Брокер", "AI-Portfolio"):
        assert project in text(run)


async def test_the_technologies_of_a_project_are_listed_up_to_the_limit(
    workbench: Workbench,
) -> None:
    run = await ask(workbench, "Какие технологии использовал в AI-Portfolio?")

    assert run.plan is not None
    used = names_of(workbench, run, "technology")
    told = [name for name in used if name in text(run)]
    assert len(told) == len(used) or "ещё" in text(run)
    assert len(told) >= min(len(used), 10)


async def test_the_contacts_are_all_there(workbench: Workbench) -> None:
    run = await ask(workbench, "Контакты Дмитрия")

    contacts = [n for n in workbench.workspace("portfolio").nodes.values() if n.type == "contact"]
    for contact in contacts:
        assert str(contact.properties["value"]) in text(run)


async def test_a_follow_up_in_a_thread_lists_all_projects_of_the_company(
    workbench: Workbench,
) -> None:
    await ask(workbench, "Где применял RAG?", thread="acceptance")
    run = await ask(workbench, "А какие проекты в Aston?", thread="acceptance")

    assert run.memory is not None
    assert run.memory.decision == "follow_up"
    workspace = workbench.workspace("portfolio")
    made = [e.source for e in workspace.edges if (e.type, e.target) == ("MADE_AT", "company:aston")]
    assert len(made) >= 3
    for project in made:
        assert workspace.entity_name(project, "ru") in text(run)


async def test_a_question_of_why_is_answered_from_the_documents(workbench: Workbench) -> None:
    run = await ask(workbench, "Что пошло не так на проекте АЛОР?")

    assert run.tool_calls[-1].tool == "portfolio_search_tool"
    assert run.answer is not None
    assert run.answer.citations


@pytest.mark.parametrize(
    "question",
    [
        "Какая у Дмитрия зарплата?",
        "What is Dmitry's shoe size?",
        "What is Dmitry's blood type?",
    ],
)
async def test_what_the_data_does_not_say_is_admitted_in_one_sentence(
    workbench: Workbench, question: str
) -> None:
    run = await workbench.ask(question, workspace="portfolio")

    assert run.answer is not None
    assert run.answer.outcome == "no_answer"
    assert (run.answer.confidence or 0.0) <= 0.3


@pytest.mark.parametrize(
    "question", ["Какая завтра погода в Париже?", "Как испечь яблочный пирог?"]
)
async def test_an_off_topic_question_calls_no_tool(workbench: Workbench, question: str) -> None:
    run = await workbench.ask(question, workspace="portfolio")

    assert run.tool_calls == ()
    assert run.answer is not None
    assert run.answer.outcome == "off_topic"


async def test_the_windscreen_excess_is_quoted_from_where_it_stands(workbench: Workbench) -> None:
    question = "What is the windscreen excess for car insurance?"
    run = await workbench.ask(question, workspace="insurance")

    assert run.answer is not None
    assert "$100" in run.answer.text
    quotes = [citation.quote for citation in run.answer.citations if citation.quote]
    assert quotes
    folder = workbench.workspace("insurance").documents_folder
    for quote in quotes:
        stored = (folder / quote.document_id).read_text("utf-8")
        assert stored[quote.start : quote.end] == quote.text


@pytest.mark.parametrize("question", ["", "   ", "?!"])
async def test_an_empty_question_gets_one_line_and_nothing_else(
    workbench: Workbench, question: str
) -> None:
    run = await workbench.ask(question, workspace="portfolio")

    assert run.status is RunStatus.DONE
    assert run.answer is not None
    assert run.answer.outcome == "empty_question"
    assert run.tool_calls == ()
