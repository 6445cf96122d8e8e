"""A model's answer is shown in the format that was asked for; nothing of it is cut."""

import json

import pytest

from tests.modelserver.answers import say
from tests.modelserver.insurance_model import PLAN, QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.answer import AskOptions, Audience, Format
from workbench.domain.run import Run
from workbench.domain.run_events import AnswerDelta, RunFinished

WRITTEN = (
    "The windscreen excess of the **Car Insurance** is $100 for each claim [Source 1]. "
    "With the Motorcycle Insurance it is $40 for each claim [Source 2]."
)
PLAIN = (
    "The windscreen excess of the Car Insurance is $100 for each claim [1]. "
    "With the Motorcycle Insurance it is $40 for each claim [2]."
)
BULLETS = (
    "- The windscreen excess of the **Car Insurance** is $100 for each claim [1].\n"
    "- With the Motorcycle Insurance it is $40 for each claim [2]."
)
FORMATS = [(Format.PLAIN, PLAIN), (Format.BULLETS, BULLETS)]


async def asked(bench: Workbench, **options: object) -> Run:
    wanted = AskOptions.model_validate({"citations": "numbered", **options})
    return await bench.ask(QUESTION, workspace="insurance", options=wanted)


def body(run: Run) -> str:
    """What is displayed above the list of sources."""
    assert run.answer is not None
    return run.answer.display.partition("\n\n")[0]


@pytest.mark.parametrize(("form", "shown"), FORMATS)
async def test_a_models_answer_is_displayed_in_its_format_and_kept_as_written(
    server: ModelServer, modelled: Workbench, form: Format, shown: str
) -> None:
    server.choose(insurance_model(answer=say(WRITTEN)))

    run = await asked(modelled, format=form)

    assert body(run) == shown
    assert modelled.display(run) == (run.answer.display if run.answer else None)
    assert run.answer is not None
    assert run.answer.marked == WRITTEN


async def test_confidence_leaves_the_format(server: ModelServer, modelled: Workbench) -> None:
    server.choose(insurance_model(answer=say(WRITTEN)))

    run = await asked(modelled, format=Format.PLAIN, show_confidence=True)

    assert body(run) == PLAIN


async def test_a_customer_gets_the_format_too(server: ModelServer, modelled: Workbench) -> None:
    server.choose(insurance_model(answer=say(WRITTEN)))

    run = await asked(modelled, format=Format.BULLETS, audience=Audience.CUSTOMER)

    assert body(run) == BULLETS.replace(" [1]", "").replace(" [2]", "")


async def test_markdown_stays_as_the_model_wrote_it(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(insurance_model(answer=say(WRITTEN)))

    run = await asked(modelled)

    assert body(run) == WRITTEN.replace("Source ", "")
    assert modelled.display(run, form=Format.PLAIN).startswith(PLAIN)


async def test_what_streams_is_as_written(server: ModelServer, modelled: Workbench) -> None:
    server.choose(insurance_model(answer=say(WRITTEN)))
    options = AskOptions(format=Format.PLAIN)
    told = ""

    async for event in modelled.stream(QUESTION, workspace="insurance", options=options):
        told += event.text if isinstance(event, AnswerDelta) else ""
        if isinstance(event, RunFinished):
            run = event.run

    assert told == WRITTEN
    assert "**" not in body(run)


@pytest.mark.parametrize(
    ("question", "most", "told"),
    [
        (
            QUESTION,
            10,
            ["The answer is longer than requested: 22 words; the limit is 10."],
        ),
        (
            "Какая франшиза при повреждении стекла?",
            10,
            ["Ответ длиннее, чем просили: 22 слова, а нужно не больше 10."],
        ),
        (QUESTION, 18, []),
        (
            QUESTION,
            17,
            ["The answer is longer than requested: 22 words; the limit is 17."],
        ),
    ],
)
async def test_a_text_much_longer_than_asked_for_is_said_and_not_cut(
    server: ModelServer, modelled: Workbench, question: str, most: int, told: list[str]
) -> None:
    server.choose(insurance_model(answer=say(WRITTEN)))
    options = AskOptions(max_response_length=most, require_grounding=False)

    run = await modelled.ask(question, workspace="insurance", options=options)

    found = [one for one in run.findings if one.code == "too_long"]
    assert [one.message for one in found] == told
    assert all(one.action == "none" for one in found)
    assert run.answer is not None
    assert run.answer.marked == WRITTEN


async def test_an_answer_in_json_has_no_length(server: ModelServer, modelled: Workbench) -> None:
    said = '{"answer": "The windscreen excess is $100 for each claim [Source 1].", "sources": [1]}'
    server.choose(insurance_model(answer=say(said)))

    run = await asked(modelled, format=Format.JSON, max_response_length=2)

    assert run.findings == ()


@pytest.mark.parametrize(
    ("question", "style"),
    [
        (QUESTION, "Write natural, plain English."),
        ("Какая франшиза при повреждении стекла?", "Write natural, plain Russian."),
    ],
)
async def test_a_plan_without_a_style_is_answered_in_that_of_the_question(
    server: ModelServer, modelled: Workbench, question: str, style: str
) -> None:
    plan = {key: value for key, value in json.loads(PLAN).items() if key != "answer_style"}
    server.choose(insurance_model(plan=say(json.dumps(plan)), answer=say(WRITTEN)))

    run = await modelled.ask(question, workspace="insurance")

    assert run.plan is not None
    assert run.plan.answer_style == ""
    assert any(style in json.dumps(request.body) for request in server.requests)
