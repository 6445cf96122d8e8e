"""Settings from the environment."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.errors import ConfigurationError
from workbench.settings import load_settings


@pytest.mark.parametrize("write", [os.pathsep.join, lambda names: json.dumps(list(names))])
def test_folders_are_separated_as_in_path_or_a_json_list(
    write: Callable[[list[str]], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_WORKSPACES", write(["/srv/rules", "/srv/my notes"]))
    assert load_settings().workbench_workspaces == (Path("/srv/rules"), Path("/srv/my notes"))


def test_a_malformed_list_of_folders_names_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_WORKSPACES", '["/srv/rules"')
    with pytest.raises(ConfigurationError, match="WORKBENCH_WORKSPACES"):
        load_settings()
