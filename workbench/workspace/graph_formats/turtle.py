"""Read RDF in Turtle: typed resources are nodes, literals properties, other triples edges."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from workbench.errors import ConfigurationError, WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.bounded_files import read_text
from workbench.workspace.graph_formats.rows import GraphRows
from workbench.workspace.graph_rows import LARGEST_FILE

_NAMES = ("label", "prefLabel", "name", "title")
"""Local names of the predicates whose value is a resource's name, the most specific first."""
_ALIASES = ("altLabel", "alternateName")
_SCHEMA_TYPES = ("Class", "ObjectProperty", "DatatypeProperty", "Property", "Ontology")
"""Types of the resources that describe the schema, whose labels are those of its identifiers."""
_WHY = re.compile(r"Bad syntax \((.+)\) at \^ in", re.DOTALL)
"""The reason in a message of rdflib, which goes on with the text around the place, as bytes."""


def read_turtle(path: Path, place: str) -> GraphRows:
    """Return the resources of a Turtle file; needs the extra ``rdf``.

    Raises:
        ConfigurationError: rdflib is not installed.
        WorkspaceError: the file is not Turtle, with the line of the error.
    """
    try:
        import rdflib
        from rdflib.plugins.parsers.notation3 import BadSyntax
    except ImportError as error:
        raise ConfigurationError(**localized("workspace.no_rdflib", place=place)) from error
    graph = rdflib.Graph()
    try:
        graph.parse(data=read_text(path, most=LARGEST_FILE, place=place), format="turtle")
    except BadSyntax as error:
        detail = _WHY.search(str(error.message))
        words = {
            "place": f"{place}: line {error.lines + 1}",
            "detail": detail[1] if detail else "it cannot be parsed",
        }
        raise WorkspaceError(**localized("workspace.bad_turtle", **words)) from error
    return _Resources(graph, place).rows()


class _Resources:
    """Turns the triples of a graph into rows."""

    def __init__(self, graph: Any, place: str) -> None:
        from rdflib.namespace import RDF

        self._graph = graph
        self._place = place
        self._types = {
            subject: local_name(kind) for subject, kind in graph.subject_objects(RDF.type)
        }
        self._type = RDF.type

    def rows(self) -> GraphRows:
        """Return nodes for the typed resources, and edges between them."""
        rows = GraphRows()
        for subject, kind in sorted(self._types.items(), key=lambda one: str(one[0])):
            if kind in _SCHEMA_TYPES:
                labels = self._texts(subject, _NAMES[:1])
                rows.labels[local_name(subject)] = labels
                continue
            place = f"{self._place}: {subject}"
            rows.nodes.append((place, self._node(subject, kind)))
            rows.edges += [(place, edge) for edge in self._edges(subject)]
        return rows

    def _node(self, subject: Any, kind: str) -> dict[str, Any]:
        from rdflib import Literal

        properties: dict[str, list[Any]] = defaultdict(list)
        aliases: list[str] = []
        for predicate, value in self._graph.predicate_objects(subject):
            name = local_name(predicate)
            if isinstance(value, Literal) and name in _ALIASES:
                aliases.append(str(value))
            elif isinstance(value, Literal) and name not in _NAMES:
                properties[name].append(_plain(value))
        names = self._texts(subject, _NAMES)
        return {
            "id": local_name(subject),
            "type": kind,
            "name": names or local_name(subject).replace("_", " "),
            "aliases": aliases,
            "properties": {
                name: values[0] if len(values) == 1 else values
                for name, values in properties.items()
            },
        }

    def _edges(self, subject: Any) -> list[dict[str, Any]]:
        return [
            {
                "source": local_name(subject),
                "type": local_name(predicate),
                "target": local_name(value),
            }
            for predicate, value in self._graph.predicate_objects(subject)
            if predicate != self._type and self._types.get(value, "Class") not in _SCHEMA_TYPES
        ]

    def _texts(self, subject: Any, predicates: tuple[str, ...]) -> dict[str, str]:
        """Return the first name of a resource in each language."""
        found: dict[str, str] = {}
        for wanted in predicates:
            for predicate, value in self._graph.predicate_objects(subject):
                if local_name(predicate) == wanted:
                    language = getattr(value, "language", None) or "en"
                    found.setdefault(language[:2], str(value))
        return found


def local_name(resource: Any) -> str:
    """Return the part of an IRI after its last sign: "Person" of http://schema.org/Person."""
    text = str(resource).rstrip("/#")
    return text.replace("#", "/").rsplit("/", 1)[-1]


def _plain(literal: Any) -> Any:
    value = literal.toPython()
    return value if isinstance(value, bool | int | float) else str(literal)
