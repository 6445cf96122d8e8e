"""The words of a graph: names of nodes, labels of types, relations and properties, short values."""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from workbench.domain.graph import Edge, Node, Property
from workbench.domain.local_text import LocalText, all_texts
from workbench.nlp.date_events import events_of, words_for
from workbench.nlp.grammar import is_function_word, word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.operators import operator_mentions, unit_named
from workbench.nlp.query_words import (
    Word,
    divided,
    has_listed_form,
    is_filler,
    plain,
    query_words,
)
from workbench.nlp.relation_verbs import relation_verbs
from workbench.nlp.word_lists import list_pattern, word_list
from workbench.planner.composer.meanings import (
    Condition,
    EdgeCondition,
    EdgePropertyName,
    Meaning,
    Named,
    PropertyName,
    Relation,
    TypeName,
)
from workbench.planner.composer.relation_ends import is_passive_label
from workbench.retrieval.graph_query.graph_schema import (
    EdgePropertyOf,
    GraphSchema,
    PropertyOf,
    property_spec,
)
from workbench.retrieval.graph_query.value_forms import Owned
from workbench.workspace import Workspace
from workbench.workspace.schema import PropertySpec

# HAS_CAPITAL is read as "capital", PART_OF as "part".
_IDENTIFIER_ENDS = re.compile(
    rf"^{list_pattern('relation_openings')} (?=\w)"
    rf"|(?<=\w) {list_pattern('relation_endings')}$"
)
# «работает или работал в» is two labels.
_ALTERNATIVES = re.compile(rf" {list_pattern('alternatives')} |[/;]")
# "price per pint" is a price, "first brewed year" tells when something was first brewed.
_SHORTER_NAMES = (
    re.compile(rf"(?P<name>\w.*?) {list_pattern('rate_prepositions')} \w.*", re.IGNORECASE),
    re.compile(rf"(?P<name>\w+ \w.*) {list_pattern('time_nouns')}", re.IGNORECASE),
)
# A value that can be a name or a condition: letters after a first letter or digit.
_WORDED = re.compile(r"^[^\W_].*[^\W\d_]|^\.[^\W\d_]{2}|^\+\d")
NAME_FIT, VALUE_FIT, NAMING_VALUE_FIT = 0.999, 0.9, 0.8
"""Fit of a node's name, of a property's value, and of a value that only one node has."""
HEAD_FIT = 0.8
"""Fit of one word for a name of several."""
EVENT_FIT = 0.85
"""Fit of another word for the event of a date."""
DATE_FIT = 0.95
"""Fit of "opening date": better than that of "opening" and "date" apart."""
LONGEST_VALUE = 3
"""Words of a value that is looked up."""
MOST_VALUES = 60
"""Distinct values of a property that are conditions; more are texts."""
SAMPLED_EDGES = 1_000
"""Edges of a type whose values are looked at; a large graph is not read for this."""
KIND_SHARE = 0.5
"""Share of a relation's edges up to which the values of a property are kinds of it, no remarks."""
NAMING_SHARE = 0.8
"""Share of nodes with a value of their own from which a property's values are names."""
LONGEST_CODE = 3
"""Letters of a name in capitals that is recognised only as written: "DE"."""


class Entry(NamedTuple):
    """A phrase of the vocabulary, and what it means."""

    words: tuple[Word, ...]
    meaning: Meaning
    fit: float
    is_code: bool


class Vocabulary:
    """Phrases of one graph by the forms of their first word. Read-only after construction."""

    def __init__(
        self, workspace: Workspace, schema: GraphSchema, dates: Container[Owned] = ()
    ) -> None:
        """Read the words of a graph; ``dates`` are the properties that hold dates."""
        self._workspace = workspace
        self._schema = schema
        self._entries: dict[str, list[Entry]] = defaultdict(list)
        self.names: dict[str, list[Node]] = defaultdict(list)
        """Nodes by name, in lower case."""
        self._add_names()
        self._add_labels()
        self._add_values()
        self.roles = self._add_edge_values()
        """Nouns for the values of edges: "goalkeeper" with what it means."""
        self._add_events(dates)
        self._add_head_nouns()
        self.relations_by_verbs = self._relations_by_verbs()
        """Relations by the group of verbs that their labels have one of."""
        self.relations_by_word = self._relations_by_word()
        """Relations by the first word of what names them: "acted" of "acted in"."""
        self.forms = frozenset(
            form
            for entry in chain.from_iterable(self._entries.values())
            for word in entry.words
            for form in word.keys
        )

    def entries(self, word: Word) -> Iterator[Entry]:
        """Yield the phrases that may begin with a word."""
        for key in {*word.keys, word.text}:
            yield from self._entries.get(key, ())

    def _add_names(self) -> None:
        for node in self._workspace.nodes.values():
            for text in {*all_texts(node.name), *node.aliases}:
                self._add(text, Named(node.type, (node.id,)), NAME_FIT)
                self.names[plain(text)].append(node)

    def _add_labels(self) -> None:
        spec = self._workspace.spec
        for name in self._schema.sizes:
            declared = spec.node_types[name]
            self._add_label(name, declared.label, declared.words, TypeName(name))
        for name in dict.fromkeys(step.edge for step in self._schema.steps):
            edge = spec.edge_types[name]
            if not edge.hidden:
                self._add_label(name, edge.label, edge.words, Relation(name))
                for text in edge.inverse_words:
                    self._add(text, Relation(name, is_inverse=True), 1.0)
            for key, found in edge.properties.items():
                if not found.hidden:
                    self._add_label(key, found.label, found.words, EdgePropertyName(name, key))
        for one, kind in self._schema.properties.items():
            found = property_spec(self._workspace, one) or PropertySpec(label=one.name)
            meaning: Meaning = PropertyName(*one)
            if kind == "boolean":
                meaning = Condition(*one, value=True)
                labels = (readable_name(one.name), *all_texts(found.label), *found.words)
                for text in (*found.not_words, *_denied_words(labels)):
                    self._add(text, Condition(*one, value=False), 1.0)
            if not found.hidden:
                self._add_label(one.name, found.label, found.words, meaning)
                for text in (*all_texts(found.label), *found.words) if kind == "number" else ():
                    self._add(_counted_noun(text), meaning, 1.0)

    def _add_label(
        self, name: str, label: LocalText, words: Iterable[str], meaning: Meaning
    ) -> None:
        self._add(readable_name(name), _by_voice(name, meaning), 1.0)
        for text in dict.fromkeys((*all_texts(label), *words)):
            for part in _ALTERNATIVES.split(text):
                self._add(part, _by_voice(part, meaning), 1.0)
                named, _, unit = part.rpartition(",")
                if named and unit_named(unit.strip()) is not None:  # «апертура, м»
                    self._add(named, meaning, 1.0)
                if isinstance(meaning, PropertyName | EdgePropertyName):
                    for found in filter(None, (one.fullmatch(part) for one in _SHORTER_NAMES)):
                        self._add(found["name"], meaning, EVENT_FIT)

    def _add_head_nouns(self) -> None:
        """Add the last word of the name of a type or property that nothing else has.

        "Stars" are ``github_stars_thousands``, a "site" is a ``launch_site``.
        """
        held: dict[str, set[Meaning]] = defaultdict(set)
        for entry in chain.from_iterable(self._entries.values()):
            for word in entry.words:
                for form in word.keys:
                    held[form].add(entry.meaning)
        for owner, name in self._identifiers():
            head = _head(name)
            others = {one for form in head.keys for one in held[form]} - {owner} if head else set()
            if isinstance(owner, TypeName):  # a relation is known by the type that it leads to
                others = {one for one in others if not isinstance(one, Relation)}
            if head is not None and not others:
                self._add(head.text, owner, HEAD_FIT)

    def _identifiers(self) -> Iterator[tuple[Meaning, str]]:
        for name in self._schema.sizes:
            yield TypeName(name), divided(name)
        for one, kind in self._schema.properties.items():
            spec = property_spec(self._workspace, one)
            if kind != "boolean" and not (spec and spec.hidden):
                yield PropertyName(*one), divided(one.name)

    def _relations_by_verbs(self) -> dict[str, frozenset[Relation]]:
        found: dict[str, set[Relation]] = defaultdict(set)
        for entry in chain.from_iterable(self._entries.values()):
            if isinstance(entry.meaning, Relation):
                for phrase in relation_verbs(entry.words):
                    if not phrase.start:
                        found[phrase.name].add(entry.meaning)
        return {name: frozenset(relations) for name, relations in found.items()}

    def _relations_by_word(self) -> dict[str, frozenset[Relation]]:
        found: dict[str, set[Relation]] = defaultdict(set)
        for entry in chain.from_iterable(self._entries.values()):
            if isinstance(entry.meaning, Relation):
                found[plain(entry.words[0].text)].add(entry.meaning)
        return {word: frozenset(relations) for word, relations in found.items()}

    def _add_events(self, dates: Container[Owned]) -> None:
        """Add the words for the event of each date: "close" and «закрыть» of ``closed``.

        An event that two dates of a type may be of names neither.
        """
        owners: dict[tuple[str, str], list[PropertyOf]] = defaultdict(list)
        for one in self._schema.properties:
            if one in dates or "time" in self._schema.dimensions[one]:
                for event in self._events_of(one):
                    owners[one.type, event].append(one)
                self._add_dates(one, self._texts_of(one))
        for (_, event), properties in owners.items():
            for word in words_for(event) if len(properties) == 1 else ():
                self._add(word, PropertyName(*properties[0]), EVENT_FIT)
            if len(properties) == 1:
                self._add_dates(properties[0], words_for(event))

    def _add_dates(self, one: PropertyOf, texts: Iterable[str]) -> None:
        """Add "opening date", "date of opening": the date of an edge is another one."""
        for text in texts:
            is_said = any(_counts(word, PropertyName(*one)) for word in query_words(text))
            for date in word_set("date_nouns") if is_said else ():
                self._add(f"{text} {date}", PropertyName(*one), DATE_FIT)
                self._add(f"{date} {text}", PropertyName(*one), DATE_FIT)
            for part in word_set("parts_of_dates") if is_said else ():
                self._add(f"{text} {part}", PropertyName(*one), DATE_FIT)
                self._add(f"{part} {text}", PropertyName(*one), DATE_FIT)

    def _texts_of(self, one: PropertyOf) -> tuple[str, ...]:
        spec = property_spec(self._workspace, one) or PropertySpec(label=one.name)
        return (readable_name(one.name), *all_texts(spec.label), *spec.words)

    def _events_of(self, one: PropertyOf) -> frozenset[str]:
        words = (word for text in self._texts_of(one) for word in query_words(text))
        return frozenset(event for word in words for event in events_of(word))

    def _add_values(self) -> None:
        for one, kind in self._schema.properties.items():
            if kind == "text":
                self._add_values_of(one)
        for slot in self._workspace.spec.slots.values():
            owner, _, name = slot.property.partition(".")
            for value, spec in slot.values.items() if owner in self._schema.sizes else ():
                for text in (*all_texts(spec.label), *spec.aliases):
                    self._add(text, Condition(owner, name, value), 1.0)

    def _add_edge_values(self) -> dict[str, list[EdgeCondition]]:
        """Add the values that edges share: the roles and kinds of a relation."""
        found: dict[str, list[EdgeCondition]] = defaultdict(list)
        for owner, held in self._edge_texts().items():
            edge = self._workspace.spec.edge_types[owner.edge]
            spec = edge.properties.get(owner.name)
            words = spec.value_words if spec else {}
            is_kind = len(held) <= min(MOST_VALUES, KIND_SHARE * sum(held.values()))
            for text in held if is_kind else ():
                meaning = EdgeCondition(*owner, value=text)
                for said in (text, *words.get(text, ())):
                    self._add(said, meaning, VALUE_FIT)
                    found[said].append(meaning)
        return found

    def _edge_texts(self) -> dict[EdgePropertyOf, Counter[str]]:
        """Return how many edges have each short text of a property."""
        found: dict[EdgePropertyOf, Counter[str]] = defaultdict(Counter)
        for one in self._workspace.first_of_types(SAMPLED_EDGES):
            for name, value in one.properties.items() if isinstance(one, Edge) else ():
                found[EdgePropertyOf(one.type, name)].update(_short_texts(value))
        return found

    def _add_values_of(self, one: PropertyOf) -> None:
        """Add short values: conditions if nodes share them, names if each has its own."""
        held: dict[str, set[str]] = defaultdict(set)
        nodes = [node for node in self._workspace.nodes.values() if node.type == one.type]
        for node in nodes:
            for text in _short_texts(node.properties.get(one.name)):
                held[text].add(node.id)
        naming = len(held) > NAMING_SHARE * len(nodes)
        spec = property_spec(self._workspace, one)
        words = spec.value_words if spec else {}
        for text, ids in held.items():
            if naming and len(ids) == 1:
                self._add(text, Named(one.type, tuple(ids)), NAMING_VALUE_FIT)
            elif len(held) <= MOST_VALUES:
                for said in (text, *words.get(text, ())):
                    self._add(said, Condition(*one, value=text), VALUE_FIT)

    def _add(self, text: str, meaning: Meaning, fit: float) -> None:
        """Add a phrase; the fillers of a label are left out, those of a name are part of it."""
        words = tuple(word for word in query_words(text) if _counts(word, meaning))
        if not words:  # «находится в»: a verb that adds nothing elsewhere
            found = query_words(text)
            words = tuple(word for word in found[:1] if not is_function_word(word.text))
        if not words:
            return
        is_code = isinstance(meaning, Named) and text.isupper() and len(text) <= LONGEST_CODE
        entry = Entry(words, meaning, fit, is_code)
        for key in {text} if is_code else words[0].keys:
            self._entries[key].append(entry)


def _head(name: str) -> Word | None:
    """Return the last word of a name of several that is not a unit, number, date or operation."""
    words = query_words(name)
    counted = {at for one in operator_mentions(words) for at in range(one.start, one.end)}
    for at in range(len(words) - 1, 0, -1):
        word = words[at]
        is_unit = unit_named(word.text) is not None
        if at not in counted and not is_unit:
            is_date = has_listed_form(word, "date_nouns", "year_words")
            is_bare = is_filler(word) or bool(word.keys & word_set("light_words"))
            return None if is_date or is_bare else word
    return None


def readable_name(identifier: str) -> str:
    """Return an identifier as words: ``HAS_CAPITAL`` as "capital"."""
    return _IDENTIFIER_ENDS.sub("", identifier.replace("_", " ").casefold())


def _denied_words(texts: Iterable[str]) -> Iterator[str]:
    """Yield the words without their negation, or with a negating prefix.

    "Unlicensed" for "licensed", "access to the sea" for "no access to the sea".
    """
    for text in texts:
        first, _, affirmed = text.partition(" ")
        if affirmed and plain(first) in word_set("negation"):
            yield affirmed
        if text.isalpha():
            language = "ru" if is_cyrillic(text) else "en"
            yield from (f"{one}{text.lower()}" for one in word_list("negative_prefixes", language))


def _counted_noun(label: str) -> str:
    """Return the thing that a label counts: "seats" for "number of seats"; else nothing."""
    words = query_words(label)
    ends = [one.end for one in operator_mentions(words) if one.meaning == "count" and not one.start]
    return label[words[max(ends)].start :] if ends and max(ends) < len(words) else ""


def _by_voice(text: str, meaning: Meaning) -> Meaning:
    """Return the inverse of a relation if its label is passive: "held by"."""
    if isinstance(meaning, Relation) and is_passive_label(text):
        return Relation(meaning.edge, is_inverse=True)
    return meaning


def _counts(word: Word, meaning: Meaning) -> bool:
    is_value = isinstance(meaning, Condition) and meaning.value is not True
    if is_value or isinstance(meaning, Named | EdgeCondition):
        return True
    negates = isinstance(meaning, Condition) and bool(word.keys & word_set("negation"))
    return negates or not is_filler(word)


def _short_texts(value: Property | None) -> Iterator[str]:
    if isinstance(value, list):
        members: Iterable[object] = value
    elif isinstance(value, Mapping):
        members = value.values()
    else:
        members = (value,)
    for text in members:
        if isinstance(text, str) and _WORDED.search(text) and len(text.split()) <= LONGEST_VALUE:
            yield text
