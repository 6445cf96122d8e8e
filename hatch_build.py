"""Put `app.py` into the wheel; an editable install finds it in the checkout and needs no copy."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundleHook(BuildHookInterface):
    """The folders are mapped in pyproject.toml, where hatchling accepts no single file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build_data["force_include"]["app.py"] = "workbench/_bundle/app.py"
