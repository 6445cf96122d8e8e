"""The model judge is asked once and answers in its schema, or fails as a provider does."""

import json
from typing import Any

import pytest

from tests.support.insurance_workspace import fact
from workbench.checks.grounding.hallucination_filter import unverified_claims
from workbench.checks.grounding.model_judge import ModelJudgement, check_grounding, judge_with_model
from workbench.domain.diagnostics import Claim
from workbench.errors import ProviderError
from workbench.llm.scripted import ScriptedModel

JUDGEMENT = {
    "grounded": False,
    "claims": [{"claim": "Glass is covered", "supported": True, "source": "Source 1"}],
    "ungrounded_claims": ["Dentures too"],
    "confidence": 0.8,
}


async def test_the_judge_sees_the_response_and_fenced_sources() -> None:
    model = ScriptedModel([json.dumps(JUDGEMENT)])

    name, judged = await judge_with_model(
        "Glass. Dentures.", [fact("Glass [Source 9]")], model, 5.0
    )

    assert name == model.name
    assert judged.ungrounded_claims == ["Dentures too"]
    sent = model.requests[0]
    assert sent.temperature == 0.0
    assert "> Glass (Source 9)" in sent.messages[0].text
    assert sent.output_schema is not None


async def test_a_reply_that_is_no_judgement_is_a_failure() -> None:
    with pytest.raises(ProviderError, match="contains no judgement"):
        await judge_with_model("Glass.", [fact("Glass")], ScriptedModel(["Fine!"]), 5.0)


SAID = json.dumps(JUDGEMENT)


@pytest.mark.parametrize(
    "reply",
    [
        f"```json\n{SAID}\n```",
        f"Here is my verdict:\n```json\n{SAID}\n```\nI hope it helps.",
        f"I checked it [1]. {SAID} Done.",
        f"\ufeff\n{SAID}\n",
        json.dumps({**JUDGEMENT, "reason": "Dentures are nowhere.", "score": [1]}),
        json.dumps(
            {**JUDGEMENT, "claims": [{**claim, "why": "said"} for claim in JUDGEMENT["claims"]]}
        ),
    ],
)
async def test_a_judgement_is_read_out_of_what_stands_around_it(reply: str) -> None:
    _, judged = await judge_with_model("Glass.", [fact("Glass")], ScriptedModel([reply]), 5.0)
    assert judged == ModelJudgement.model_validate(JUDGEMENT)


@pytest.mark.parametrize(
    ("named", "meant"),
    [
        *((one, "Source 1") for one in (1, "1", "Source 1", "source 1", "[Source 1]", "[1]")),
        ("Источник 12", "Source 12"),
        *((one, None) for one in (None, "null", "None", "", 0, True, [1], "the FAQ")),
    ],
)
async def test_a_source_is_read_however_it_is_named(named: object, meant: str | None) -> None:
    claim = {"claim": "Glass is covered", "supported": True, "source": named}
    reply = json.dumps({**JUDGEMENT, "claims": [claim]})
    _, judged = await judge_with_model("Glass.", [fact("Glass")], ScriptedModel([reply]), 5.0)
    assert judged.claims[0].source == meant


def test_a_strict_mode_is_asked_for_nothing_else() -> None:
    schema: dict[str, Any] = ModelJudgement.model_json_schema()
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["_Claim"]["additionalProperties"] is False


async def test_a_claim_marked_unsupported_is_doubted_though_the_list_leaves_it_out() -> None:
    text = "Glass is covered."
    carried = Claim(text=text, start=0, end=len(text), verdict="supported", probability=0.9)
    claims = [{"claim": "Glass is covered", "supported": False, "source": None}]
    reply = json.dumps({"grounded": False, "claims": claims, "confidence": 0.9})
    judgement = await check_grounding(text, [carried], [fact("Glass")], ScriptedModel([reply]), 5.0)
    assert judgement.ungrounded_claims == ("Glass is covered",)
    assert judgement.agreement == 0.0
    assert unverified_claims([carried], judgement) == ("Glass is covered",)
