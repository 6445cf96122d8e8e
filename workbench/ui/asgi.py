"""Middleware, routes and startup of the web server: security headers and script files."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.util import find_spec
from pathlib import Path

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from workbench.domain.evidence import Subgraph, SubgraphEdge, SubgraphNode
from workbench.ui.same_origin import SameOrigin

SCRIPT = Path(__file__).with_name("main.py")
"""The script that Streamlit runs for every session."""

VIS_NETWORK_PATH = "/vendor/vis-network-9.1.2.min.js"
PLAN_EDITOR_PATH = "/vendor/plan_editor.min.js"

_PLAN_EDITOR = Path(__file__).parent / "components" / "editor" / "plan_editor.min.js"

_HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'self'",
            "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self'{sockets}",
            "frame-src 'self' data: blob:",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        )
    ),
    "X-Frame-Options": "SAMEORIGIN",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # The browser must not resolve the hosts in an answer before a link is followed.
    "X-DNS-Prefetch-Control": "off",
}

_HOST = re.compile(r"[\w.-]+(?::\d+)?|\[[\da-f:.]+\](?::\d+)?", re.IGNORECASE)
"""``workbench.example.org``, ``127.0.0.1:8501`` or ``[::1]:8501``."""


class SecurityHeaders:
    """Adds security headers to every HTTP response; Streamlit sends none."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app and add the headers to its response."""
        host = Headers(scope=scope).get("host", "") if scope["type"] == "http" else ""
        # Older browsers do not count the page's own WebSocket as 'self'.
        sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value.replace("{sockets}", sockets)
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


def vis_network_file() -> Path:
    """The vis-network file that pyvis ships, found without importing pyvis."""
    spec = find_spec("pyvis")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / "lib" / "vis-9.1.2" / "vis-network.min.js"


def address(path: str) -> str:
    """A path as the browser requests it, under ``server.baseUrlPath`` where that is set."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}{path}" if base else path


async def _vis_network(_: Request) -> FileResponse:
    headers = {"Cache-Control": "public, max-age=31536000"}
    return FileResponse(vis_network_file(), media_type="text/javascript", headers=headers)


async def _plan_editor(_: Request) -> FileResponse:
    headers = {"Cache-Control": "no-cache"}  # changes with each release; the ETag keeps it cached
    return FileResponse(_PLAN_EDITOR, media_type="text/javascript", headers=headers)


def _warm_up() -> None:
    """Import what the first page needs, and open the workbench."""
    from workbench.errors import WorkbenchError
    from workbench.extractive.sentence_selection import best_support
    from workbench.gc_pause import exempt_from_gc
    from workbench.logs import configure_logs, log
    from workbench.settings import load_settings
    from workbench.ui import session, subgraph

    ends = [SubgraphNode(id=name, type="", label=name) for name in ("a", "b")]
    link = SubgraphEdge(id="a|b", source="a", target="b", type="", label="")
    subgraph.network_data(Subgraph(nodes=tuple(ends), edges=(link,)))
    best_support("Слова.", "Слова. Words.")
    try:
        configure_logs(load_settings().workbench_log_level)
        session.workspaces()
    except WorkbenchError as error:  # the page shows the same error
        log.warning("warm_up_failed", kind=error.kind)
    exempt_from_gc()


@contextmanager
def _without_context_warnings() -> Iterator[None]:
    """Keep Streamlit from warning that the cache is filled outside of a session, as is intended."""
    logger = logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


@asynccontextmanager
async def lifespan(_: object) -> AsyncIterator[None]:
    """Warm up before the server accepts requests, which saves a second on the first page."""
    with _without_context_warnings():
        await asyncio.to_thread(_warm_up)
    yield


ROUTES = [Route(VIS_NETWORK_PATH, _vis_network), Route(PLAN_EDITOR_PATH, _plan_editor)]
MIDDLEWARE = [Middleware(SecurityHeaders), Middleware(SameOrigin)]
