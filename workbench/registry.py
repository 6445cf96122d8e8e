"""Build a registry from the modules of a package, one object per module."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TypeVar

T = TypeVar("T")


def load_registry(package: str, kind: type[T], names: Iterable[str]) -> Mapping[str, T]:
    """Import modules of a package and map the name of each to the ``kind`` that it defines.

    Args:
        package: the dotted name of the package; its ``__init__`` passes ``__name__``.
        kind: the class of the objects. A module holds one of them, under any name.
        names: the modules, in the order in which they are to be listed.

    Raises:
        TypeError: a module defines no object of this kind, or several.
    """
    return {name: _only(kind, f"{package}.{name}") for name in names}


def _only(kind: type[T], module: str) -> T:
    found = [one for one in vars(import_module(module)).values() if isinstance(one, kind)]
    if len(found) != 1:
        raise TypeError(f"{module} must define one {kind.__name__}; it defines {len(found)}")
    return found[0]
