"""Read a model's reply: the nodes and edges that it found in a passage."""

from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.protocol import ChatReply
from workbench.text.json_text import object_text

T = TypeVar("T", bound=BaseModel)


class _Part(BaseModel):
    """A part of the reply; fields beyond the schema are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class FoundNode(_Part):
    """A node as the model names it."""

    type: str
    name: str
    aliases: tuple[str, ...] = ()
    quote: str = ""


class FoundProperty(_Part):
    """A property of an edge, with its value as the passage has it."""

    name: str
    value: str


class FoundEdge(_Part):
    """An edge between two nodes, by their names."""

    source: str
    relation: str
    target: str
    properties: tuple[FoundProperty, ...] = ()
    quote: str


class Reply(_Part):
    """The whole reply for a passage."""

    nodes: tuple[FoundNode, ...]
    edges: tuple[FoundEdge, ...]


def read_reply(reply: ChatReply, schema: type[T]) -> T:
    """Return a model's reply as an object of the schema that it was asked for.

    Raises:
        ProviderError: the reply is cut off, or it is not JSON of the schema.
    """
    provider = reply.model.partition(":")[0]
    if not reply.is_whole:
        raise ProviderError(**localized("extraction.cut_off"), provider=provider, retryable=True)
    try:
        return schema.model_validate_json(object_text(reply.text))
    except ValidationError as error:
        raise ProviderError(
            **localized("extraction.not_edges"), provider=provider, retryable=True
        ) from error
