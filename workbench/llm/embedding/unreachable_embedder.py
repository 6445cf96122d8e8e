"""Replace an embedder that cannot be called, so that indexes open and recorded runs replay."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.errors import ConfigurationError, ProviderError
from workbench.llm.embedding.provider_embedder import prepare_text
from workbench.llm.embedding.run_vectors import VectorCall, vectors_of_run

if TYPE_CHECKING:
    from workbench.llm.embedding_model import Purpose, Vectors


class UnreachableEmbedder:
    """Replaces the embedder of a provider whose key or address is missing or invalid.

    Returns the vectors recorded in the replayed run; raises a ProviderError with the configuration
    problem for all other texts.
    """

    semantic = True
    batch_size = 100

    def __init__(self, name: str, problem: ConfigurationError) -> None:
        self.name = name
        self._problem = problem

    def embed(self, texts: Sequence[str], purpose: "Purpose") -> "Vectors":
        """Return one row for each text, in order."""
        import numpy as np

        if purpose == "document":
            raise self._error()
        return np.stack([self._recorded(prepare_text(text)) for text in texts])

    def _recorded(self, text: str) -> "Vectors":
        run = vectors_of_run()
        if run is None:
            raise self._error()
        row = run.recorded(self.name, text)
        if row is None:
            error = self._error()
            run.record(VectorCall(self.name, text, error=error))
            run.record_failure(error)
            raise error
        return row

    def _error(self) -> ProviderError:
        problem = self._problem
        return ProviderError(
            problem.message,
            provider=self.name.partition(":")[0],
            hint=problem.hint,
            code=problem.code,
            words=problem.words,
        )
