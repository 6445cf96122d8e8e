"""Document and graph text made fit for one line of an answer: no ids, markers or line breaks."""

import re

from workbench.domain.local_text import Language
from workbench.text.citation_marks import neutralised
from workbench.workspace.load import Workspace

_SPACE = re.compile(r"\s+")
_ID = re.compile(r"\b[a-z][a-z0-9_]*:[a-z0-9][\w-]*")
_STRUCTURE = str.maketrans({"[": "(", "]": ")", "|": "/", "`": "'", "*": "", "<": "‹"})
_LONGEST_LABEL = 160


def one_line(text: str, workspace: Workspace, language: Language) -> str:
    """The text on one line; ids of the workspace's nodes become names."""
    named = _ID.sub(
        lambda match: (
            workspace.entity_name(match.group(), language)
            if match.group() in workspace.nodes
            else match.group()
        ),
        neutralised(text),
    )
    return _SPACE.sub(" ", named).strip()


def label_safe(text: str) -> str:
    """A title without anything that Markdown or a citation mark would take for its own."""
    flat = _SPACE.sub(" ", text.translate(_STRUCTURE)).strip()
    return flat if len(flat) <= _LONGEST_LABEL else f"{flat[: _LONGEST_LABEL - 1].rstrip()}…"
