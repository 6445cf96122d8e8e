"""A real Chromium on the app over a fake workbench; every page is watched for misdeeds."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PROBES = ("/_stcore/health", "/_stcore/host-config")
"""Streamlit asks for these under a page's own path too, and is answered 404."""

Open = Callable[..., Page]


class Modelled(NamedTuple):
    """An app over scripted models."""

    address: str
    runs: Mapping[str, str]
    """The ids of the runs that it begins with, by name."""


expect.set_options(timeout=30_000)


def free_port() -> int:
    """A port of this host that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app over the fake."""
    with served("tests/browser/fake_app.py", tmp_path_factory.mktemp("app")) as address:
        yield address


@pytest.fixture(scope="session")
def real_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app itself, without any key."""
    with served("app.py", tmp_path_factory.mktemp("real"), MODEL_SERVERS="any") as address:
        yield address


@pytest.fixture(scope="session")
def modelled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Modelled]:
    """The app over scripted models, which the tests of one process share."""
    home = tmp_path_factory.mktemp("modelled")
    with served("tests/browser/modelled_app.py", home) as address:
        yield Modelled(address, json.loads((home / "stored_runs.json").read_text()))


@contextmanager
def served(script: str, home: Path, *, port: int | None = None, **settings: str) -> Iterator[str]:
    """The address of an app with its state in a folder."""
    with started(script, home, port=port, **settings) as (_, address):
        yield address


@contextmanager
def started(
    script: str, home: Path, *, port: int | None = None, **settings: str
) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The process and the address of an app with its state in a folder."""
    port = port or free_port()
    log = (home / "app.log").open("w")
    command = [sys.executable, "-m", "streamlit", "run", script, "--server.port", str(port)]
    environment = {**os.environ, "WORKBENCH_HOME": str(home), **settings}
    process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, env=environment)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/_stcore/health")
        yield process, address
    finally:
        process.terminate()
        process.wait(10)
        log.close()


def _wait_for(address: str) -> None:
    for _ in range(600):
        try:
            with urlopen(address):
                return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(address)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver of Chromium."""
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser for tests that need contexts of their own."""
    found = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
    yield found
    found.close()


class Profiles:
    """Browsers by language, which tests share with the compiled scripts that they cache on disk."""

    def __init__(self, playwright: Playwright, home: Path) -> None:
        self._playwright = playwright
        self._home = home
        self._contexts: dict[str, BrowserContext] = {}

    def new_page(self, locale: str) -> Page:
        """A tab of the browser in a language; its storage is empty."""
        if locale not in self._contexts:
            self._contexts[locale] = self._launched(locale)
        return self._contexts[locale].new_page()

    def _launched(self, locale: str) -> BrowserContext:
        context = self._playwright.chromium.launch_persistent_context(
            self._home / locale, executable_path=CHROMIUM, args=FLAGS, locale=locale
        )
        context.add_init_script("if (!sessionStorage.length) localStorage.clear()")
        return context

    def close(self) -> None:
        """Close the browsers."""
        for context in self._contexts.values():
            context.close()


@pytest.fixture(scope="session")
def profiles(
    playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Profiles]:
    """The browsers that all tests share."""
    found = Profiles(playwright, tmp_path_factory.mktemp("profiles"))
    yield found
    found.close()


@pytest.fixture
def open_page(server: str, profiles: Profiles) -> Iterator[Open]:
    """Opens an address of the app over the fake."""
    with watched(server, profiles) as open_address:
        yield open_address


@pytest.fixture
def open_real(real_server: str, profiles: Profiles) -> Iterator[Open]:
    """Opens an address of the app itself."""
    with watched(real_server, profiles) as open_address:
        yield open_address


@pytest.fixture
def open_modelled(modelled: Modelled, profiles: Profiles) -> Iterator[Open]:
    """Opens an address of the app over scripted models."""
    with watched(modelled.address, profiles) as open_address:
        yield open_address


@contextmanager
def watched(base: str, profiles: Profiles) -> Iterator[Open]:
    """Opens addresses in tabs of their own; afterwards nothing bad may have happened."""
    pages: list[Page] = []
    seen: list[str] = []

    def watch(page: Page) -> None:
        def heard(message: ConsoleMessage) -> None:
            place = str(message.location.get("url", ""))
            if message.type == "error" and not place.endswith(PROBES):
                seen.append(f"console: {message.text} {place}")

        def asked(request: Request) -> None:
            if not request.url.startswith((base, "data:", "blob:")):
                seen.append(f"outside request: {request.url}")

        page.on("console", heard)
        page.on("pageerror", lambda error: seen.append(f"exception: {error}"))
        page.on("request", asked)

    def open_address(
        path: str = "/",
        *,
        size: tuple[int, int] = (1440, 900),
        theme: Any = "light",
        locale: str = "ru-RU",
    ) -> Page:
        page = profiles.new_page(locale)
        pages.append(page)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme)
        page.set_default_timeout(60_000)
        watch(page)
        page.goto(base + path)
        return page

    yield open_address
    for page in pages:
        page.close()
    assert seen == []
