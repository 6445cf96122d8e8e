"""Keep the proposals of a workspace in its files, without undoing what a person changed."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from workbench.domain.base import content_hash
from workbench.domain.graph import Node
from workbench.domain.local_text import Language
from workbench.workspace.bounded_files import MEGABYTE, read_text
from workbench.workspace.graph_rows import read_rows
from workbench.workspace.proposed_spec import PROPOSED, PROPOSED_NODES, PROPOSED_SPEC
from workbench.workspace.yaml_text import PlainDumper, load_yaml

_WRITTEN = f"{PROPOSED}/written.json"
"""The hash of each entry as it was written last. An entry with another hash was edited; one that is
gone from its file was rejected or accepted."""
_HEADER = """\
# Proposed from the documents. Each entry counts until workspace.yaml has one of the same name.
# An entry that you edit stays as it is; one that you delete is not proposed again.
"""
_SECTIONS = ("node_types", "slots")
"""Sections whose entries are proposed one by one; so are those of ``documents.metadata``."""

EXAMPLES = "examples"
"""The section of example questions, one entry: they are asked once all others are written."""

Entries = Mapping[str, Any]
"""Proposed entries by key: a node's id, or the path in the specification."""


@dataclass(frozen=True)
class Proposals:
    """What the documents suggest: nodes, and entries of ``proposed/spec.yaml``."""

    nodes: tuple[Node, ...] = ()
    spec: Mapping[str, Any] | None = None


def write_proposals(root: Path, proposals: Proposals) -> None:
    """Replace the earlier proposals of a workspace, except for those that a person changed.

    An entry that a person edited stays; one that a person deleted, accepted or rejected is not
    written again. Nothing is written if nothing changed.
    """
    now = dict(_flat(_read_spec(root)))
    asked = {key: one for key, one in now.items() if key == EXAMPLES}
    nodes = {node.id: _row(node) for node in proposals.nodes}
    _replace(root, nodes, {**asked, **dict(_flat(proposals.spec or {}))})


def write_examples(root: Path, examples: Mapping[Language, Sequence[str]]) -> None:
    """Replace the proposed example questions, by language, unless a person changed them."""
    others = {key: one for key, one in _flat(_read_spec(root)) if key != EXAMPLES}
    asked = {str(key): list(some) for key, some in examples.items()}
    own = {EXAMPLES: asked} if asked else {}
    _replace(root, _read_nodes(root), {**others, **own})


def _replace(root: Path, nodes: Entries, spec: Entries) -> None:
    """Write the entries that are proposed now, and those that a person changed."""
    written = _read_written(root)
    kept_nodes, written_nodes = _merged(_read_nodes(root), nodes, written.get("nodes", {}))
    kept_spec, written_spec = _merged(dict(_flat(_read_spec(root))), spec, written.get("spec", {}))
    if not (kept_nodes or kept_spec or written):
        return
    (root / PROPOSED).mkdir(exist_ok=True)
    _write_nodes(root, kept_nodes.values())
    text = yaml.dump(_nested(kept_spec), Dumper=PlainDumper, allow_unicode=True, sort_keys=False)
    _write(root / PROPOSED_SPEC, _HEADER + text)
    state = {"nodes": written_nodes, "spec": written_spec}
    _write(root / _WRITTEN, json.dumps(state, indent=1, sort_keys=True))


def read_nodes(root: Path, ids: Iterable[str]) -> list[dict[str, Any]]:
    """Return the rows of proposed nodes; raises KeyError for an id that is not proposed."""
    rows = _read_nodes(root)
    return [rows[name] for name in ids]


def remove_nodes(root: Path, ids: Iterable[str]) -> None:
    """Remove proposed nodes, so that they are not proposed again."""
    removed = set(ids)
    _write_nodes(root, (row for name, row in _read_nodes(root).items() if name not in removed))


def _merged(now: Entries, proposed: Entries, written: Mapping[str, str]) -> tuple[Entries, Entries]:
    """Return the entries to keep, and the hashes of those that were ever written."""
    edited = {key: one for key, one in now.items() if written.get(key) != content_hash(one)}
    fresh = {
        key: one
        for key, one in proposed.items()
        if key not in edited and (key in now or key not in written)
    }
    gone = {key: mark for key, mark in written.items() if key not in now or key in edited}
    hashes = {**gone, **{key: content_hash(one) for key, one in fresh.items()}}
    return {**edited, **fresh}, hashes


def _row(node: Node) -> dict[str, Any]:
    row: dict[str, Any] = node.model_dump(mode="json", exclude_defaults=True, exclude={"proposed"})
    return row


def _read_written(root: Path) -> Mapping[str, Mapping[str, str]]:
    path = root / _WRITTEN
    if not path.is_file():
        return {}
    state: Mapping[str, Mapping[str, str]] = json.loads(path.read_text("utf-8"))
    return state


def _read_nodes(root: Path) -> dict[str, dict[str, Any]]:
    path = root / PROPOSED_NODES
    if not path.is_file():
        return {}
    return {str(row.get("id")): row for _, row in read_rows(path, PROPOSED_NODES)}


def _read_spec(root: Path) -> Mapping[str, Any]:
    path = root / PROPOSED_SPEC
    if not path.is_file():
        return {}
    return load_yaml(read_text(path, most=MEGABYTE, place=PROPOSED_SPEC)) or {}


def _flat(spec: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """Yield the entries of a specification: ``slots.section`` with its value."""
    for section, content in spec.items():
        if section in _SECTIONS:
            yield from ((f"{section}.{name}", one) for name, one in content.items())
        elif section == "documents":
            fields = content.get("metadata", {})
            yield from ((f"documents.metadata.{name}", one) for name, one in fields.items())
        else:
            yield section, content


def _nested(entries: Entries) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for key, value in entries.items():
        section, _, name = key.partition(".")
        if section == "documents":
            fields = nested.setdefault("documents", {}).setdefault("metadata", {})
            fields[name.removeprefix("metadata.")] = value
        elif name:
            nested.setdefault(section, {})[name] = value
        else:
            nested[section] = value
    return nested


def _write_nodes(root: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    lines = (f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    _write(root / PROPOSED_NODES, "".join(lines))


def _write(path: Path, text: str) -> None:
    """Write a file, replacing the old one at the end."""
    if path.is_file() and path.read_text("utf-8") == text:
        return
    partial = path.with_name(f".{path.name}.partial")
    partial.write_text(text, "utf-8")
    partial.replace(path)
