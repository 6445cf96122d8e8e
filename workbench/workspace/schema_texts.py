"""Default texts of a workspace that was made from a graph."""

SUBJECT = {"en": "A graph of these things: {types}.", "ru": "Граф; что в нём есть: {types}."}
OFF_TOPIC = {
    "en": "I can only answer questions about this graph ({types}) and cannot help with that.",
    "ru": "Я отвечаю только на вопросы по этому графу ({types}), с этим помочь не могу.",
}
UNANSWERED = {
    "en": "The graph does not hold an answer to this question.",
    "ru": "Ответа на этот вопрос в графе нет.",
}
