"""Reduce document and graph text to one line without ids, citation marks or line breaks."""

import re

from workbench.domain.local_text import Language
from workbench.text.citation_marks import neutralised
from workbench.workspace.load import Workspace

_SPACE = re.compile(r"\s+")
_ID = re.compile(r"\b[a-z][a-z0-9_]*:[a-z0-9][\w-]*")
"""A candidate for a node's id: ``person:anna-kim``."""


def one_line(text: str, workspace: Workspace, language: Language) -> str:
    """Return the text on one line, with ids of the workspace's nodes replaced by names."""
    named = _ID.sub(
        lambda match: (
            workspace.entity_name(match.group(), language)
            if match.group() in workspace.nodes
            else match.group()
        ),
        neutralised(text),
    )
    return _SPACE.sub(" ", named).strip()
