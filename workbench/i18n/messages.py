"""Load the texts of a package from its ``messages.yaml``."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@cache
def messages(package: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the texts of a package by language, then by name."""
    raw = files(package).joinpath("messages.yaml").read_text("utf-8")
    texts: dict[str, dict[str, Any]] = yaml.safe_load(raw)
    return texts
