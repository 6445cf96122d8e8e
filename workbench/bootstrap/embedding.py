"""Which embedder serves searches and indexing, and whether it works."""

import time

from workbench.domain.base import Value
from workbench.errors import ConfigurationError
from workbench.i18n.errors import localized
from workbench.llm.endpoint import embedding_endpoint
from workbench.llm.gateway import ModelGateway
from workbench.llm.unreachable_embedder import UnreachableEmbedder
from workbench.retrieval.embedders import (
    EMBEDDERS,
    Embedder,
    embed_documents,
    embedder_named,
)
from workbench.settings import Settings


class EmbedderProbe(Value):
    """What an embedder did with one text."""

    name: str
    semantic: bool
    size: int
    """How many numbers a vector has."""
    ms: float


def is_provider(name: str) -> bool:
    """True for ``provider:name``, False for the name of a built-in embedder."""
    return ":" in name


def is_semantic(name: str) -> bool:
    """Whether an embedder knows of meaning, as a provider's does."""
    return is_provider(name) or (name in EMBEDDERS and EMBEDDERS[name]().semantic)


def open_embedder(settings: Settings, switchboard: ModelGateway | None = None) -> Embedder:
    """The embedder that EMBEDDER names; nothing is asked of it yet.

    Raises:
        ConfigurationError: there is none of that name, or its key or address is missing.
    """
    if problem := embedder_problem(settings):
        raise problem
    name = settings.embedder
    if is_provider(name):
        return (switchboard or ModelGateway(settings)).embedder(name)
    return embedder_named(name)


def shared_embedder(settings: Settings, switchboard: ModelGateway) -> Embedder:
    """The embedder of every workspace that is open.

    A provider's that cannot be asked says so when it is: what is indexed can be searched by words,
    and runs can be replayed. Another name that is none is a ConfigurationError.
    """
    problem = embedder_problem(settings)
    if problem and is_provider(settings.embedder):
        return UnreachableEmbedder(settings.embedder, problem)
    return open_embedder(settings, switchboard)


def embedder_problem(settings: Settings) -> ConfigurationError | None:
    """Why the embedder that EMBEDDER names cannot be one."""
    name = settings.embedder
    try:
        if is_provider(name):
            embedding_endpoint(name, settings)
        else:
            embedder_named(name)
    except ConfigurationError as error:
        if not is_provider(name):
            return error
        return ConfigurationError(**localized(error.code, **error.words, embedder=name))
    return None


def probe_embedder(embedder: Embedder) -> EmbedderProbe:
    """Embed one text.

    Raises:
        ProviderError, StoreError: why it does not work, and what to do.
    """
    started = time.perf_counter()
    vectors = embed_documents(embedder, ["Is anybody there?"])
    return EmbedderProbe(
        name=embedder.name,
        semantic=embedder.semantic,
        size=vectors.shape[1],
        ms=(time.perf_counter() - started) * 1000,
    )
