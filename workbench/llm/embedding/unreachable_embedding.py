"""The embedding model of a provider that cannot be called."""

from collections.abc import Sequence
from typing import Never

from workbench.errors import ConfigurationError, ProviderError
from workbench.llm.embedding_model import EmbeddingLimits, Purpose


class UnreachableEmbedding:
    """An EmbeddingModel whose every call raises the configuration problem as a ProviderError."""

    limits = EmbeddingLimits(texts=100, characters=1_000_000)

    def __init__(self, name: str, problem: ConfigurationError) -> None:
        self.name = name
        self._problem = problem

    async def embed(self, texts: Sequence[str], purpose: Purpose, deadline_s: float) -> Never:  # noqa: ARG002 - the port's
        """Raise the problem."""
        raise self.dimension_error()

    def dimension_error(self) -> ProviderError:
        """Return the problem, which comes before any other."""
        problem = self._problem
        return ProviderError(
            problem.message,
            provider=self.name.partition(":")[0],
            hint=problem.hint,
            code=problem.code,
            words=problem.words,
        )
