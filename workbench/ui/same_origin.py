"""Reject cross-origin requests; another port on localhost is another origin."""

from urllib.parse import urlsplit

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_POLICY_VIOLATION = 1008
"""Close code of a rejected WebSocket; the server answers the handshake with 403."""


class SameOrigin:
    """Allows WebSockets and unsafe methods only from the app's own Origin, or without one.

    Streamlit accepts an Origin with any port of localhost, so a page served by another local
    program could drive a session. Behind a proxy ``X-Forwarded-Host`` is accepted as well, since
    no page can set it; ``server.corsAllowedOrigins`` lists further origins.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward the request, or reject it with 403."""
        if scope["type"] not in ("http", "websocket") or _is_allowed(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            refusal = PlainTextResponse("The request comes from another origin.", status_code=403)
            await refusal(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})


def _is_allowed(scope: Scope) -> bool:
    if scope.get("method") in _SAFE_METHODS:
        return True
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in (st.get_option("server.corsAllowedOrigins") or ()):
        return True
    names = (headers.get("host"), headers.get("x-forwarded-host"))
    return _place(origin) in {_place(f"//{name}", _scheme(origin)) for name in names if name}


def _scheme(origin: str) -> str:
    return origin.partition(":")[0].lower()


def _place(address: str, scheme: str = "") -> tuple[str, int] | None:
    """Host and port of an address; None if it is invalid (``null``, a wrong port)."""
    try:
        parts = urlsplit(address)
        port = parts.port or _PORTS.get(parts.scheme or scheme)
    except ValueError:
        return None
    return (parts.hostname, port) if parts.hostname and port else None
