"""Answers from a graph as sentences, and how changed ones are judged against their facts."""

import pytest

from tests.support.graph_folders import composer_for, proposed_workspace, store_of
from workbench.checks.grounding.evidence_index import index_evidence
from workbench.checks.grounding.verdicts import judge_claims
from workbench.domain.local_text import Language
from workbench.domain.plan import GraphQueryArgs, Limits
from workbench.text.citation_marks import without_markers
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import CallContext, ToolOutcome

HELD = "Saturn Devouring His Son, The Naked Maja"


async def answer(graph: str, question: str, language: Language = "en") -> ToolOutcome:
    """What the graph tool returns for a composed question."""
    workspace = proposed_workspace(graph)
    query = composer_for(graph).compose(question).query
    context = CallContext(language=language, call=0, limits=Limits())
    tool = GraphTool(workspace, store_of(workspace))
    return await tool.run(GraphQueryArgs(query=query), context)


async def told(graph: str, question: str, language: Language = "en") -> list[str]:
    outcome = await answer(graph, question, language)
    assert outcome.section is not None
    heading = [outcome.section.heading] if outcome.section.heading else []
    return [*heading, *(str(item.text) for item in outcome.items)]


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("Who taught Ilya Repin?", ["Pavel Chistyakov taught Ilya Repin"]),
        ("Where is The Night Watch held?", ["The Night Watch is held by Rijksmuseum"]),
        (
            "Which paintings are held in Paris?",
            [
                "Paintings held by museums in Paris (3):",
                "Olympia",
                "Poppies",
                "The Luncheon on the Grass",
            ],
        ),
        (
            "Which museums hold more than 2 paintings?",
            [
                "Museums with more than 2 paintings (4):",
                "Musée d'Orsay",
                "Prado",
                "Tretyakov Gallery",
                "Van Gogh Museum",
            ],
        ),
        (
            "Which city has the most museums?",
            [
                "Cities with the most museums (3):",
                "Amsterdam — 2 museums",
                "Paris — 2 museums",
                "Saint Petersburg — 2 museums",
            ],
        ),
        (
            "How many artists were born in each city?",
            [
                "Artists born in each city:",
                "Amsterdam: 2 artists — Pieter Lastman, Rembrandt",
                "Madrid: 1 artist — Francisco Goya",
                "Moscow: 1 artist — Pavel Chistyakov",
                "Paris: 2 artists — Claude Monet, Édouard Manet",
                "Saint Petersburg: 2 artists — Ilya Repin, Valentin Serov",
            ],
        ),
        (
            "Average price of paintings per museum",
            [
                "Paintings held by each museum:",
                "Hermitage: average price 275 (2 paintings)",
                "Musée d'Orsay: average price 196.67 (3 paintings)",
                "Prado: average price 270 (3 paintings)",
                "Rijksmuseum: average price 500 (1 painting)",
                "Russian Museum: average price 107.5 (2 paintings)",
                "Tretyakov Gallery: average price 96.67 (3 paintings)",
                "Van Gogh Museum: average price 176.67 (3 paintings)",
            ],
        ),
        (
            "Since when does the Tretyakov Gallery hold Girl with Peaches?",
            ["Girl with Peaches is held by Tretyakov Gallery (since: 1899)"],
        ),
        (
            "How is Ilya Repin connected with Valentin Serov?",
            ["Ilya Repin and Valentin Serov are connected: Ilya Repin taught Valentin Serov"],
        ),
        (
            "Did Ilya Repin teach Pavel Chistyakov?",
            ["No. The graph has no such edge: Ilya Repin taught Pavel Chistyakov"],
        ),
    ],
)
async def test_answers_in_english(question: str, texts: list[str]) -> None:
    assert await told("gallery", question) == texts


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("Кто учил Елену Орлову?", ["Сергей Белов учит Елену Орлову"]),
        ("Кому подчиняется Елена Орлова?", ["Елена Орлова подчиняется Сергею Белову"]),
        ("Где находится Юридический отдел?", ["Юридический отдел находится в Казани"]),
        (
            "Кого учил Пётр Волков?",
            ["Люди, которых учит Пётр Волков (2):", "Анна Иванова", "Игорь Соколов"],
        ),
        (
            "Сколько проектов у каждого отдела?",
            [
                "Проекты, которыми владеет каждый отдел:",
                "ИТ-отдел: 3 проекта — Облако, Портал, Чат-бот",
                "Отдел кадров: 1 проект — Подбор",
                "Отдел продаж: 1 проект — Проект «Маяк»",
                "Юридический отдел: 1 проект — Архив",
            ],
        ),
        (
            "В каком отделе больше всего проектов?",
            ["Отделы, у которых больше всего проектов: ИТ-отдел — 3 проекта"],
        ),
    ],
)
async def test_answers_in_russian(question: str, texts: list[str]) -> None:
    assert await told("offices", question, "ru") == texts


async def test_an_empty_result_names_what_there_is_not() -> None:
    outcome = await answer("gallery", "Which museums in Madrid were founded after 1900?")
    (gap,) = outcome.gaps
    assert gap.reason == "absent"
    assert gap.message == "The graph has no museums in Madrid (founded: after 1900)."


async def test_a_question_that_is_not_understood_has_a_gap_of_its_own() -> None:
    outcome = await answer("gallery", "Median price of paintings")
    (gap,) = outcome.gaps
    assert gap.reason == "unclear"
    assert gap.message == (
        "The question was not fully understood, so it is not answered. Not used: Median."
    )


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (f"Prado: 3 paintings — {HELD}, The Third of May.", "supported"),
        (f"Prado: 4 paintings — {HELD}, The Third of May.", "contradicted"),
        (f"Prado: 3 paintings — {HELD}, Olympia.", "contradicted"),
        ("Louvre: 2 paintings.", "contradicted"),
        ("Prado holds 5 paintings.", "contradicted"),
        ("Prado holds 3 paintings.", "supported"),
    ],
)
async def test_numbers_and_members_of_groups_are_verified(claim: str, verdict: str) -> None:
    outcome = await answer("gallery", "How many paintings does each museum hold?")
    (judged,) = judge_claims(without_markers(claim), index_evidence(outcome.items), "en")
    assert judged.verdict == verdict


async def test_the_heading_of_a_list_supports_a_sentence_about_it() -> None:
    outcome = await answer("gallery", "Which paintings are held in Paris?")
    pool = index_evidence(outcome.items)
    claims = "There are 3 paintings held by museums in Paris. There are 7 paintings held in Paris."
    right, wrong = judge_claims(without_markers(claims), pool, "en")
    assert right.verdict == "supported"
    assert wrong.verdict in ("not_in_sources", "contradicted")
