"""Tell which name of a question only other documents have than those that an answer is from."""

from collections.abc import Iterator, Sequence

from workbench.extractive.shown_context import shows
from workbench.extractive.sources import Source, SourceSet
from workbench.extractive.word_credit import match_credit
from workbench.nlp.asked_relation import subject_names
from workbench.nlp.compared_sides import compared_sides
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.name_keys import is_transcribed
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import tokens
from workbench.text.statements import statements


def name_of_other_document(question: str, library: SourceSet, shown: Sequence[str]) -> str:
    """Return the first name of the question that no document of the answer has, but another; or "".

    "How long may I cure a breach of the Apache License?" is not answered by the GPL, whose text
    never names Apache. A name that no source has at all is told elsewhere, and of two things that
    are compared each may have its own document.
    """
    own = {source.document for source in _shown_sources(library, shown)}
    others = [one for one in library.sources if one.document not in own]
    if not own or not others or compared_sides(question) is not None:
        return ""
    about = [one for one in library.sources if one.document in own]
    if any(is_cyrillic(one.text) != is_cyrillic(question) for one in about):
        return ""
    names = subject_names(question, "")
    return next((name for name in names if not _has(about, name) and _has(others, name)), "")


def _shown_sources(library: SourceSet, shown: Sequence[str]) -> Iterator[Source]:
    """Yield the passages that the shown statements are from."""
    for source in library.sources:
        found = statements(source.text)
        if any(shows(text, one) for text in shown for one in found):
            yield source


def _has(sources: Sequence[Source], name: str) -> bool:
    """Whether a passage, or a heading above one, has a word of a name in any spelling.

    A name without a content word is taken to be everywhere.
    """
    terms = content_terms(name)
    texts = [text for one in sources for text in (one.text, one.document, *one.headings)]
    if not terms or any(match_credit(term, text) for text in texts for term in terms):
        return True
    return any(is_transcribed(name, word.text) for text in texts for word in tokens(text))
