"""Ids of nodes, edges, evidence, tools and intents in a text for readers."""

import re
from collections.abc import Iterator

from workbench.checks.postcheck.inspection import Inspection, Violation
from workbench.domain.local_text import all_texts
from workbench.workspace.load import Workspace

# A node id, «project:alor-broker»; not «https://…», «12:30» or an address with a port.
_ID = re.compile(r"(?<![\w/:.@-])[a-z][a-z0-9_]{1,40}:[a-z0-9]*[a-z][\w-]*(?![\w/])")
_CUT_SHORT = re.compile(r"(?<![\w/:.@-])([a-z][a-z0-9_]{1,40}):(?:…|\.{3})")
"""An id that the writer left out: «project:…»."""
_SLUG = re.compile(r"(?<![\w/:.@-])[a-z0-9]+(?:[-_][a-z0-9]+)+(?![\w/@-]|\.\w)")
"""An id without its type: «alor-broker». One of a single word looks like a plain word."""
# An edge id, «project:alor|USES|technology:kafka», with an optional key.
_EDGE = re.compile(r"\b[a-z]\w*:[\w-]+\|[A-Z][A-Z_]+\|[a-z]\w*:[\w-]+(?:\|[\w-]+)?")
# Generated ids: «ev-3f9a0c12b7de», a UUID, and 12 or more hex digits with a letter and a number.
_HASH = re.compile(
    r"\b(?:[a-z]{1,3}-[0-9a-f]{12,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
    r"|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,})\b"
)
_SCHEMES = frozenset({"http", "https", "ftp", "mailto", "tel", "urn", "file", "ws", "wss"})


def internal_ids(marked: str, inspection: Inspection) -> Iterator[Violation]:
    """Ids that the sources do not have; a node's is replaced by its name."""
    workspace = inspection.workspace
    for match in _EDGE.finditer(marked):
        yield _leak(match)
    for match in _ID.finditer(marked):
        if match.group().partition(":")[0] in _SCHEMES:
            continue
        if match.group() in workspace.nodes:
            yield _leak(match, workspace.entity_name(match.group(), inspection.language))
        elif not inspection.in_evidence(match.group()):
            yield _leak(match)
    for match in _CUT_SHORT.finditer(marked):
        if match.group(1) in workspace.spec.node_types:
            yield _leak(match)
    for match in _HASH.finditer(marked):
        if not inspection.in_evidence(match.group()):
            yield _leak(match)
    yield from _slugs(marked, inspection)
    yield from _internal_names(marked, workspace)


def _leak(match: re.Match[str], name: str = "") -> Violation:
    return Violation("id_leak", *match.span(), match.group(), "remove", name)


def _slugs(marked: str, inspection: Inspection) -> Iterator[Violation]:
    """Slugs that neither the question, a source nor the name of the node itself has."""
    asked = inspection.question.text.casefold()
    for match in _SLUG.finditer(marked):
        slug = match.group()
        node_id = _node_of(slug, inspection.workspace)
        if node_id and slug not in asked and not inspection.in_evidence(slug):
            yield _leak(match, inspection.workspace.entity_name(node_id, inspection.language))


def _node_of(slug: str, workspace: Workspace) -> str:
    """The id of the node with this slug; none where the slug is its name as well («gpt-4o»)."""
    ids = (f"{kind}:{slug}" for kind in workspace.spec.node_types)
    node_id = next((one for one in ids if one in workspace.nodes), "")
    if not node_id:
        return ""
    names = (name.casefold() for name in all_texts(workspace.nodes[node_id].name))
    return "" if slug in names else node_id


def _internal_names(marked: str, workspace: Workspace) -> Iterator[Violation]:
    """Names of tools and intents; a plain word is not taken for one."""
    tools = map(workspace.tool_name, workspace.tool_specs)
    names = [name for name in (*tools, *workspace.spec.intents) if "_" in name]
    for name in names:
        for match in re.finditer(rf"\b{re.escape(name)}\b", marked):
            yield _leak(match)
