"""A scripted model that plans and answers what an insurance product covers, from its prompts."""

import json
import re
from itertools import count
from typing import Any

from tests.modelserver.answers import say
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.exchange import Answer, Received

QUESTION = "What does Car Insurance cover?"
INVENTED = "Every claim is paid within two working days."
"""What the model adds of its own, unless its prompt says ``SOURCES_ONLY``."""
SOURCES_ONLY = "Add nothing of your own."
REMEMBERED = "Keys and locks: Basic $250; Plus $500; Premier $1,000 (each policy year)"
"""A fact of Home Insurance that the model states without a source too."""
HOME = "Home Insurance"
WAVERING = "Roughly"
"""A question with this word gets another plan once in ``SAMPLES`` calls."""
SAMPLES = 5
_calls = count(1)
_SOURCE = re.compile(r"\[Source (\d+)\]\n.*\n> (.+)")
"""A source of the prompt: ``[Source 2]``, its heading, ``> `` and its content."""


def overview_model(request: Received) -> Answer:
    """Plan for the recognised product, or state each source of the prompt and one thing more."""
    prompt = "\n".join(str(one["content"]) for one in request.body["messages"])
    if "You plan how to answer" in prompt:
        plan = json.dumps(_plan(prompt))
        return say(ScriptedReply(plan, input_tokens=2100, output_tokens=160))
    answer = _answer(prompt)
    return say(ScriptedReply(answer, input_tokens=900, output_tokens=210, cut_into=40))


def _plan(prompt: str) -> dict[str, Any]:
    asked, _ = json.JSONDecoder().raw_decode(prompt[prompt.rindex('{\n "question"') :])
    wavers = WAVERING in asked["question"] and next(_calls) % SAMPLES == 0
    product = asked["recognised_entities"][0]["candidates"][0]
    return {
        "intents": ["PRODUCT_OVERVIEW"],
        "entities": [{name: product[name] for name in ("type", "id", "name")}],
        "tool_calls": [
            {
                "tool": "graph_query_tool",
                "args": {"intent": "PRODUCT_OVERVIEW", "entity_id": product["id"]},
            }
        ],
        "limits": {"max_items": 3 if wavers else 10},
        "render_style": "BULLETS",
        "answer_style": "NATURAL_EN",
        "confidence": 0.9,
    }


def _answer(prompt: str) -> str:
    sources = _SOURCE.findall(prompt)
    lines = [f"- {content} [Source {number}]" for number, content in sources]
    if HOME in prompt and not any(content == REMEMBERED for _, content in sources):
        lines.append(f"- {REMEMBERED}")
    if SOURCES_ONLY not in prompt:
        lines.append(f"\n{INVENTED}")
    return "\n".join(lines)
