"""A model's answer is held against the facts shown: what it leaves out is named or mended."""

import json
from typing import Any

import pytest

from tests.modelserver.answers import say
from tests.modelserver.server import ModelServer
from tests.support.portfolio_model import PLAN, QUESTION
from workbench import Workbench
from workbench.domain.answer import AskOptions
from workbench.domain.run import Run

TOP_ONE = "Дмитрий сократил среднее время первого ответа с 14 минут до 3 [Source 2]."


async def ask(
    server: ModelServer, bench: Workbench, *answers: str, options: AskOptions | None = None,
    question: str = QUESTION, **plan: Any,
) -> Run:  # fmt: skip
    told = iter(answers)
    planned = json.dumps({**PLAN, **plan})
    server.choose(
        lambda request: say(
            planned if "response_format" in request.body else next(told, answers[-1])
        )
    )
    return await bench.ask(question, workspace="portfolio", options=options)


def found(run: Run) -> dict[str, str]:
    return {one.code: one.action for one in run.findings}


async def rendered(bench: Workbench) -> str:
    run = await bench.ask(
        QUESTION, workspace="portfolio", plan=PLAN,
        options=AskOptions(models={"answer": "offline", "planner": "offline"}),
    )  # fmt: skip
    assert run.rendered is not None
    return run.rendered.marked


async def test_what_is_left_out_is_named(server: ModelServer, modelled: Workbench) -> None:
    run = await ask(server, modelled, TOP_ONE)

    assert found(run)["incomplete"] == "replaced"
    (finding,) = [one for one in run.findings if one.code == "incomplete"]
    assert run.rendered is not None
    assert finding.excerpt.count(";") == len(run.rendered.sources) - 2
    assert "первого ответа" not in finding.excerpt


@pytest.mark.parametrize("style", ["NATURAL_RU", "DETAILED", "ENUMERATION"])
async def test_a_list_is_written_again_and_then_complete(
    server: ModelServer, modelled: Workbench, style: str
) -> None:
    whole = await rendered(modelled)

    run = await ask(server, modelled, TOP_ONE, whole, answer_style=style)

    assert found(run)["incomplete"] == "rewritten"
    assert run.answer is not None
    assert len(run.answer.citations) == whole.count("[Source")


@pytest.mark.parametrize("style", ["NATURAL_RU", "DETAILED", "ENUMERATION"])
async def test_a_list_that_stays_incomplete_gives_way_to_the_facts(
    server: ModelServer, modelled: Workbench, style: str
) -> None:
    whole = await rendered(modelled)

    run = await ask(server, modelled, TOP_ONE, TOP_ONE, answer_style=style)

    assert found(run) == {"incomplete": "replaced", "replaced": "replaced"}
    assert run.answer is not None
    assert run.answer.marked == whole


async def test_a_fact_that_the_question_singles_out_is_an_answer(
    server: ModelServer, modelled: Workbench
) -> None:
    question = "Расскажи о диалоге на проекте АЛОР"

    run = await ask(server, modelled, TOP_ONE, question=question)

    assert found(run) == {"incomplete": "none"}
    assert run.answer is not None
    assert run.answer.marked == TOP_ONE


async def test_all_facts_in_other_words_are_complete(
    server: ModelServer, modelled: Workbench
) -> None:
    whole = await rendered(modelled)
    retold = " ".join(line.removeprefix("- ") for line in whole.splitlines() if line)

    run = await ask(server, modelled, retold, answer_style="ENUMERATION")

    assert "incomplete" not in found(run)


@pytest.mark.parametrize(
    ("values", "options"),
    [
        ({"question": "Какое главное достижение на проекте АЛОР?"}, AskOptions()),
        ({"question": "Сколько длится первый ответ на проекте АЛОР?"}, AskOptions()),
        ({"answer_style": "CONCISE"}, AskOptions()),
        ({"render_style": "SHORT"}, AskOptions()),
        ({}, AskOptions.model_validate({"template": "summarization"})),
        ({}, AskOptions(max_response_length=20)),
    ],
)
async def test_one_thing_or_a_summary_leaves_facts_out(
    server: ModelServer, modelled: Workbench, values: dict[str, str], options: AskOptions
) -> None:
    run = await ask(server, modelled, TOP_ONE, options=options, **values)

    assert "incomplete" not in found(run)
