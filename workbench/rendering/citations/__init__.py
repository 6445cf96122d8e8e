"""Citation styles: one file each, registered here."""

from collections.abc import Mapping

from workbench.domain.answer import CitationStyle
from workbench.rendering.citations.base import Style
from workbench.rendering.citations.endnote import EndnoteStyle
from workbench.rendering.citations.footnote import FootnoteStyle
from workbench.rendering.citations.inline import InlineStyle
from workbench.rendering.citations.none import NoStyle
from workbench.rendering.citations.numbered import NumberedStyle
from workbench.rendering.citations.source import SourceStyle

CITATION_STYLES: Mapping[CitationStyle, Style] = {
    CitationStyle.NONE: NoStyle(),
    CitationStyle.SOURCE: SourceStyle(),
    CitationStyle.NUMBERED: NumberedStyle(),
    CitationStyle.INLINE: InlineStyle(),
    CitationStyle.FOOTNOTE: FootnoteStyle(),
    CitationStyle.ENDNOTE: EndnoteStyle(),
}
