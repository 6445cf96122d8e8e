"""endnote: ``[1]`` in the text, full references with the quoted words at the end."""

from collections.abc import Mapping

from workbench.rendering.citations.base import CitedSource
from workbench.rendering.safe_labels import label_safe


class EndnoteStyle:
    """References that can be checked without opening the source."""

    joint = " "
    between = " "

    def mark(self, cited: CitedSource, words: Mapping[str, str]) -> str:  # noqa: ARG002
        """``[1]``."""
        return f"[{cited.number}]"

    def entry(self, cited: CitedSource, words: Mapping[str, str]) -> str:
        """``[1] Car Insurance Terms - Section I > Windscreen, p. 3: “The excess is $100.”``."""
        page = f", {words['page'].format(page=cited.page)}" if cited.page is not None else ""
        quoted = cited.excerpt
        if cited.quote:
            quoted = words["quote"].format(text=label_safe(cited.quote.text))
        return f"[{cited.number}] {cited.label}{page}{f': {quoted}' if quoted else ''}"
