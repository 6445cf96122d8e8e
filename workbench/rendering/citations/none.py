"""none: clean text; what a customer always gets."""

from collections.abc import Mapping

from workbench.rendering.citations.base import CitedSource


class NoStyle:
    """No marks and no list."""

    joint = ""
    between = ""

    def mark(self, cited: CitedSource, words: Mapping[str, str]) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def entry(self, cited: CitedSource, words: Mapping[str, str]) -> str:  # noqa: ARG002
        """Nothing."""
        return ""
