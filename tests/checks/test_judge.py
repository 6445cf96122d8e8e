"""The model judge is asked once and answers in its schema, or fails as a provider does."""

import json

import pytest

from tests.support.insurer import fact
from workbench.checks.judge import judge_with_model
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
    with pytest.raises(ProviderError, match="not a judgement"):
        await judge_with_model("Glass.", [fact("Glass")], ScriptedModel(["Fine!"]), 5.0)
