"""Read the YAML files of the package: messages, word lists, styles."""

from importlib.resources import files
from typing import Any

import yaml

# The C parser, if PyYAML was built with it, is about ten times as fast.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def package_yaml(package: str, *path: str) -> Any:
    """Return the data of a YAML file: ``package_yaml("workbench.nlp", "words", "units.yaml")``."""
    return parsed_yaml(files(package).joinpath(*path).read_text("utf-8"))


def parsed_yaml(text: str) -> Any:
    """Return the data of a YAML text that is part of the package; others have limits to check."""
    return yaml.load(text, Loader=_LOADER)
