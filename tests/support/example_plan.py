"""The example QueryPlan of docs/formulas.md, verbatim."""

from typing import Any

PLAN: dict[str, Any] = {
    "intents": ["PROJECT_ACHIEVEMENTS"],
    "entities": [{"type": "project", "id": "project:alor-broker", "name": "АЛОР Брокер"}],
    "tool_calls": [
        {
            "tool": "graph_query_tool",
            "args": {"intent": "PROJECT_ACHIEVEMENTS", "entity_id": "project:alor-broker"},
        }
    ],
    "fallback": {
        "enabled": True,
        "tool": "portfolio_search_tool",
        "when": ["NO_RESULTS", "LOW_COVERAGE"],
    },
    "limits": {"max_items": 10, "max_groups": 4, "max_paragraphs": 4},
    "render_style": "BULLETS",
    "answer_style": "NATURAL_RU",
    "confidence": 0.86,
}
