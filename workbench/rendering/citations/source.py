"""source: ``[Source 1]`` in the text, no list."""

from collections.abc import Mapping

from workbench.domain.answer import marker
from workbench.rendering.citations.base import CitedSource


class SourceStyle:
    """The canonical marker itself, renumbered."""

    joint = " "
    between = " "

    def mark(self, cited: CitedSource, words: Mapping[str, str]) -> str:  # noqa: ARG002
        """``[Source 1]``, the same in every language: it is what the model wrote."""
        return marker(cited.number)

    def entry(self, cited: CitedSource, words: Mapping[str, str]) -> str:  # noqa: ARG002
        """No list."""
        return ""
