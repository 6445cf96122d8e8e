"""Find the types, relations and properties that a language has no words for."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from workbench.domain.local_text import Language, LocalText, all_texts
from workbench.nlp.morphology import is_cyrillic
from workbench.workspace.schema import PropertySpec, WorkspaceSpec


class Unlabelled(NamedTuple):
    """An entry of workspace.yaml that questions in a language can only name by another one."""

    path: str
    name: str
    language: Language
    """The language that has neither a label nor words."""


def missing_labels(spec: WorkspaceSpec) -> Iterator[Unlabelled]:
    """Yield the entries without a word in a language of the workspace, hidden ones left out.

    A word is in Russian if it has a Cyrillic letter. English questions may use the identifiers, so
    that an entry lacks no English words.
    """
    if "ru" not in spec.languages:
        return
    for path, name, label, words in _entries(spec):
        if not any(map(is_cyrillic, (*all_texts(label), *words))):
            yield Unlabelled(path, name, "ru")


def _entries(spec: WorkspaceSpec) -> Iterator[tuple[str, str, LocalText, Iterable[str]]]:
    for section, kinds in (("node_types", spec.node_types), ("edge_types", spec.edge_types)):
        for name, kind in kinds.items():
            if not getattr(kind, "hidden", False):
                yield f"{section}.{name}", name, kind.label, kind.words
                yield from _properties(f"{section}.{name}.properties", kind.properties)


def _properties(
    path: str, properties: dict[str, PropertySpec]
) -> Iterator[tuple[str, str, LocalText, Iterable[str]]]:
    for name, one in properties.items():
        if not one.hidden:
            yield f"{path}.{name}", name, one.label, one.words
