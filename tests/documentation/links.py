"""Links of the documentation that lead nowhere: a file that is not there, a heading without it."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))

_LINK = re.compile(r"\]\(([^()\s]+)\)")
_CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.M | re.S)
_HEADING = re.compile(r"^#+ (.+)$", re.M)


def dead_links() -> Iterator[str]:
    """Yield ``README.md: docs/none.md`` for each link to a file or heading that is not there."""
    for page in PAGES:
        for link in _LINK.findall(_CODE.sub("", page.read_text("utf-8"))):
            if "://" not in link and not _leads_somewhere(page, link):
                yield f"{page.relative_to(ROOT)}: {link}"


def _leads_somewhere(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return False
    return not anchor or target.suffix != ".md" or anchor in _anchors(target)


@cache
def _anchors(page: Path) -> frozenset[str]:
    """Return the anchors that GitHub gives the headings of a page."""
    headings = _HEADING.findall(
        re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)
    )
    return frozenset(re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings)
