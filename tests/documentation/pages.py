"""``make docs``: write what is made from the program, then check every link of the pages."""

import sys

from tests.documentation.command_line import command_line_page
from tests.documentation.links import PAGES, ROOT, dead_links

COMMAND_LINE = ROOT / "docs" / "command_line.md"


def main() -> int:
    """Write the pages; return 1 if a link leads nowhere."""
    COMMAND_LINE.write_text(command_line_page(), "utf-8")
    print(f"{COMMAND_LINE.relative_to(ROOT)}: written")
    dead = list(dead_links())
    print(*dead, f"{len(PAGES)} pages, {len(dead)} dead links", sep="\n")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
