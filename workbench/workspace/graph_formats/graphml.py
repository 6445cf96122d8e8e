"""Read GraphML, as networkx, Gephi, yEd and Neo4j write it."""

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError
from xml.parsers import expat

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.bounded_files import read_text
from workbench.workspace.graph_formats.rows import GraphRows
from workbench.workspace.graph_rows import LARGEST_FILE

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_WITH_NAMESPACE = f'<graphml xmlns="{_NAMESPACE}">'
_NODE, _EDGE = f"{{{_NAMESPACE}}}node", f"{{{_NAMESPACE}}}edge"


def read_graphml(path: Path, place: str) -> GraphRows:
    """Return the nodes and edges of a GraphML file with their attributes.

    Raises:
        WorkspaceError: the file is not GraphML, or an edge has an end that is not one of its nodes;
            the error has the line.
    """
    import networkx
    from networkx.readwrite.graphml import GraphMLReader

    text = read_text(path, most=LARGEST_FILE, place=place)
    reader: Any = GraphMLReader()
    try:
        graph = _first_graph(reader, text)
    except ParseError as error:
        line = error.position[0]
        words = {"place": f"{place}: line {line}", "detail": str(error)}
        raise WorkspaceError(**localized("workspace.bad_graphml", **words)) from error
    except (networkx.NetworkXError, ValueError, KeyError) as error:
        words = {"place": place, "detail": str(error)}
        raise WorkspaceError(**localized("workspace.bad_graphml", **words)) from error
    _check_ends(reader.xml, text, place)
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


def _first_graph(reader: Any, text: str) -> Any:
    """Return the first graph of a file, also of one that does not name the namespace.

    ``networkx.parse_graphml`` does the same, and does not keep the parsed file.
    """
    import networkx

    for written in (text, text.replace("<graphml>", _WITH_NAMESPACE)):
        graph = next(reader(string=written), None)
        if graph is not None:
            return graph
    raise networkx.NetworkXError("the file has no graph")


def _check_ends(root: Element, text: str, place: str) -> None:
    """Raise WorkspaceError for the first edge with an unknown end, which networkx makes a node."""
    declared = {one.get("id", "") for one in root.iter(_NODE)}
    for number, one in enumerate(root.iter(_EDGE)):
        for end in ("source", "target"):
            if (node := one.get(end, "")) not in declared:
                at = f"{place}: line {_line_of_edge(text, number)}"
                words = {"place": at, "end": end, "node": node}
                raise WorkspaceError(**localized("workspace.edge_end", **words))


def _line_of_edge(text: str, number: int) -> int:
    """Return the line of an edge, which the parsed file does not have."""
    lines: list[int] = []
    parser = expat.ParserCreate(namespace_separator=" ")

    def opened(name: str, _: dict[str, str]) -> None:
        if name.rpartition(" ")[2] == "edge":
            lines.append(parser.CurrentLineNumber)

    parser.StartElementHandler = opened
    parser.Parse(text, True)
    return lines[number]
