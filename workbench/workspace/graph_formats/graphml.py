"""Read GraphML, as networkx, Gephi, yEd and Neo4j write it."""

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.bounded_files import read_text
from workbench.workspace.graph_formats.rows import GraphRows
from workbench.workspace.graph_rows import LARGEST_FILE


def read_graphml(path: Path, place: str) -> GraphRows:
    """Return the nodes and edges of a GraphML file with their attributes.

    Raises:
        WorkspaceError: the file is not GraphML, with the line of an XML error.
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
