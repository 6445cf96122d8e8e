"""Propose the types of an imported graph, with labels in both languages for review."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from workbench.domain.local_text import LANGUAGES, localize
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.query_words import keys_of_list, word_keys
from workbench.workspace.label_proposals import (
    Labels,
    Role,
    head_words,
    identifier_words,
    propose_labels,
    propose_measure_labels,
    propose_value_words,
)
from workbench.workspace.proposed_intervals import propose_interval
from workbench.workspace.schema import SYMMETRIC_SHARE
from workbench.workspace.schema_texts import OFF_TOPIC, SUBJECT, UNANSWERED

Row = Mapping[str, Any]
_MOST_VALUES = 60
"""Distinct values of a property that get words; more are texts."""


@dataclass(frozen=True)
class ProposedSchema:
    """Entries of workspace.yaml: node types, edge types and what the graph covers."""

    spec: Mapping[str, Any]


def propose_schema(
    nodes: Sequence[Row],
    edges: Sequence[Row],
    labels: Mapping[str, Mapping[str, str]],
    written: Mapping[str, str] = MappingProxyType({}),
) -> ProposedSchema:
    """Return the schema that the rows of a graph need.

    Args:
        nodes: rows with ``id``, ``type`` and ``properties``.
        edges: rows with ``source``, ``type``, ``target`` and ``properties``.
        labels: labels that the graph comes with, by identifier.
        written: node types as the file has them: «река» of ``reka``.
    """
    proposal = _Proposal(labels, written)
    types = {row["id"]: row["type"] for row in nodes}
    node_types = {
        name: proposal.entry(name, "type") | {"properties": proposal.properties(rows)}
        for name, rows in _by_type(nodes).items()
    }
    _add_head_words(node_types, "type")
    edge_types = {
        name: proposal.entry(name, "relation")
        | _ends(rows, types)
        | _symmetry(name, rows, types)
        | _kept(proposal, rows)
        for name, rows in _by_type(edges).items()
    }
    _add_ends(edge_types, node_types)
    listed: dict[str, str] = {
        language: ", ".join(
            localize(one["label"], language) or name for name, one in node_types.items()
        )
        for language in LANGUAGES
    }
    scope = {
        "description": {key: text.format(types=listed[key]) for key, text in SUBJECT.items()},
        "off_topic": {key: text.format(types=listed[key]) for key, text in OFF_TOPIC.items()},
        "no_answer": dict(UNANSWERED),
    }
    return ProposedSchema({"scope": scope, "node_types": node_types, "edge_types": edge_types})


class _Proposal:
    """Proposes labels, those that the graph comes with first."""

    def __init__(self, given: Mapping[str, Mapping[str, str]], written: Mapping[str, str]) -> None:
        self._given = given
        self._written = written

    def entry(self, name: str, role: Role) -> dict[str, Any]:
        """Return the label and words of an identifier."""
        return self._entry(name, propose_labels(self._written.get(name, name), role))

    def _entry(self, name: str, proposed: Labels) -> dict[str, Any]:
        label = {**proposed.label, **self._given.get(name, {})}
        return _without_empty(
            {
                "label": label,
                "words": _words(proposed),
                "inverse_words": list(proposed.inverse_words),
                "not_words": list(proposed.not_words),
                "unit": proposed.unit,
            }
        )

    def properties(self, rows: Iterable[Row]) -> dict[str, Any]:
        """Return the properties of rows of one type, with the kind of their values."""
        values: dict[str, list[Any]] = defaultdict(list)
        held = [row.get("properties", {}) for row in rows]
        for properties in held:
            for name, value in properties.items():
                values[name].append(value)
        found = {name: self._property(name, kept) for name, kept in values.items()}
        for name, one in found.items():
            base = _without_language(name)
            if base != name and base in found:
                one["hidden"] = True
        _add_head_words(found)
        return found | propose_interval(held)

    def _property(self, name: str, values: Sequence[Any]) -> dict[str, Any]:
        kind, said = _kind(values), _without_language(name)
        if kind == "boolean":
            return {**self.entry(said, "property"), "kind": kind}
        found = self._entry(said, propose_measure_labels(said))
        found.pop("not_words", None)
        if kind == "text":
            found.pop("unit", None)
            return _without_empty(found | {"value_words": propose_value_words(_short(values))})
        return {**found, "kind": kind}


def _add_head_words(entries: Mapping[str, dict[str, Any]], role: Role = "property") -> None:
    """Add what a type or a property of several words is, unless another one may be meant.

    "Price" is ``ticket_price`` where nothing else has one.
    """
    known = [text for one in entries.values() for text in _texts(one)]
    heads = {name: head_words(name, role) for name in entries}
    for name, one in entries.items():
        others = [text for other, texts in heads.items() if other != name for text in texts]
        if not {*heads[name]} & {*known, *others}:
            one["words"] = [*one.get("words", ()), *heads[name]]
            russian = next(filter(is_cyrillic, heads[name]), "")
            if russian and "ru" not in one["label"]:
                one["label"] = {**one["label"], "ru": russian}


def _texts(entry: Mapping[str, Any]) -> list[str]:
    return [*entry["label"].values(), *entry.get("words", ())]


def _by_type(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["type"]].append(row)
    return dict(found)


def _ends(rows: Iterable[Row], types: Mapping[str, str]) -> dict[str, list[str]]:
    pairs = [(types[row["source"]], types[row["target"]]) for row in rows]
    return {
        "from": list(dict.fromkeys(source for source, _ in pairs)),
        "to": list(dict.fromkeys(target for _, target in pairs)),
    }


def _symmetry(name: str, rows: Sequence[Row], types: Mapping[str, str]) -> dict[str, bool]:
    """Return that a relation within one type is symmetric if most edges are stated both ways.

    It is symmetric, too, if each edge is stated once and the name implies it: MARRIED_TO.
    """
    pairs = {(row["source"], row["target"]) for row in rows}
    is_within = all(types[source] == types[target] for source, target in pairs)
    back = sum((target, source) in pairs for source, target in pairs)
    is_mutual = back > SYMMETRIC_SHARE * len(pairs) or (not back and _is_symmetric_name(name))
    return {"symmetric": True} if is_within and is_mutual else {}


def _is_symmetric_name(name: str) -> bool:
    """Return True if the name of a relation is a symmetric word: "married"."""
    first = next(iter(identifier_words(name)), "")
    return bool(word_keys(first) & keys_of_list("symmetric_relations"))


def _kept(proposal: _Proposal, rows: Iterable[Row]) -> dict[str, Any]:
    properties = proposal.properties(rows)
    return {"properties": properties} if properties else {}


def _add_ends(edge_types: Mapping[str, dict[str, Any]], node_types: Mapping[str, Any]) -> None:
    """Add the words of the type that a relation leads to, if no other relation leads there.

    "The currency of X" is what X uses, where only one relation leads to currencies.
    """
    for name, edge in edge_types.items():
        others = [one for other, one in edge_types.items() if other != name]
        for target in edge["to"]:
            is_only = not any(
                target in one["to"] and {*one["from"]} & {*edge["from"]} for one in others
            )
            if is_only and target not in edge["from"]:
                known = edge.setdefault("words", [])
                words = [*node_types[target]["label"].values()]
                known += [word for word in words if word not in known]


def _words(labels: Labels) -> list[str]:
    return list(dict.fromkeys(labels.words))


def _short(values: Sequence[Any]) -> list[str]:
    """Return the distinct texts of a property if there are few: more are not kinds or states."""
    texts = dict.fromkeys(
        text
        for value in values
        for text in (value if isinstance(value, list) else [value])
        if isinstance(text, str)
    )
    return list(texts) if len(texts) <= _MOST_VALUES else []


def _kind(values: Sequence[Any]) -> str:
    if all(isinstance(value, bool) for value in values):
        return "boolean"
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    return "number" if numbers else "text"


def _without_language(name: str) -> str:
    """Return an identifier without the language at its end: ``title_ru`` is a ``title``."""
    *words, last = identifier_words(name) or (name,)
    return "_".join(words) if words and last in LANGUAGES else name


def _without_empty(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if value}
