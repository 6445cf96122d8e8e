"""footnote: superscript figures in the text, the same before the entries of a list at the end."""

from collections.abc import Mapping

from workbench.rendering.citations.base import CitedSource, reference

_FIGURES = ("¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹", "¹⁰")


class FootnoteStyle:
    """Figures stand close to the word; after ten they are brackets."""

    joint = ""
    between = ","

    def mark(self, cited: CitedSource, words: Mapping[str, str]) -> str:  # noqa: ARG002
        """``¹``."""
        in_figures = cited.number <= len(_FIGURES)
        return _FIGURES[cited.number - 1] if in_figures else f"[{cited.number}]"

    def entry(self, cited: CitedSource, words: Mapping[str, str]) -> str:
        """``¹ Car Insurance Terms - Section I > Windscreen (Relevance: 0.83)``."""
        return f"{self.mark(cited, words)} {reference(cited, words)}"
