"""Find the passage, the headings and the statements before a statement that an answer shows."""

from workbench.extractive.sources import SourceSet
from workbench.nlp.grammar import in_word_list
from workbench.nlp.tokens import tokens
from workbench.text.statements import Statement, statements

_BEFORE = 2
"""Statements before one that may name its subject."""


def shows(one: str, statement: Statement) -> bool:
    """Return True if a shown text is that of a statement; a wide row is shown with some columns."""
    if statement.text and one.startswith(statement.text):
        return True
    subject = statement.cells[0][1] if statement.cells else ""
    return bool(subject) and one.startswith(f"{subject} — ")


def passage_of(one: str, library: SourceSet) -> str:
    """Return the text of the passage with a statement, whose language a short row need not show."""
    texts = (source.text for source in library.sources)
    return next((text for text in texts if any(shows(one, x) for x in statements(text))), one)


def headings_of(one: str, library: SourceSet) -> str:
    """Return the titles and headings above a statement; of one in no passage, all of them.

    That of a row's first column is among them: "Patient" above "Recovery — Pulse: hourly".
    """
    of_all = [*dict.fromkeys(title for source in library.sources for title in source.headings)]
    for source in library.sources:
        found = next((x for x in statements(source.text) if shows(one, x)), None)
        if found is not None:
            labels = [label for label, _ in found.cells[:1]]
            return " ".join((*source.headings, *found.headings, found.asked, *labels))
    return " ".join(of_all)


def titles_above(one: str, library: SourceSet) -> tuple[str, ...]:
    """Return the titles and headings of the passage with a statement; none of one in no passage."""
    found = (source for source in library.sources for x in statements(source.text) if shows(one, x))
    return next((source.headings for source in found), ())


def refers_back(text: str) -> bool:
    """Return True for a text that opens with a pronoun: "She left in May", "This is because"."""
    first = next(iter(tokens(text)), None)
    lists = ("personal_pronouns", "anaphoric_words")
    return first is not None and any(in_word_list(first.text, name) for name in lists)


def text_before(one: str, library: SourceSet) -> str:
    """Return the statements before this one in its passage, which may name what it is about."""
    for source in library.sources:
        texts = [statement.text for statement in statements(source.text)]
        place = next((at for at, text in enumerate(texts) if text and one.startswith(text)), None)
        if place is not None:
            return " ".join(texts[max(0, place - _BEFORE) : place])
    return ""
