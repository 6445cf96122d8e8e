"""Build a registry from the modules of a package, one object per module."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import TypeVar

T = TypeVar("T")


def load_registry(package: str, kind: type[T], names: Iterable[str]) -> Mapping[str, T]:
    """Map the names of modules of a package to the ``kind`` that each defines.

    A module is imported when its object is first asked for: a question needs one or two of a
    registry.

    Args:
        package: the dotted name of the package; its ``__init__`` passes ``__name__``.
        kind: the class of the objects. A module holds one of them, under any name.
        names: the modules, in the order in which they are to be listed.
    """
    return _Registry(package, kind, names)


class _Registry(Mapping[str, T]):
    """Modules by name; reading an object raises TypeError if its module has none, or several."""

    def __init__(self, package: str, kind: type[T], names: Iterable[str]) -> None:
        self._package = package
        self._kind = kind
        self._found: dict[str, T | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> T:
        found = self._found[name]
        if found is None:
            found = self._found[name] = _only(self._kind, f"{self._package}.{name}")
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _only(kind: type[T], module: str) -> T:
    found = [one for one in vars(import_module(module)).values() if isinstance(one, kind)]
    if len(found) != 1:
        raise TypeError(f"{module} must define one {kind.__name__}; it defines {len(found)}")
    return found[0]
