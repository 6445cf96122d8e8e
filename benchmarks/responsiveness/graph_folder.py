"""Write a workspace whose graph has a given number of nodes, all of them around one."""

import random
from pathlib import Path
from typing import Any

from workbench.domain.graph import Edge, Node
from workbench.workspace.graph_builder import Graph

QUESTION = "Which books does the library have?"
LIBRARY = "library:main"
_SPECIFICATION = """\
id: {name}
title: {name}
languages: [en]
scope:
  description: Books of a library.
  off_topic: Not about the library.
  no_answer: Not found.
node_types:
  library: {{label: Library}}
  book: {{label: Book}}
edge_types:
  HAS: {{label: has, from: [library], to: [book]}}
  CITES: {{label: cites, from: [book], to: [book]}}
intents:
  GENERAL_UNSTRUCTURED:
    description: Anything.
    examples: [What is it?]
"""


def plan() -> dict[str, Any]:
    """The plan that lists the library's books, and all that are cited."""
    books = {"id": "b", "op": "follow", "of": "a", "edge": "HAS", "direction": "out"}
    cited = {"id": "b", "op": "follow", "of": "a", "edge": "CITES", "direction": "out"}
    calls = [
        _listed({"id": "a", "op": "nodes", "ids": [LIBRARY]}, books),
        _listed({"id": "a", "op": "all", "type": "book"}, cited),
    ]
    return {"intents": ["GRAPH_QUERY"], "confidence": 1.0, "tool_calls": calls}


def _listed(*sets: dict[str, Any]) -> dict[str, Any]:
    query = {"sets": sets, "answer": {"op": "list", "of": "b"}}
    return {"tool": "graph_query_tool", "args": {"query": query}}


def write_graph(folder: Path, nodes: int, seed: int) -> None:
    """Write a workspace of the folder's name: a library, its books, and what each cites."""
    chance = random.Random(seed)
    books = [
        Node(id=f"book:{number}", type="book", name=f"Volume {seed}.{number}")
        for number in range(1, nodes)
    ]
    library = Node(id=LIBRARY, type="library", name="Main Library")
    has = [Edge(source=LIBRARY, type="HAS", target=book.id) for book in books]
    cites = [
        Edge(source=book.id, type="CITES", target=cited.id)
        for book in books
        for cited in chance.sample(books, 2)
        if cited is not book
    ]
    (folder / "graph").mkdir(parents=True)
    specification = _SPECIFICATION.format(name=folder.name)
    (folder / "workspace.yaml").write_text(specification, "utf-8")
    Graph({one.id: one for one in (library, *books)}, (*has, *cites)).write(folder / "graph")
