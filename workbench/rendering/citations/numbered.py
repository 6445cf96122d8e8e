"""numbered: ``[1]`` in the text, a list of sources at the end."""

from collections.abc import Mapping

from workbench.rendering.citations.base import CitedSource, reference


class NumberedStyle:
    """The default (seed 003)."""

    joint = " "
    between = " "

    def mark(self, cited: CitedSource, words: Mapping[str, str]) -> str:  # noqa: ARG002
        """``[1]``."""
        return f"[{cited.number}]"

    def entry(self, cited: CitedSource, words: Mapping[str, str]) -> str:
        """``[1] Car Insurance Terms - Section I > Windscreen (Relevance: 0.83)``."""
        return f"[{cited.number}] {reference(cited, words)}"
