"""Locate the page scripts and read their navigation entries."""

from dataclasses import dataclass
from functools import cache
from importlib import util
from pathlib import Path

from workbench.domain.local_text import LocalText

_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Page:
    """A page's navigation entry; the page's script defines it as ``PAGE``."""

    title: LocalText
    help: LocalText
    icon: str
    """A Streamlit icon name such as ``:material/history:``."""
    needs_workspace: bool = True
    """Whether the page shows nothing while the chosen workspace cannot be opened."""


def pages_folder() -> Path:
    """The folder of the page scripts: inside the package if installed, next to it in a checkout."""
    packed = _PACKAGE / "_bundle" / "pages"
    return packed if packed.is_dir() else _PACKAGE.parent / "pages"


def page_path(name: str) -> Path:
    """The script of a page."""
    return pages_folder() / f"{name}.py"


@cache
def page_entry(name: str) -> Page:
    """The navigation entry of a page; importing its script does not draw the page."""
    spec = util.spec_from_file_location(f"workbench_page_{name}", page_path(name))
    assert spec is not None and spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    entry = module.PAGE
    assert isinstance(entry, Page)
    return entry
