"""Propose metadata fields and their slots: from front matter, folders, names, titles, headings."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any

from workbench.domain.documents import Document
from workbench.logs import log
from workbench.nlp.terms import stem_key
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list
from workbench.proposals.document_types import types_of_documents
from workbench.proposals.shapes import is_everyday
from workbench.retrieval.filters import LIST_SEPARATOR

FOLDER, DOCUMENT_TYPE = "folder", "document_type"
_LABELS = {
    FOLDER: {"en": "Folder", "ru": "Папка"},
    DOCUMENT_TYPE: {"en": "Document type", "ru": "Тип документа"},
}
_LEAST_DOCUMENTS = 2
"""Documents that have a field of the front matter, and on average each of its values."""
_MOST_VALUES = 40
_LONGEST = 40
"""Characters of a value; longer ones are sentences."""
_LEAST_PARENTS = 3
"""Fewest folders with a file or folder of one name for the name to be a document type."""
_NO_VALUE = re.compile(r"[/@:\\{}<>#]|\d{4}-\d\d-\d\d")
"""A path, an address, markup or a date."""
_MAGIC = re.compile(r"([*?[])")
"""Characters with a meaning in patterns."""

Values = Mapping[str, tuple[str, ...]]
"""The patterns of paths by value; no patterns for values that the front matter gives."""


def propose_fields(documents: Mapping[str, Document]) -> dict[str, Any]:
    """Return ``documents`` and ``slots`` of a specification, without sections that are empty."""
    fields: dict[str, Values] = dict(_front_matter(documents.values()))
    fields.setdefault(FOLDER, _folders(documents))
    fields.setdefault(DOCUMENT_TYPE, {**_types(documents), **_shown_types(documents)})
    fields = {name: values for name, values in fields.items() if len(values) > 1}
    metadata = {name: _field(name, values) for name, values in fields.items()}
    slots = {name: _slot(name, values, documents) for name, values in fields.items()}
    slots = {name: slot for name, slot in slots.items() if slot["values"]}
    spec: dict[str, Any] = {"documents": {"metadata": metadata}} if metadata else {}
    return {**spec, **({"slots": slots} if slots else {})}


def _field(name: str, values: Values) -> dict[str, Any]:
    patterns = {value: list(given) for value, given in values.items() if given}
    return {"label": _label(name), **({"patterns": patterns} if patterns else {})}


def _slot(name: str, values: Values, documents: Mapping[str, Document]) -> dict[str, Any]:
    """Return the slot of a field, with the values that are more than an everyday word.

    Nor is what many other documents say one: a question about limits is not for "Limits" alone.
    """
    labels = {value: _spaced(value) for value in values}
    said_elsewhere = _said_elsewhere(values, documents)
    named = {
        value: label
        for value, label in labels.items()
        if not _is_everyday(label) and value not in said_elsewhere
    }
    return {
        "label": _label(name),
        "values": {value: {"label": label} for value, label in named.items()},
    }


def _is_everyday(label: str) -> bool:
    """Whether words say something else too: "license" of a package is not a file LICENSE."""
    is_custom = stem_key(label.lower()) in map(stem_key, word_list("generic_file_names"))
    return is_custom or all(is_everyday(token.text) for token in tokens(label))


def _said_elsewhere(values: Values, documents: Mapping[str, Document]) -> frozenset[str]:
    """Return the values whose words are mostly in other documents than those that they are for.

    A value of the front matter has no patterns: whoever wrote it said what it is for.
    """
    stems = {
        value: [stem_key(token.text.casefold()) for token in tokens(_spaced(value))]
        for value, patterns in values.items()
        if patterns
    }
    balance: Counter[str] = Counter()
    for name, document in documents.items():
        text = document.text.casefold()
        for value in (one for one, words in stems.items() if all(word in text for word in words)):
            is_own = any(fnmatchcase(name, one) for one in values[value])
            balance[value] += -1 if is_own else 1
    return frozenset(value for value, others in balance.items() if others > 0)


def _label(name: str) -> Any:
    return _LABELS.get(name) or _spaced(name).capitalize()


def _spaced(name: str) -> str:
    return " ".join(re.split(r"[\s_-]+", name)).strip()


def _front_matter(documents: Iterable[Document]) -> Iterator[tuple[str, Values]]:
    """Yield the fields whose short values several documents share."""
    values: dict[str, Counter[str]] = defaultdict(Counter)
    owners: Counter[str] = Counter()
    for document in documents:
        for name, value in document.metadata.items():
            owners[name] += 1
            values[name].update(set(value.split(LIST_SEPARATOR)))
    for name, counts in values.items():
        is_shared = counts.total() >= _LEAST_DOCUMENTS * len(counts)
        is_short = all(len(one) <= _LONGEST and not _NO_VALUE.search(one) for one in counts)
        if owners[name] >= _LEAST_DOCUMENTS and is_shared and is_short:
            most = [value for value, _ in counts.most_common(_MOST_VALUES)]
            if len(counts) > len(most):
                log.warning("values_not_proposed", field=name, values=len(counts), kept=len(most))
            yield name, {value: () for value in sorted(most) if value}


def _folders(names: Collection[str]) -> Values:
    """Return the outermost folders, if most documents lie in one."""
    folders = Counter(PurePosixPath(name).parts[0] for name in names if "/" in name)
    if 2 * folders.total() <= len(names) or len(folders) > _MOST_VALUES:
        return {}
    return {folder: (f"{_escaped(folder)}/*",) for folder in sorted(folders)}


def _types(names: Iterable[str]) -> Values:
    """Return the names of files and inner folders that lie in several folders each."""
    parents: dict[str, set[PurePosixPath]] = defaultdict(set)
    for name in names:
        path = PurePosixPath(name)
        if path.parent.name != path.stem:
            parents[_stem(path)].add(path.parent)
        for folder in path.parents:
            if len(folder.parts) > 1:
                parents[folder.name].add(folder.parent)
    kinds = sorted(kind for kind, found in parents.items() if len(found) >= _LEAST_PARENTS)
    if len(kinds) > _MOST_VALUES:
        return {}
    return {kind: (f"*/{_escaped(kind)}/*", f"*/{_escaped(kind)}.*") for kind in kinds}


def _shown_types(documents: Mapping[str, Document]) -> Values:
    """Return the types that titles or headings show, with the paths of their documents."""
    return {
        kind: tuple(map(_escaped, paths)) for kind, paths in types_of_documents(documents).items()
    }


def _stem(path: PurePosixPath) -> str:
    return path.name.partition(".")[0]


def _escaped(name: str) -> str:
    return _MAGIC.sub(r"[\1]", name)
