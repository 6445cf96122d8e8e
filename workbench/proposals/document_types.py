"""Propose document types from titles and from headings that several documents share."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from workbench.domain.documents import Document
from workbench.nlp.grammar import is_function_word, readings
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.tokens import tokens
from workbench.proposals.shapes import is_everyday, is_noun_phrase

_LEAST = 3
"""Documents of a type."""
_MOST = 200
"""Documents of a type whose paths are listed; a larger one needs a pattern by a person."""
_MOST_SHARE = 0.8
"""Share of all documents from which what they have in common is not a type."""
_NUMBERED = re.compile(r"\s*(?:[:–—-]\s|№|#|\(|(?:no|nr|n)\.?\s*\d|v?\d|от\s)", re.IGNORECASE)
"""What follows a type at the beginning of a title: "Invoice 12", "Bill: rent", «Договор № 5»."""
_LONGEST = 3
"""Words of a type in a title."""
_NOMINATIVE = "nomn"
_NAMING = 2
"""Headings that name a type without one in its titles."""


def types_of_documents(documents: Mapping[str, Document]) -> dict[str, tuple[str, ...]]:
    """Return the paths of the documents of each type that titles or headings show."""
    by_title = _groups(
        documents, {name: _title_types(one.title) for name, one in documents.items()}
    )
    typed = {path for paths in by_title.values() for path in paths}
    common = Counter(text for one in documents.values() for text in set(_headings(one)))
    templates = {
        name: _template(one, common) for name, one in documents.items() if name not in typed
    }
    return {**_groups(documents, templates), **by_title}


def _groups(
    documents: Mapping[str, Document], found: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """Return the documents by the longest of their types that enough of them share."""
    counts = Counter(kind for kinds in found.values() for kind in kinds)
    groups: dict[str, list[str]] = defaultdict(list)
    for name, kinds in found.items():
        shared = [kind for kind in kinds if counts[kind] >= _LEAST]
        if shared:
            groups[max(shared, key=lambda kind: (len(kind.split()), counts[kind]))].append(name)
    most = min(_MOST, int(_MOST_SHARE * len(documents)))
    return {kind: tuple(names) for kind, names in groups.items() if _LEAST <= len(names) <= most}


def _title_types(title: str) -> list[str]:
    """Return what a title may name as its type, in lower case: its end, or what a number follows.

    "Git v2.34 Release Notes" gives "release notes" and "notes".
    """
    words = tokens(title)
    found = []
    for size in range(1, min(_LONGEST, len(words) - 1) + 1):
        found.append([word.text for word in words[-size:]])
        if _NUMBERED.match(title[words[size - 1].end :]):
            found.append([word.text for word in words[:size]])
    return [" ".join(kind).lower() for kind in found if _is_kind(kind)]


def _is_kind(words: Sequence[str]) -> bool:
    """Whether words may name a type; English ones may begin like an instruction: "Change Log".

    Russian ones begin in the nominative: «проекта» at the end of titles is not a type.
    """
    if not all(map(str.isalpha, words)) or (len(words) == 1 and is_everyday(words[0].lower())):
        return False
    if is_cyrillic("".join(words)):
        is_named = any(_NOMINATIVE in form.marks for form in readings(words[0]))
        return is_named and is_noun_phrase(words)
    return not any(map(is_function_word, words))


def _headings(document: Document) -> Iterator[str]:
    """Yield the headings below the title, in lower case."""
    yield from (one.text.strip().lower() for one in document.headings if one.text != document.title)


def _template(document: Document, common: Counter[str]) -> list[str]:
    """Return the first headings of a document if most of its headings are shared ones."""
    headings = list(dict.fromkeys(_headings(document)))
    shared = [one for one in headings if common[one] >= _LEAST]
    if len(shared) < _NAMING or 2 * len(shared) <= len(headings):
        return []
    return [", ".join(shared[:_NAMING])]
