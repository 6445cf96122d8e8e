"""Pieces of Markdown whose random sequences try out a parser."""

PIECES = (
    *("`", "``", "```", "~~~", "    ", "\t", " ", "\n", "\n\n", "\r\n", "\\", "|", "|-|-|\n"),
    *("> ", "- ", "2. ", "# ", "===", "word", "*", "[a](b`c)", "[r]: x`y\n", "[r]"),
    *("![x](y)", "![x](y`z)", "<b>", "<ab:`c>", "<https://a.example>", "<!-- ", "</div>\n"),
    *("\u2028", "\x0c"),
)
