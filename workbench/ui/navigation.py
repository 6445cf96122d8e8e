"""Where the pages lie."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def pages_folder() -> Path:
    """Inside the package when installed, beside it in a checkout."""
    packed = _PACKAGE / "_bundle" / "pages"
    return packed if packed.is_dir() else _PACKAGE.parent / "pages"


def page_path(name: str) -> Path:
    """The script of a page."""
    return pages_folder() / f"{name}.py"
