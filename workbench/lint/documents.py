"""Check the documents of a workspace: files, front matter, links, quotes, and what they mention."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from urllib.parse import unquote

from workbench.domain.documents import Document
from workbench.domain.graph import Edge, Node
from workbench.domain.local_text import all_texts
from workbench.errors import WorkspaceError
from workbench.ingest.documents import find_files, metadata_problem, read_document
from workbench.ingest.parsers import UnreadableError
from workbench.ingest.quotes import collect_quotes, locate_quotes
from workbench.lint.problems import LintProblem, of_error
from workbench.proposals.candidates import count_usage
from workbench.proposals.entities import name_key
from workbench.proposals.reading import read
from workbench.text import parse
from workbench.workspace import Workspace
from workbench.workspace.nearest_name import nearest

DOCUMENTS = "documents"
_TARGET = re.compile(r"\]\(\s*<?([^)\s>#?]+)")
"""The path of a link: ``](rules.md#hours)``."""
_NOT_LOCAL = re.compile(r"[a-zA-Z][\w+.-]*:|/|\{|#")
"""The beginning of a link that leads out of the folder, or of a template tag."""
_NAMED = 10
"""Documents without an entity that are named."""
_TYPO = 80
"""Similarity on 0-100 from which an unknown field is taken for a misspelled one."""


def document_problems(workspace: Workspace, places: Mapping[str, str]) -> Iterator[LintProblem]:
    """Yield the problems of a workspace's documents."""
    documents: dict[str, Document] = {}
    found, failed = find_files(workspace.documents_folder)
    for refused in failed:
        yield _unread(refused.path, refused.reason)
    for file in found:
        try:
            documents[file.id] = read_document(file)
        except UnreadableError as error:
            yield _unread(file.id, str(error))
    present = {file.id for file in found} | {file.path for file in failed}
    for document in documents.values():
        yield from _metadata(workspace, document)
        yield from _links(document, present)
    yield from _quotes(workspace, documents, places)
    yield from _unmentioned(workspace, documents)


def _problem(
    document: str, line: int | None, code: str, message: str, hint: str = ""
) -> LintProblem:
    file = f"{DOCUMENTS}/{document}"
    return LintProblem(
        severity="warning", code=code, file=file, line=line, message=message, hint=hint
    )


def _unread(path: str, reason: str) -> LintProblem:
    hint = "It is not among the documents: convert it, or remove it."
    return _problem(path, None, "unread_file", f"The file is not read: {reason}.", hint)


def _metadata(workspace: Workspace, document: Document) -> Iterator[LintProblem]:
    """Yield unknown fields of the front matter, and values that the workspace does not define."""
    fields = workspace.spec.documents.metadata
    for name in document.metadata:
        near = nearest(name, fields, _TYPO)
        if name not in fields and near:
            line = _line_of_field(document, name)
            message = f"The field “{name}” of the front matter is unknown to the workspace."
            yield _problem(document.id, line, "unknown_field", message, f"Did you mean “{near}”?")
    for name, field in fields.items():
        if reason := metadata_problem(document.metadata, {name: field}, workspace.nodes):
            line = _line_of_field(document, name)
            message = f"{reason[0].upper()}{reason[1:]}."
            yield _problem(document.id, line, "unknown_value", message)


def _line_of_field(document: Document, name: str) -> int | None:
    head = document.text[: document.body_start].splitlines()
    return next((at for at, line in enumerate(head, 1) if line.startswith(f"{name}:")), None)


def _links(document: Document, present: set[str]) -> Iterator[LintProblem]:
    """Yield links to files that are not in the documents folder."""
    if not document.id.lower().endswith((".md", ".markdown")):
        return
    folder = PurePosixPath(document.id).parent
    for block in parse(document.text).blocks:
        for one in block.inlines:
            target = _TARGET.match(document.text, one.inner_end) if one.kind == "link" else None
            if target is None or _NOT_LOCAL.match(target[1]):
                continue
            path = _normalized(folder / unquote(target[1]))
            if PurePosixPath(path).suffix and path not in present:
                line = document.text.count("\n", 0, one.start) + 1
                near = nearest(path, present)
                hint = f"Did you mean {near}?" if near else ""
                message = f"The link leads to {path}, which does not exist."
                yield _problem(document.id, line, "broken_link", message, hint)


def _normalized(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _quotes(
    workspace: Workspace, documents: Mapping[str, Document], places: Mapping[str, str]
) -> Iterator[LintProblem]:
    """Yield the quotes of the graph that their documents do not contain."""
    stated: list[Node | Edge] = [*workspace.nodes.values(), *workspace.edges]
    for key, owner in collect_quotes(stated).items():
        try:
            locate_quotes({key: owner}, documents)
        except WorkspaceError as error:
            problem = of_error(workspace.root, error)
            file, _, line = places.get(owner, "graph").partition(": line ")
            at = {"file": file, "line": int(line) if line.isdigit() else None}
            yield problem.model_copy(update={**at, "message": error.message})


def _unmentioned(workspace: Workspace, documents: Mapping[str, Document]) -> Iterator[LintProblem]:
    """Yield a problem for the documents that mention no entity, where most others mention one."""
    names = (
        name_key(text)
        for node in workspace.nodes.values()
        for text in (*all_texts(node.name), *node.aliases)
    )
    usages = count_usage(read(documents), [key for key in names if key])
    mentioned = {document for usage in usages.values() for document in usage.documents}
    if 2 * len(mentioned) < len(documents):
        return
    without = sorted(documents.keys() - mentioned)
    if without:
        more = f" and {len(without) - _NAMED} more" if len(without) > _NAMED else ""
        yield LintProblem(
            severity="warning",
            code="no_entity",
            file=DOCUMENTS,
            message=f"No entity of the workspace is mentioned in {len(without)} of "
            f"{len(documents)} documents: {', '.join(without[:_NAMED])}{more}.",
            hint="Add what they are about to the graph.",
        )
