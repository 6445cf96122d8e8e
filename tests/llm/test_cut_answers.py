"""What a customer gets of an answer that its sources carry in part, or not at all."""

import datetime as dt
import json
from typing import Literal

import pytest

from tests.llm.conftest import Open
from tests.llm.test_structured import VENDORS
from tests.modelserver.answers import say
from tests.modelserver.insurance_model import QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from tests.support.answer_schemas import FILLED, SAID, Closed, Excesses
from workbench import Workbench
from workbench.domain.answer import AskOptions, Audience, Format
from workbench.domain.run import Run, RunStatus

TRUE = "The windscreen excess of the Car Insurance is $100 for each claim [Source 1]."
INVENTED = "A free helicopter ride to Mars is included with every policy [Source 1]."


class Price(Closed):
    product: str
    currency: str
    amount: float
    period: Literal["per_claim", "per_year"]
    status: str
    since: dt.date
    remark: str


PRICE = {
    "product": "Car Insurance",
    "currency": "USD",
    "amount": 100,
    "period": "per_claim",
    "status": "active",
    "since": "2024-05-01",
    "remark": TRUE,
}


async def asked(bench: Workbench, **options: object) -> Run:
    wanted = AskOptions.model_validate({"audience": Audience.CUSTOMER, **options})
    return await bench.ask(QUESTION, workspace="insurance", options=wanted)


def actions(run: Run) -> list[str]:
    return [finding.action for finding in run.findings]


@pytest.mark.parametrize("audience", list(Audience))
@pytest.mark.parametrize("schema", [Price, Excesses])
async def test_labels_and_typed_values_are_no_claims(
    schema: type[Closed], audience: Audience, opened: Open, server: ModelServer
) -> None:
    said = json.dumps(PRICE) if schema is Price else SAID
    server.choose(insurance_model(answer=say(said)))
    bench = opened(schemas=[schema])

    run = await asked(bench, schema=schema.__name__, audience=audience)

    assert [one.role for one in run.exchanges] == ["planner", "answer"]
    assert run.findings == ()
    assert run.answer and run.answer.grounding_score == 1.0
    told = json.loads(run.answer.text)
    whole = PRICE if schema is Price else FILLED
    assert told == json.loads(
        json.dumps(whole).replace(" [Source 1]", "").replace(" [Source 2]", "")
    )


async def test_an_invented_remark_goes_and_the_labels_stay(
    opened: Open, server: ModelServer
) -> None:
    server.choose(
        insurance_model(answer=say(json.dumps({**PRICE, "remark": f"{TRUE} {INVENTED}"})))
    )
    run = await asked(opened(schemas=[Price]), schema="Price")
    assert run.answer
    assert json.loads(run.answer.display) == {**PRICE, "remark": TRUE.replace(" [Source 1]", "")}
    assert actions(run) == ["dropped"]


@pytest.mark.parametrize("name", VENDORS)
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"format": Format.JSON}, {"answer": INVENTED, "sources": [1]}),
        (
            {"schema": "AnswerWithSources"},
            {
                "answer": INVENTED,
                "confidence": 1,
                "sources_used": [1],
                "key_facts": [INVENTED, TRUE],
                "limitations": "None.",
            },
        ),
        (
            {"schema": "ComparisonResult"},
            {"similarities": [INVENTED], "differences": [], "contradictions": [], "conclusion": ""},
        ),
    ],
)
async def test_a_shape_of_which_nothing_is_left_has_the_facts(
    name: str, options: dict[str, object], said: object, opened: Open, server: ModelServer
) -> None:
    server.choose(insurance_model(answer=say(json.dumps(said))))
    bench = opened(planner_model=name, answer_model=name)
    run = await asked(bench, **options)
    assert run.status is RunStatus.DONE
    assert run.answer and run.answer.outcome == "answered"
    assert "$100" in run.answer.display
    assert "Mars" not in run.answer.display
    assert actions(run)[-1] == "replaced"
    filled = bench.structured(run)
    assert filled is not None
    assert json.loads(run.answer.display) == filled.model_dump(mode="json")


async def test_a_class_of_ones_own_of_which_nothing_is_left_is_no_answer(
    opened: Open, server: ModelServer
) -> None:
    said = {"heading": INVENTED, "excesses": []}
    server.choose(insurance_model(answer=say(json.dumps(said))))
    bench = opened(schemas=[Excesses])
    run = await asked(bench, schema="Excesses")
    assert run.status is RunStatus.DONE
    assert run.answer and run.answer.outcome == "no_answer"
    assert run.answer.display
    assert "Mars" not in run.answer.display
    assert run.answer.model == VENDORS[0]
    assert bench.structured(run) is None
    assert actions(run)[-1] == "replaced"
    assert "only a model can fill this schema" in run.findings[-1].message


async def test_a_leak_that_was_all_of_an_answer_leaves_no_blank(
    opened: Open, server: ModelServer
) -> None:
    said = {"answer": "(confidence: 0.93)", "sources": [1]}
    server.choose(insurance_model(answer=say(json.dumps(said))))
    run = await asked(opened(), format=Format.JSON, audience=Audience.ANALYST)
    assert run.answer and "$100" in json.loads(run.answer.text)["answer"]
    assert actions(run)[-1] == "replaced"


async def test_markdown_stays_whole_without_what_is_not_carried(
    opened: Open, server: ModelServer
) -> None:
    table = "| Product | Excess |\n|---|---|\n| Car Insurance | $100 for each claim |"
    trips = "| Product | Trip |\n|---|---|\n| Car Insurance | helicopter ride to Mars |"
    said = (
        f"{table}\n| Motorcycle Insurance | $9,999 for each claim |\n\n"
        f"1. {TRUE}\n2. {INVENTED}\n\n## Trips\n\n{trips}"
    )
    server.choose(insurance_model(answer=say(said)))
    run = await asked(opened())
    assert run.answer
    assert run.answer.display == f"{table}\n\n1. {TRUE.replace(' [Source 1]', '')}"
