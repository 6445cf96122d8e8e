"""The museum with documents, and a model server that extracts edges from them by script."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from tests.llm.vendors import KEY
from tests.modelserver.answers import say
from tests.modelserver.exchange import Answer, Received
from tests.modelserver.server import ModelServer
from tests.support.museum_workspace import write_museum
from workbench import Workbench
from workbench.settings import Settings

MODEL = "openai:gpt-4o"
DOCUMENTS = {
    "known.md": "# Works\n\nOrlova painted Bridge in 1924.",
    "lighthouse.md": "# The new picture\n\nVasin painted Lighthouse with tempera. It hangs now.\n"
    "\nThe Lighthouse hangs in the North hall.",
    "letters.md": "# Letters\n\nIn a letter Vasin, who painted Lighthouse, asks for the hall.",
}
QUOTE = "Vasin painted Lighthouse with tempera."


def node(type_: str, name: str, *aliases: str, quote: str = "") -> dict[str, Any]:
    """A node of a reply."""
    return {"type": type_, "name": name, "aliases": list(aliases), "quote": quote or name}


def edge(source: str, relation: str, target: str, quote: str, **properties: str) -> dict[str, Any]:
    """An edge of a reply."""
    values = [{"name": name, "value": value} for name, value in properties.items()]
    return {
        "source": source,
        "relation": relation,
        "target": target,
        "properties": values,
        "quote": quote,
    }


def reply(nodes: list[dict[str, Any]], edges: list[dict[str, Any]]) -> str:
    """The text of a reply."""
    return json.dumps({"nodes": nodes, "edges": edges}, ensure_ascii=False)


NOTHING = reply([], [])
OBEDIENT = {
    "known.md": reply(
        [node("painter", "Orlova"), node("painting", "Bridge")],
        [edge("Orlova", "PAINTED", "Bridge", "Orlova painted Bridge in 1924.")],
    ),
    "lighthouse.md": reply(
        [node("painter", "Vasin"), node("painting", "Lighthouse"), node("hall", "North hall")],
        [
            edge("Vasin", "PAINTED", "Lighthouse", QUOTE, technique="tempera"),
            edge("Lighthouse", "HANGS_IN", "North hall", "The Lighthouse hangs in the North hall."),
        ],
    ),
    "letters.md": reply(
        [node("painter", "Vasin"), node("painting", "Lighthouse")],
        [edge("Vasin", "PAINTED", "Lighthouse", "Vasin, who painted Lighthouse")],
    ),
}
"""What an obedient model replies, by document."""


def write_documents(parent: Path, documents: Mapping[str, str] = DOCUMENTS) -> Path:
    """Write the museum with documents and return its folder."""
    folder = write_museum(parent)
    for name, text in documents.items():
        (folder / "documents" / name).write_text(text, "utf-8")
    return folder


def script(server: ModelServer, replies: Mapping[str, str | Answer]) -> None:
    """Answer each passage by its document; passages of other documents state nothing."""
    texts = {text.partition("\n\n")[2]: name for name, text in DOCUMENTS.items()}

    def choose(request: Received) -> Answer:
        passage = passage_of(request)
        name = next(name for body, name in texts.items() if passage["text"].strip() in body)
        answer = replies.get(name, NOTHING)
        return say(answer) if isinstance(answer, str) else answer

    server.choose(choose)


def passage_of(request: Received) -> Any:
    """The passage that a request asks about."""
    return json.loads(request.body["messages"][-1]["content"])


def open_museum(parent: Path, server: ModelServer, **changes: Any) -> Workbench:
    """Open a workbench over the museum in a folder; its models are on the server."""
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        workbench_home=parent / "home",
        workbench_workspaces=(parent,),
        openai_api_key=SecretStr(KEY),
        openai_base_url=server.openai_url,
        **{"planner_model": MODEL, "workbench_default": "museum", **changes},
    )
    return Workbench.open(settings)
