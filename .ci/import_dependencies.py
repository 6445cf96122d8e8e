"""Import every declared dependency, to detect packages that install but do not load."""

import importlib
import re
from importlib import metadata

EXTRAS = {"postgres", "scale", "test"}
NOT_USED = {"adbc_driver_duckdb"}
"""Modules that need a package which their distribution does not require, and which is not used."""


def outermost_modules(distribution: str) -> list[str]:
    """Return the outermost modules of a distribution, below a namespace package such as google."""
    by_depth: dict[int, set[str]] = {}
    for file in metadata.files(distribution) or []:
        if file.suffix in {".py", ".so"}:
            parts = [*file.parts[:-1], file.name.split(".")[0]]
            if parts[-1] == "__init__":
                parts.pop()
            if parts and all(part.isidentifier() for part in parts):
                by_depth.setdefault(len(parts), set()).add(".".join(parts))
    return sorted(by_depth[min(by_depth)])


def main() -> None:
    names = set()
    for requirement in metadata.requires("analyst-workbench") or []:
        name, extra = (
            re.split(r"[^\w.-]", requirement)[0],
            re.search(r"extra == '(.+)'", requirement),
        )
        if extra is None or extra[1] in EXTRAS:
            names.add(name)
    for name in sorted(names - {"analyst-workbench"}):
        for module in set(outermost_modules(name)) - NOT_USED:
            importlib.import_module(module)
        print(f"{name} {metadata.version(name)}")


if __name__ == "__main__":
    main()
