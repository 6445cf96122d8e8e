"""Load the texts of a package from its ``messages.yaml``."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from workbench.package_yaml import package_yaml


@cache
def messages(package: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the texts of a package by language, then by name."""
    texts: dict[str, dict[str, Any]] = package_yaml(package, "messages.yaml")
    return texts
