"""Bundle: a run with what its deterministic half rests on, in one file that shows tampering.

The file is a zip archive of JSON parts and a manifest with the SHA-256 of each. The hashes find
every change to a part; they are not a signature. Whoever rewrites parts and manifest alike gets
another digest, and values that contradict each other, which a verification recomputes.
"""

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from workbench.domain.base import Value
from workbench.domain.documents import Document
from workbench.domain.graph import Edge, Node
from workbench.domain.question import Turn
from workbench.domain.run import Run
from workbench.domain.schema_versions import upgrade_run
from workbench.domain.tables import TableSchema
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.workspace.schema import WORKSPACE_ID

FORMAT = 1
MANIFEST = "manifest.json"
LARGEST_FILE = 32_000_000
"""Bytes of a bundle at most."""
LARGEST_CONTENT = 128_000_000
"""Bytes of all unpacked parts at most: a small archive can unpack to terabytes."""
MOST_PARTS = 64
_DATED = (1980, 1, 1, 0, 0, 0)
"""The date of every part, so that equal runs give equal files."""
_PARTS = ("run.json", "nodes.json", "edges.json", "documents.json", "tables.json", "turns.json",
          "checks.json")  # fmt: skip
_FILE = re.compile(r"workspace/(?:[\w-][\w.-]*/)?[\w-][\w.-]*")
"""A file of the workspace: its specification, or a prompt in a folder."""

_WORKSPACE = re.compile(WORKSPACE_ID)
"""The workspace's name becomes a folder's: one such as ``../x`` would lead out of it."""


class Checks(Value):
    """The constants that the checks of the run used."""

    confidence: dict[str, float] = Field(default_factory=dict)
    """Constants of the formula that differ from their defaults."""
    scale: float
    offset: float
    """The calibration of the probability that a claim is supported."""


class Content(Value):
    """What a bundle holds."""

    run: Run
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    documents: tuple[Document, ...] = ()
    tables: dict[str, TableSchema] = Field(default_factory=dict)
    turns: tuple[Turn, ...] = ()
    """The earlier turns of the thread that the answer was written with."""
    checks: Checks
    files: dict[str, str] = Field(default_factory=dict)
    """The texts of workspace.yaml and of the workspace's prompts, by path."""


class Bundle(NamedTuple):
    """A bundle that was read: its content, and the parts that are not what the manifest says."""

    content: Content
    digest: str
    """The hash of all hashes, which names this bundle."""
    release: str
    changed: tuple[str, ...]


def write_bundle(content: Content, release: str) -> bytes:
    """Return the file of a bundle; equal content gives equal bytes.

    Raises:
        InputError: no bundle can have a file of such a name, or it is too large to be read.
    """
    parts = {name: _part(content, name.removesuffix(".json")) for name in _PARTS}
    parts |= {f"workspace/{name}": text.encode() for name, text in content.files.items()}
    for name in parts:
        if name not in _PARTS and not _FILE.fullmatch(name):
            raise InputError(**localized("export.file_name", name=name))
    parts[MANIFEST] = _json(_manifest(parts, release, content.run.id))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(parts):
            archive.writestr(zipfile.ZipInfo(name, _DATED), parts[name], zipfile.ZIP_DEFLATED)
    if file.tell() > LARGEST_FILE or sum(map(len, parts.values())) > LARGEST_CONTENT:
        raise InputError(**localized("export.large_bundle", limit=LARGEST_FILE // 1_000_000))
    return file.getvalue()


def read_bundle(file: bytes) -> Bundle:
    """Read a bundle from anywhere: limited in size and depth, nothing is unpacked to disk.

    Raises:
        InputError: the file is not a bundle, is too large, or a part cannot be read.
    """
    parts = _unpacked(file)
    manifest = _read_json(parts, MANIFEST)
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise _unreadable(f"{MANIFEST}: format {FORMAT} expected")
    release = str(manifest.get("release", ""))
    expected = _manifest({k: v for k, v in parts.items() if k != MANIFEST}, release, "")
    hashes = manifest.get("parts")
    known = hashes if isinstance(hashes, dict) else {}
    changed = [
        name for name in sorted({*known, *expected["parts"]})
        if known.get(name) != expected["parts"].get(name)
    ]  # fmt: skip
    content = _content(parts)
    recomputed = _manifest(
        {k: v for k, v in parts.items() if k != MANIFEST}, release, content.run.id
    )
    if not changed and manifest != recomputed:
        changed = [MANIFEST]
    return Bundle(content, recomputed["digest"], release, tuple(changed))


def _manifest(parts: Mapping[str, bytes], release: str, run_id: str) -> dict[str, Any]:
    hashes = {name: hashlib.sha256(parts[name]).hexdigest() for name in sorted(parts)}
    named = {"format": FORMAT, "release": release, "run": run_id, "parts": hashes}
    return {**named, "digest": hashlib.sha256(_json(named)).hexdigest()}


def _part(content: Content, name: str) -> bytes:
    return _json(content.model_dump(mode="json", include={name}, by_alias=True)[name])


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def _unpacked(file: bytes) -> dict[str, bytes]:
    """Return the parts by name.

    Raises:
        InputError: the archive is too large, or has names that no bundle has.
    """
    if len(file) > LARGEST_FILE:
        raise InputError(**localized("export.large_bundle", limit=LARGEST_FILE // 1_000_000))
    parts: dict[str, bytes] = {}
    left = LARGEST_CONTENT
    try:
        with zipfile.ZipFile(io.BytesIO(file)) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_PARTS:
                raise _unreadable(f"{len(entries)} parts")
            for entry in entries:
                _check_name(entry.filename, parts)
                with archive.open(entry) as part:
                    content = part.read(left + 1)  # the size in the header may be a lie
                left -= len(content)
                if left < 0:
                    limit = LARGEST_CONTENT // 1_000_000
                    raise InputError(**localized("export.large_bundle", limit=limit))
                parts[entry.filename] = content
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError,
            OSError, EOFError, ValueError, zlib.error) as error:  # fmt: skip
        raise _unreadable(str(error) or type(error).__name__) from error
    if missing := [name for name in (MANIFEST, *_PARTS) if name not in parts]:
        raise _unreadable(", ".join(missing))
    return parts


def _check_name(name: str, parts: Mapping[str, bytes]) -> None:
    known = name in (MANIFEST, *_PARTS) or _FILE.fullmatch(name)
    if not known or name in parts:
        raise _unreadable(repr(name[:80]))


def _content(parts: Mapping[str, bytes]) -> Content:
    raw = {name.removesuffix(".json"): _read_json(parts, name) for name in _PARTS}
    files = {
        name.removeprefix("workspace/"): text.decode("utf-8", "replace")
        for name, text in parts.items()
        if _FILE.fullmatch(name)
    }
    try:
        if isinstance(raw["run"], dict):
            raw["run"] = upgrade_run(raw["run"])
        content = TypeAdapter(Content).validate_python({**raw, "files": files})
    except (ValidationError, ValueError, RecursionError) as error:
        raise _unreadable(_first(error)) from error
    if not _WORKSPACE.fullmatch(content.run.workspace):
        raise _unreadable(f"run.workspace: {content.run.workspace[:80]!r}")
    return content


def _read_json(parts: Mapping[str, bytes], name: str) -> Any:
    try:
        return json.loads(parts[name])
    except (ValueError, RecursionError) as error:
        raise _unreadable(f"{name}: {error}") from error


def _first(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors(include_url=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"


def _unreadable(detail: str) -> InputError:
    return InputError(**localized("export.no_bundle", detail=detail))
