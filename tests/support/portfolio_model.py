"""A scripted model that plans, answers and judges a question about the sample portfolio."""

import json
from typing import Any

from tests.modelserver.answers import models, say
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.exchange import Answer, Received

QUESTION = "Достижения на проекте АЛОР"
MODELS = ("small", "large")
DOUBTFUL = "Решение окупилось за два месяца."
COMPLETE = (
    "Дмитрий сократил среднее время первого ответа с 14 минут до 3 [Source 2]. "
    "Довёл до 62 % долю обращений первой линии, закрытых без оператора [Source 1]. "
    "Поднял полноту поиска (recall@5) с 0,71 до 0,93 [Source 3]. "
    "Снизил долю ответов с неподтверждёнными утверждениями с 11 % до 1,8 % [Source 4]. "
    "Удешевил диалог в 4,2 раза [Source 5]. "
    "Выдержал пик 180 запросов в секунду при доступности 99,93 % [Source 6]."
)
"""Every fact that the plan asks for."""
ANSWER = f"{COMPLETE} {DOUBTFUL}"
PLAN: dict[str, Any] = {
    "intents": ["PROJECT_ACHIEVEMENTS"],
    "entities": [{"type": "project", "id": "project:alor-broker", "name": "АЛОР Брокер"}],
    "tool_calls": [
        {
            "tool": "graph_query_tool",
            "args": {"intent": "PROJECT_ACHIEVEMENTS", "entity_id": "project:alor-broker"},
        }
    ],
    "render_style": "BULLETS",
    "answer_style": "NATURAL_RU",
    "confidence": 0.9,
}
MISTAKEN = {**PLAN, "intents": ["PROJECT_ACHIEVMENTS"]}
JUDGEMENT = {
    "grounded": False,
    "claims": [
        {"claim": ANSWER.split(" [", maxsplit=1)[0], "supported": True, "source": "Source 2"},
        {"claim": DOUBTFUL, "supported": False, "source": None},
    ],
    "ungrounded_claims": [DOUBTFUL],
    "confidence": 0.8,
}


def portfolio_model(request: Received) -> Answer:
    """Return a list of models, an invalid plan and its repair, the answer, or the judgement."""
    if request.method == "GET":
        return models(*MODELS)
    body = json.dumps(request.body, ensure_ascii=False)
    if "query_plan" in body:
        plan = PLAN if "PROJECT_ACHIEVMENTS" in body else MISTAKEN
        return say(ScriptedReply(_json(plan), input_tokens=2100, output_tokens=210))
    if "ungrounded_claims" in body:
        return say(_json(JUDGEMENT))
    if "ready" in body:
        return say("ready")
    return say(ScriptedReply(ANSWER, input_tokens=830, output_tokens=61, cut_into=12))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
