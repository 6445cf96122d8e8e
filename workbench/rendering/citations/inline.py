"""inline: the source's name in the text, no list."""

from collections.abc import Mapping

from workbench.rendering.citations.base import CitedSource


class InlineStyle:
    """Descriptive marks."""

    joint = " "
    between = " "

    def mark(self, cited: CitedSource, words: Mapping[str, str]) -> str:
        """``(Source: Car Insurance Terms - Section I > Windscreen)``."""
        return f"({words['source']}: {cited.label})"

    def entry(self, cited: CitedSource, words: Mapping[str, str]) -> str:  # noqa: ARG002
        """No list."""
        return ""
