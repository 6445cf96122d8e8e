"""Read GraphML, as networkx, Gephi, yEd and Neo4j write it."""

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError
from xml.parsers import expat

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.bounded_files import read_text
from workbench.workspace.graph_formats.rows import GraphRows
from workbench.workspace.graph_rows import LARGEST_FILE


def read_graphml(path: Path, place: str) -> GraphRows:
    """Return the nodes and edges of a GraphML file with their attributes.

    Raises:
        WorkspaceError: the file is not GraphML, or an edge has an end that is no node of it; with
            the line.
    """
    import networkx

    text = read_text(path, most=LARGEST_FILE, place=place)
    try:
        graph: Any = networkx.parse_graphml(text)
    except ParseError as error:
        line = error.position[0]
        words = {"place": f"{place}: line {line}", "detail": str(error)}
        raise WorkspaceError(**localized("workspace.bad_graphml", **words)) from error
    except (networkx.NetworkXError, ValueError, KeyError) as error:
        words = {"place": place, "detail": str(error)}
        raise WorkspaceError(**localized("workspace.bad_graphml", **words)) from error
    _check_ends(text, place)
    nodes = [
        (f"{place}: node {name}", {"id": str(name), **attributes})
        for name, attributes in graph.nodes(data=True)
    ]
    edges = [
        (
            f"{place}: edge {source} → {target}",
            {"source": str(source), "target": str(target), **attributes},
        )
        for source, target, attributes in graph.edges(data=True)
    ]
    return GraphRows(nodes, edges)


def _check_ends(text: str, place: str) -> None:
    """Raise WorkspaceError for the first edge with an unknown end, which networkx makes a node."""
    declared: set[str] = set()
    ends: list[tuple[int, str, str]] = []
    parser = expat.ParserCreate(namespace_separator=" ")

    def opened(name: str, attributes: dict[str, str]) -> None:
        kind = name.rpartition(" ")[2]
        if kind == "node":
            declared.add(attributes.get("id", ""))
        elif kind == "edge":
            line = parser.CurrentLineNumber
            ends.extend((line, end, attributes.get(end, "")) for end in ("source", "target"))

    parser.StartElementHandler = opened
    parser.Parse(text, True)
    for line, end, node in ends:
        if node not in declared:
            words = {"place": f"{place}: line {line}", "end": end, "node": node}
            raise WorkspaceError(**localized("workspace.edge_end", **words))
