"""A scripted model that plans a question about insurance and answers it, in every protocol."""

import json
from collections.abc import Callable

from tests.modelserver.answers import say
from tests.modelserver.exchange import Answer, Received

QUESTION = "What is the excess for windscreen damage?"
PLAN = json.dumps(
    {
        "intents": ["EXCESS"],
        "entities": [{"type": "benefit", "id": "benefit:windscreen", "name": "Windscreen"}],
        "tool_calls": [
            {
                "tool": "graph_query_tool",
                "args": {"intent": "EXCESS", "entity_id": "benefit:windscreen"},
            }
        ],
        "render_style": "BULLETS",
        "answer_style": "NATURAL_EN",
        "confidence": 0.9,
    }
)
ANSWER = (
    "The windscreen excess of the Car Insurance is $100 for each claim, on all plans [Source 1]. "
    "With the Motorcycle Insurance it is $40 for each claim [Source 2]."
)


def wants_plan(request: Received) -> bool:
    """Whether a request asks for JSON of a schema, as the planner's does and the writer's not."""
    body = request.body
    return bool(
        body.get("response_format")
        or body.get("tools")
        or body.get("generationConfig", {}).get("responseMimeType") == "application/json"
    )


def insurer(
    plan: Answer | None = None, answer: Answer | None = None
) -> Callable[[Received], Answer]:
    """Chooses between the answers to the two kinds of request."""
    planned, answered = plan or say(PLAN), answer or say(ANSWER)
    return lambda request: planned if wants_plan(request) else answered
