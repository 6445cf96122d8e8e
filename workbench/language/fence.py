"""The Markdown fence that models put around JSON though they are told not to."""

import re

_FENCED = re.compile(r"```[\w-]*[^\S\n]*\n(?P<body>.*)```", re.DOTALL)


def without_fence(text: str) -> str:
    """What stands inside the fence around a whole text; the text itself where there is none.

    >>> without_fence("```json\\n{}\\n```")
    '{}'
    """
    fenced = _FENCED.fullmatch(text.strip())
    return fenced["body"].strip() if fenced else text
