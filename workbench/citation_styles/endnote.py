"""endnote: ``[1]`` in the text, full references with the quoted words below."""

from workbench.citation_styles.base import CitationStyle, CitedSource
from workbench.domain.local_text import Language, localize
from workbench.text.labels import label_safe

PAGE = {"ru": "с. {page}", "en": "p. {page}"}
QUOTE = {"ru": "«{text}»", "en": "“{text}”"}


def mark(cited: CitedSource, language: Language) -> str:  # noqa: ARG001
    """``[1]``."""
    return f"[{cited.number}]"


def entry(cited: CitedSource, language: Language) -> str:
    """``[1] Car Insurance Terms - Section I > Windscreen, p. 3: “The excess is $100.”``."""
    page = ""
    if cited.page is not None:
        page = f", {localize(PAGE, language).format(page=cited.page)}"
    quoted = cited.excerpt
    if cited.quote:
        quoted = localize(QUOTE, language).format(text=label_safe(cited.quote.text))
    return f"[{cited.number}] {cited.label}{page}{f': {quoted}' if quoted else ''}"


STYLE = CitationStyle(
    {"ru": "[1] с цитатой в конце", "en": "[1] with quotes at the end"},
    mark,
    entry,
    lists_quotes=True,
)
