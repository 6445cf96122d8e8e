"""Texts with composed and decomposed accents."""

import unicodedata

from hypothesis import strategies as st

MULLER = unicodedata.normalize("NFD", "Müller")
CASTLE = "за\u0301мок"
"""«замок» with a stress mark, as printed in dictionaries."""
YOD = unicodedata.normalize("NFD", "йод")

ACCENTED_TEXTS = st.text(
    st.one_of(
        st.sampled_from("aeiouмйёзамокüéç0189 .,-–'’/&_+#\n\u0300\u0301\u0306\u0308\u093f\ufe0f"),
        st.characters(exclude_categories=("Cs",)),
    ),
    max_size=60,
)


def forms(text: str) -> tuple[str, str]:
    """Return the text in NFC and in NFD."""
    return unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
