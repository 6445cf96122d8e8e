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
    """Whether a request comes from the planner, by the first words of its prompt."""
    return "You plan how to answer" in json.dumps(request.body)


def insurance_model(
    plan: Answer | None = None, answer: Answer | None = None
) -> Callable[[Received], Answer]:
    """Return a function that picks the answer for a planner's or a writer's request."""
    planned, answered = plan or say(PLAN), answer or say(ANSWER)
    return lambda request: planned if wants_plan(request) else answered
