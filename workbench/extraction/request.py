"""Ask a model for the edges that a passage states, in the types of a workspace."""

import json
from collections.abc import Mapping
from typing import Any

from workbench.domain.base import content_id
from workbench.domain.documents import Chunk
from workbench.domain.local_text import LocalText, localize
from workbench.llm.protocol import ChatRequest, Message, prompt_hash
from workbench.llm.token_budget import estimate_tokens
from workbench.workspace import Workspace
from workbench.workspace.plan_parts import (
    TEXT,
    Schema,
    enum_schema,
    list_schema,
    object_schema,
)
from workbench.workspace.schema import PropertySpec

MAX_TOKENS = 2000
"""Limit of a reply: about thirty edges with their quotes, more than a passage of 160 words has."""
DEADLINE_S = 60.0
"""Of one passage, retries included. Nobody waits for its first word."""
_PROMPT = "extract.jinja"


class ExtractionPrompt:
    """Builds the request for each passage; a workspace may override ``prompts/extract.jinja``."""

    def __init__(self, workspace: Workspace, temperature: float) -> None:
        """``temperature`` is that of structured replies.

        Raises:
            WorkspaceError: the template of the workspace is invalid.
        """
        self.system = _system(workspace)
        """The system message of every passage."""
        self._schema = reply_schema(workspace)
        self._temperature = temperature

    def request(self, chunk: Chunk) -> ChatRequest:
        """Return the request for a passage."""
        passage = {
            "document": chunk.title,
            "headings": list(chunk.heading_path),
            "text": chunk.text,
        }
        return ChatRequest(
            role="planner",
            system=self.system,
            messages=(Message(role="user", text=json.dumps(passage, ensure_ascii=False)),),
            max_tokens=MAX_TOKENS,
            temperature=self._temperature,
            output_schema=self._schema,
            schema_name="edges",
            deadline_s=DEADLINE_S,
        )


def passage_key(workspace: str, chunk: Chunk, model: str, request: ChatRequest) -> str:
    """Return the same key as long as the passage, the model, the prompt and the types stay."""
    asked = prompt_hash(request.model_dump(mode="json"))
    return content_id("passage", workspace, chunk.document_id, model, asked)


def request_tokens(request: ChatRequest) -> int:
    """Estimate the input tokens of a request: prompt, schema and passage."""
    texts = (request.system, json.dumps(request.output_schema), request.messages[0].text)
    return sum(map(estimate_tokens, texts))


def reply_schema(workspace: Workspace) -> Schema:
    """Return the JSON Schema of a reply, whose types and relations are those of a workspace."""
    spec = workspace.spec
    properties = {name for edge in spec.edge_types.values() for name in edge.properties}
    value = object_schema({"name": enum_schema(sorted(properties)), "value": TEXT})
    node = object_schema(
        {
            "type": enum_schema(spec.node_types),
            "name": TEXT,
            "aliases": list_schema(TEXT),
            "quote": TEXT,
        }
    )
    edge = object_schema(
        {
            "source": TEXT,
            "relation": enum_schema(spec.edge_types),
            "target": TEXT,
            **({"properties": list_schema(value)} if properties else {}),
            "quote": TEXT,
        }
    )
    return object_schema({"nodes": list_schema(node), "edges": list_schema(edge)})


def _system(workspace: Workspace) -> str:
    spec = workspace.spec
    language = spec.language
    return workspace.prompt_files("workbench.extraction").fill(
        _PROMPT,
        scope=localize(spec.scope.description, language),
        node_types={
            name: _words(one.label, one.words, language) for name, one in spec.node_types.items()
        },
        relations=[
            {
                "name": name,
                "sources": one.from_,
                "targets": one.to,
                "label": _words(one.label, one.words, language),
                "symmetric": bool(one.symmetric),
                "properties": _properties(one.properties, language),
            }
            for name, one in spec.edge_types.items()
        ],
    )


def _properties(properties: Mapping[str, PropertySpec], language: str) -> dict[str, Any]:
    return {
        name: ", ".join(filter(None, (localize(one.label, language), one.kind, one.unit)))
        for name, one in properties.items()
    }


def _words(label: LocalText, words: tuple[str, ...], language: str) -> str:
    return ", ".join(dict.fromkeys((localize(label, language), *words)))
