"""EntityRegistry: look up graph nodes and slot values by name."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from workbench.domain.entities import MatchKind
from workbench.domain.graph import Node
from workbench.domain.local_text import all_texts
from workbench.nlp.grammar import content_words
from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.nlp.name_keys import (
    STEM,
    consonants,
    distinct_words,
    is_transcribed,
    keys,
    parts,
    spelling,
    stems,
)
from workbench.understanding.name_words import NameWords, heard_forms
from workbench.workspace import Workspace
from workbench.workspace.schema import SlotValue

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
"""A placeholder of an example question, such as ``{project}``."""
HEARD_WORDS = 3
"""Names with more words are not recognised by ear in another script."""
BY_EAR = 0.82
"""Confidence of a name that is written by ear in another script."""
LONGEST = 8
"""Names with more words are not indexed for mentions."""


class Target(NamedTuple):
    """The referent of a name: a node, or a value of a slot."""

    kind: Literal["node", "slot"]
    id: str
    type: str
    """The node's type, or the slot's name."""


class RegistryEntry(NamedTuple):
    """One name of a target, as it is written in the workspace."""

    text: str
    target: Target
    is_name: bool


@dataclass(frozen=True)
class Match:
    """An entry that a span of words may refer to, with its confidence."""

    entry: RegistryEntry
    confidence: float
    matched_by: MatchKind


@dataclass(frozen=True)
class EntityRegistry:
    """Finds names and aliases by lemma, transliteration or edit distance."""

    workspace: Workspace
    denied: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Keys of the phrases that a person took from a node, by its id."""

    @classmethod
    def build(
        cls, workspace: Workspace, denied: Mapping[str, Iterable[str]] | None = None
    ) -> "EntityRegistry":
        """Build and index the registry of a workspace, without the phrases denied to its nodes."""
        taken = {node_id: _phrase_keys(texts) for node_id, texts in (denied or {}).items()}
        registry = cls(workspace, taken)
        registry.exact(("",))
        registry.by_ear(("",))
        registry.name_words.find("")
        _ = registry.ordinary_words
        return registry

    def exact(self, words: tuple[str, ...]) -> list[Match]:
        """Return the entries that the words name, in any inflection or transliteration."""
        found: dict[Target, Match] = {}
        written = " ".join(words).casefold()
        for key in keys(words):
            for entry in self._index.get(key, ()):
                match = Match(entry, *_certainty(entry, written))
                agrees = not _only_sounds_alike(entry.text, written)
                if agrees and _is_better(match, found.get(entry.target)):
                    found[entry.target] = match
        return list(found.values())

    def by_ear(self, words: tuple[str, ...]) -> list[Match]:
        """Return the entries that are the words written by ear in another script: «Кликхаус»."""
        found: dict[Target, Match] = {}
        last = words[-1]
        for written in dict.fromkeys("".join((*words[:-1], form)) for form in heard_forms(last)):
            for entry in self._by_consonants.get(consonants(written), ()):
                if is_transcribed(written, "".join(part.text for part in parts(entry.text))):
                    found.setdefault(entry.target, Match(entry, BY_EAR, "transliteration"))
        return list(found.values())

    def fuzzy(self, words: tuple[str, ...]) -> list[Match]:
        """Return the entries within a few edits of the words; shorter names allow fewer."""
        found: dict[Target, Match] = {}
        for key in (key for key in keys(words) if STEM not in key):
            for near, distance in self._near(key):
                # One edit in a key of 8 letters gives 0.83.
                confidence = round(0.92 - 0.55 * distance / len(key) - 0.02 * distance, 3)
                for entry in self._index[near]:
                    match = Match(entry, confidence, "fuzzy")
                    likely = _is_likely(entry.text, " ".join(words), distance)
                    if likely and _is_better(match, found.get(entry.target)):
                        found[entry.target] = match
        return list(found.values())

    def is_denied(self, match: Match, words: tuple[str, ...]) -> bool:
        """True when a person said that the words do not mean the match's node."""
        denied = self.denied.get(match.entry.target.id, frozenset())
        return not denied.isdisjoint(keys(words) if denied else ())

    def node(self, node_id: str) -> Node | None:
        """The node with this id, or None."""
        return self.workspace.nodes.get(node_id)

    def slot_value(self, slot: str, value: str) -> SlotValue | None:
        """The declared value of a slot, or None."""
        declared = self.workspace.spec.slots.get(slot)
        return declared.values.get(value) if declared else None

    @cached_property
    def longest(self) -> int:
        """The number of words in the longest name."""
        return max((len(parts(entry.text)) for entry in self.entries), default=0)

    @cached_property
    def type_words(self) -> Mapping[str, str]:
        """Node types by the key of each of their labels' words («проект», "project")."""
        found: dict[str, str] = {}
        for name, node_type in self.workspace.spec.node_types.items():
            for label in all_texts(node_type.label):
                words = tuple(part.text for part in parts(label))
                found |= dict.fromkeys(keys(words), name) if len(words) == 1 else {}
        return found

    @cached_property
    def examples(self) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
        """Each example's content words, and the types that its placeholders name."""
        slots = self.workspace.spec.slots
        found = []
        for intent in self.workspace.spec.intents.values():
            for example in intent.examples:
                names = _PLACEHOLDER.findall(example)
                types = {slots[n].node_type if n in slots else n for n in names}
                plain = content_words(_PLACEHOLDER.sub(" ", example))
                found.append((frozenset(lemma(word.text) for word in plain), frozenset(types)))
        return tuple(found)

    @cached_property
    def ordinary_words(self) -> frozenset[str]:
        """Keys of the words in examples and labels, which are never treated as misspelled names."""
        spec = self.workspace.spec
        texts = [example for intent in spec.intents.values() for example in intent.examples]
        texts += [text for node in spec.node_types.values() for text in all_texts(node.label)]
        texts += [text for slot in spec.slots.values() for text in all_texts(slot.label)]
        return frozenset(key for word in distinct_words(texts) for key in keys((word,)))

    @cached_property
    def name_words(self) -> NameWords:
        """The names by their words, at their positions in ``entries``."""
        return NameWords([entry.text for entry in self.entries])

    @cached_property
    def entries(self) -> tuple[RegistryEntry, ...]:
        """Every name and alias of a node or a slot value."""
        return tuple(_unique([*self._node_entries(), *self._slot_entries()]))

    def _node_entries(self) -> Iterator[RegistryEntry]:
        for node in self.workspace.nodes.values():
            target = Target("node", node.id, node.type)
            yield from (RegistryEntry(text, target, is_name=True) for text in all_texts(node.name))
            yield from (RegistryEntry(text, target, is_name=False) for text in node.aliases)

    def _slot_entries(self) -> Iterator[RegistryEntry]:
        for slot, spec in self.workspace.spec.slots.items():
            for value, declared in spec.values.items():
                target = Target("slot", value, slot)
                labels = (*all_texts(declared.label), value.replace("_", " "))
                yield from (RegistryEntry(text, target, is_name=True) for text in labels)
                yield from (RegistryEntry(text, target, is_name=False) for text in declared.aliases)

    @cached_property
    def _index(self) -> Mapping[str, tuple[RegistryEntry, ...]]:
        index: dict[str, list[RegistryEntry]] = defaultdict(list)
        for entry in self.entries:
            words = tuple(part.text for part in parts(entry.text))
            if len(words) <= LONGEST:
                for key in keys(words):
                    index[key].append(entry)
        return {key: tuple(entries) for key, entries in index.items()}

    @cached_property
    def _by_consonants(self) -> Mapping[str, tuple[RegistryEntry, ...]]:
        index: dict[str, list[RegistryEntry]] = defaultdict(list)
        for entry in self.entries:
            words = parts(entry.text)
            if entry.target.kind == "node" and len(words) <= HEARD_WORDS:
                index[consonants("".join(part.text for part in words))].append(entry)
        return {key: tuple(entries) for key, entries in index.items()}

    @cached_property
    def _by_shape(self) -> Mapping[tuple[str, int], tuple[str, ...]]:
        """Keys by first letter and length, to compare a misspelled name with few candidates."""
        shapes: dict[tuple[str, int], list[str]] = defaultdict(list)
        for key in self._index:
            shapes[key[0], len(key)].append(key)
        return {shape: tuple(found) for shape, found in shapes.items()}

    def _near(self, key: str) -> Iterator[tuple[str, int]]:
        allowed = _allowed_edits(len(key))
        for length in range(len(key) - allowed, len(key) + allowed + 1):
            limit = min(allowed, _allowed_edits(length))
            others = self._by_shape.get((key[0], length), ())
            for other, distance, _ in process.extract(
                key, others, scorer=OSA.distance, score_cutoff=limit, limit=None
            ):
                if distance:
                    yield other, distance


def _phrase_keys(texts: Iterable[str]) -> frozenset[str]:
    words = (tuple(part.text for part in parts(text)) for text in texts)
    return frozenset(key for phrase in words for key in keys(phrase))


def _allowed_edits(length: int) -> int:
    """Edits allowed in a name of this length: none below 5 letters."""
    return 0 if length < 5 else 1 if length < 8 else 2 if length < 14 else 3


def _certainty(entry: RegistryEntry, written: str) -> tuple[float, MatchKind]:
    """Confidence of a match, from equal names down to «кафка» for "Kafka"."""
    stated = " ".join(part.text for part in parts(entry.text)).casefold()
    if stated == written:
        return (1.0, "exact") if entry.is_name else (0.98, "alias")
    if spelling(stated) == spelling(written):
        return (0.96, "alias")
    if is_cyrillic(stated) == is_cyrillic(written):
        return (0.95, "lemma")
    return (0.9, "transliteration")


def _only_sounds_alike(name: str, written: str) -> bool:
    """True for "bread" and "breed": two Latin words must agree in spelling, not only in sound."""
    if is_cyrillic(name) or is_cyrillic(written):
        return False
    return spelling(name) != spelling(written) and stems(name) != stems(written)


def _is_likely(name: str, written: str, distance: int) -> bool:
    """Two Latin words must also be close in spelling; words of two scripts allow one edit less."""
    ours, theirs = spelling(name), spelling(written)
    allowed = _allowed_edits(min(len(ours), len(theirs)))
    if is_cyrillic(name) != is_cyrillic(written):
        return distance < allowed
    return is_cyrillic(name) or OSA.distance(ours, theirs) <= allowed


def _is_better(match: Match, other: Match | None) -> bool:
    if other is None or match.confidence > other.confidence:
        return True
    return match.confidence == other.confidence and match.entry.is_name and not other.entry.is_name


def _unique(entries: Iterable[RegistryEntry]) -> Iterable[RegistryEntry]:
    """Drop repeated spellings of a target; of a name and an equal alias the first stays."""
    seen: dict[tuple[str, Target], RegistryEntry] = {}
    for entry in entries:
        seen.setdefault((entry.text.casefold(), entry.target), entry)
    return seen.values()
