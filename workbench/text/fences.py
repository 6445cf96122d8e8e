"""Remove the code fences that models put around prose or JSON."""

from workbench.text.blocks import opens_code
from workbench.text.model import CLOSES, LEFT_OPEN, OPENS
from workbench.text.parse import parse


def without_prose_fences(text: str) -> str:
    """Remove the fences around prose, so that it is cited and checked like other text.

    >>> without_prose_fences("```markdown\\nGlass is covered.\\n```")
    'Glass is covered.\\n'
    """
    pieces, position, is_inside = list[str](), 0, False
    for block in parse(text).blocks:
        left_open = block.level == LEFT_OPEN
        if block.kind != "fence" or (left_open and (is_inside or opens_code(block.text))):
            continue
        pieces.append(text[position : block.line_start])
        is_inside = block.level == OPENS
        after = text.find("\n", block.end) + 1 or len(text)
        position = block.end if block.level == CLOSES else after
    return "".join([*pieces, text[position:]])


def out_of_fence(text: str) -> str:
    """Return the content of a fence around the whole text, else the text itself.

    >>> out_of_fence("```json\\n{}\\n```")
    '{}'
    """
    blocks = parse(text).blocks
    edges = [(one.kind, one.level) for one in (*blocks[:1], *blocks[1:][-1:])]
    is_code = len(blocks) == 1 and blocks[0].kind == "code"
    if is_code or edges == [("fence", OPENS), ("fence", CLOSES)]:
        return text[text.find("\n") + 1 : text.rfind("\n")]
    return text
