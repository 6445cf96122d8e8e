"""Find the nodes that the names of a drafted edge mean, so that no node is drafted twice."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from workbench.domain.drafts import DraftEnd
from workbench.extraction.verify import Named
from workbench.nlp.grammar import is_function_word
from workbench.nlp.name_keys import keys, parts
from workbench.understanding.entity_registry import EntityRegistry, Match
from workbench.understanding.part_matches import QuestionWords, part_matches
from workbench.workspace.graph_tables import slug

SURE = 0.95
"""Confidence from which a name means a node: equal words, or an inflected form of them."""
MOST_OTHERS = 4
"""Further nodes that are offered for an uncertain name."""
_LONGEST = 6
"""Words of a node's name that is looked for inside of a longer name: "Orlova" in "Anna Orlova"."""


@dataclass
class NameResolver:
    """Finds nodes by name: those of the graph, then those that earlier drafts would add."""

    registry: EntityRegistry
    _drafted: dict[tuple[str, str], DraftEnd] = field(default_factory=dict)

    def add(self, end: DraftEnd) -> None:
        """Make a drafted node known, so that its name means the same node from now on."""
        if end.is_new:
            for name in (end.name, *end.aliases):
                for words in _forms(name):
                    for key in keys(words):
                        self._drafted.setdefault((end.type, key), end)

    def resolve(self, named: Named, allowed: Collection[str]) -> DraftEnd:
        """Return the end of an edge; ``allowed`` are the node types that its relation connects."""
        exact = self._exact((named.name,), allowed)
        of_type = [one for one in exact if one.entry.target.type == named.type] or exact
        sure = [one for one in of_type if one.confidence >= SURE]
        if sure:
            return self._existing(named, sure, is_certain=len(sure) == 1)
        drafted = self._known_draft(named)
        if drafted is not None:
            return drafted
        likely = [*self._exact(named.aliases, allowed), *of_type, *self._likely(named, allowed)]
        if likely:
            return self._existing(named, likely, is_certain=False)
        return self._new(named, self._inside(named, allowed))

    def _exact(self, names: Sequence[str], allowed: Collection[str]) -> list[Match]:
        forms = (words for name in names for words in _forms(name))
        return _best((match for words in forms for match in self.registry.exact(words)), allowed)

    def _likely(self, named: Named, allowed: Collection[str]) -> list[Match]:
        """Return the nodes whose name agrees in part, by sound, or but for an edit or two."""
        written = parts(named.name)
        if not written:
            return []
        words = _words(named.name)
        in_part = part_matches(QuestionWords(written, self.registry), 0, len(written))
        return _best((*in_part, *self.registry.by_ear(words), *self.registry.fuzzy(words)), allowed)

    def _inside(self, named: Named, allowed: Collection[str]) -> list[Match]:
        """Return the nodes whose whole name is a part of a longer one."""
        words = _words(named.name)
        spans = (
            words[first:last]
            for first in range(len(words))
            for last in range(first + 1, min(first + _LONGEST, len(words)) + 1)
            if last - first < len(words)
        )
        return _best((one for span in spans for one in self.registry.exact(span)), allowed)

    def _known_draft(self, named: Named) -> DraftEnd | None:
        found = (
            self._drafted.get((named.type, key))
            for name in (named.name, *named.aliases)
            for words in _forms(name)
            for key in keys(words)
        )
        return next((one for one in found if one is not None), None)

    def _existing(self, named: Named, found: Sequence[Match], *, is_certain: bool) -> DraftEnd:
        ids = list(dict.fromkeys(match.entry.target.id for match in found))
        return DraftEnd(
            name=named.name,
            type=found[0].entry.target.type,
            node_id=ids[0],
            is_new=False,
            is_certain=is_certain,
            others=tuple(ids[1 : MOST_OTHERS + 1]),
        )

    def _new(self, named: Named, similar: Sequence[Match]) -> DraftEnd:
        base = f"{named.type}:{slug(named.name) or named.type}"
        node = self.registry.workspace.nodes.get(base)
        others = tuple(dict.fromkeys(match.entry.target.id for match in similar))[:MOST_OTHERS]
        return DraftEnd(
            name=named.name,
            type=named.type,
            node_id=base,
            is_new=node is None,
            is_certain=node is None and not others,
            others=others,
            aliases=named.aliases,
        )


def _best(found: Iterator[Match] | Sequence[Match], allowed: Collection[str]) -> list[Match]:
    """Return the nodes of the allowed types, best first."""
    nodes = (
        match
        for match in found
        if match.entry.target.kind == "node" and match.entry.target.type in allowed
    )
    return sorted(nodes, key=lambda match: -match.confidence)


def _forms(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of a name, and those without an article: "The Lighthouse"."""
    words = _words(name)
    if len(words) > 1 and is_function_word(words[0]):
        return words, words[1:]
    return (words,)


def _words(name: str) -> tuple[str, ...]:
    return tuple(part.text for part in parts(name))
