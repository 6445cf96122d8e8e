"""Open the configured embedder and check that it works."""

import time

from workbench.domain.base import Value
from workbench.errors import ConfigurationError
from workbench.i18n.errors import localized
from workbench.llm.endpoint import embedding_endpoint
from workbench.llm.gateway import ModelGateway
from workbench.retrieval.embedders import (
    EMBEDDERS,
    Embedder,
    embed_documents,
    embedder_named,
)
from workbench.retrieval.local_embedder import PREFIX
from workbench.settings import Settings


class EmbedderProbe(Value):
    """The result of embedding one text."""

    name: str
    semantic: bool
    size: int
    """Dimensions of a vector."""
    ms: float


def is_provider(name: str) -> bool:
    """True for ``provider:name``, False for a built-in embedder and for a local folder's."""
    return ":" in name and not is_local(name)


def is_local(name: str) -> bool:
    """True for ``local:FOLDER``."""
    return name.startswith(PREFIX)


def is_semantic(name: str) -> bool:
    """Whether an embedder's vectors capture meaning, as a provider's do."""
    return ":" in name or (name in EMBEDDERS and EMBEDDERS[name]().semantic)


def open_embedder(settings: Settings, gateway: ModelGateway | None = None) -> Embedder:
    """Open the embedder named by EMBEDDER, without calling it.

    Raises:
        ConfigurationError: the name is unknown, or its key or address is missing.
    """
    if problem := embedder_problem(settings):
        raise problem
    name = settings.embedder
    if is_provider(name):
        return (gateway or ModelGateway(settings)).embedder(name)
    return embedder_named(name)


def shared_embedder(settings: Settings, gateway: ModelGateway) -> Embedder:
    """Open the embedder that all workspaces share.

    A provider without key or address, and a local folder without a model, become an embedder that
    fails when called, so that lexical search and replays still work. An unknown name raises
    ConfigurationError.
    """
    problem = embedder_problem(settings)
    if problem and ":" in settings.embedder:
        return gateway.unreachable_embedder(settings.embedder, problem)
    return open_embedder(settings, gateway)


def embedder_problem(settings: Settings) -> ConfigurationError | None:
    """Why the embedder named by EMBEDDER cannot be opened; None if it can."""
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


async def probe_embedder(embedder: Embedder) -> EmbedderProbe:
    """Embed one text and measure the time.

    Raises:
        ProviderError, StoreError: the embedder does not work.
    """
    started = time.perf_counter()
    vectors = await embed_documents(embedder, ["Is anybody there?"])
    return EmbedderProbe(
        name=embedder.name,
        semantic=embedder.semantic,
        size=vectors.shape[1],
        ms=(time.perf_counter() - started) * 1000,
    )
