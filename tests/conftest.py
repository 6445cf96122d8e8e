"""What all tests share: settings that see no environment, and a workbench of their own."""

import gc
import logging
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import hypothesis
import pytest

from tests.support.museum_workspace import write_museum
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace

if TYPE_CHECKING:
    from workbench import Workbench

# Examples may take their time on a busy machine.
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")

# Fewer collections: what is imported outlives all tests, and each collection looks through it.
gc.set_threshold(50_000, 50, 100)

IndexedHome: TypeAlias = "Callable[[Path], Path]"

CONTRACT_SETTINGS = {name.upper() for name in Settings.model_fields}


def pytest_xdist_auto_num_workers() -> int:
    """One more worker than cores: many tests wait for a process or a limit of time."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", autouse=True)
def _no_settings_from_outside() -> Iterator[None]:
    """A key or a model in the developer's environment changes no test."""
    patch = pytest.MonkeyPatch()
    for name in CONTRACT_SETTINGS:
        patch.delenv(name, raising=False)
    patch.setitem(Settings.model_config, "env_file", None)
    patch.setenv("WORKBENCH_ENV_FILE", "no-such-file")
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def _logs() -> Iterator[None]:
    """Each test begins with the logs of a program that configured none."""
    own = logging.getLogger("workbench")
    handlers, level = own.handlers, own.level
    yield
    own.handlers, own.level = handlers, level


@pytest.fixture(autouse=True)
def _main_module() -> Iterator[None]:
    """A page that a test draws stays the main module, which processes of later tests would run."""
    own = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = own


@pytest.fixture(scope="session", autouse=True)
def _interrupts() -> None:
    """Ctrl-C interrupts, also where the tests were started in a shell's background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Offline settings with state in a folder that goes away."""
    return Settings(workbench_home=tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def workbench(settings: Settings) -> "Workbench":
    """The real workbench over the sample workspaces, without any model."""
    from workbench import Workbench

    return Workbench.open(settings)


@pytest.fixture(scope="session")
def indexed_home(tmp_path_factory: pytest.TempPathFactory) -> IndexedHome:
    """Gives a home the indexes of both samples, in a tenth of the time of building them."""
    from workbench import Workbench

    first = tmp_path_factory.mktemp("indexed")
    workbench = Workbench.open(Settings(_env_file=None, workbench_home=first))  # type: ignore[call-arg]
    for sample in ("portfolio", "insurance"):
        workbench.prepare(sample)

    def fill(home: Path) -> Path:
        shutil.copytree(first / "indexes", home / "indexes")
        return home

    return fill


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of sample workspaces."""
    return Path(__file__).parents[1] / "data"


@pytest.fixture(scope="session")
def museum(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """The small made-up workspace of tests.support.museum_workspace."""
    return open_workspace(write_museum(tmp_path_factory.mktemp("museum")), TOOL_SPECS)
