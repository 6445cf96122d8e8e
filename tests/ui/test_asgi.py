"""What the server adds: a closed content policy, and no request from another origin."""

import logging
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from workbench.ui import asgi

HERE = "127.0.0.1:8501"


async def page(_: Request) -> PlainTextResponse:
    return PlainTextResponse("ok")


async def stream(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("ok")
    await socket.close()


@pytest.fixture
def client() -> TestClient:
    routes = [Route("/", page, methods=["GET", "POST"]), WebSocketRoute("/stream", stream)]
    app = Starlette(routes=routes, middleware=asgi.MIDDLEWARE)
    return TestClient(app, base_url=f"http://{HERE}")


def connects(client: TestClient, **headers: str) -> bool:
    try:
        with client.websocket_connect(
            f"ws://{HERE}/stream", headers={"host": HERE, **headers}
        ) as socket:
            return socket.receive_text() == "ok"
    except WebSocketDisconnect:
        return False


def policy(client: TestClient, host: str = HERE) -> dict[str, Any]:
    header = client.get("/", headers={"host": host}).headers["content-security-policy"]
    return {name: rest for name, _, rest in (one.partition(" ") for one in header.split("; "))}


def test_a_page_connects_to_its_own_host_alone(client: TestClient) -> None:
    assert policy(client)["connect-src"] == f"'self' ws://{HERE} wss://{HERE}"


@pytest.mark.parametrize("host", ["a b", "x; script-src *", "'unsafe-eval'"])
def test_a_host_that_is_none_adds_nothing_to_the_policy(client: TestClient, host: str) -> None:
    assert policy(client, host)["connect-src"] == "'self'"


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (f"http://{HERE}", True),
        ("http://127.0.0.1:9999", False),
        ("http://localhost:8501", False),
        ("http://127.0.0.1", False),
        ("https://evil.example", False),
        ("http://127.0.0.1:no", False),
        ("null", False),
    ],
)
def test_only_the_apps_own_origin_may_connect_or_write(
    client: TestClient, origin: str, allowed: bool
) -> None:
    assert connects(client, origin=origin) is allowed
    written = client.post("/", headers={"origin": origin, "host": HERE})
    assert written.status_code == (200 if allowed else 403)
    assert client.get("/", headers={"origin": origin}).status_code == 200


def test_a_client_without_an_origin_is_no_page(client: TestClient) -> None:
    assert connects(client)


def test_a_proxy_says_what_the_page_is_called(client: TestClient) -> None:
    proxied = {"x-forwarded-host": "workbench.example.org"}

    assert connects(client, origin="https://workbench.example.org", **proxied)
    assert not connects(client, origin="https://evil.example", **proxied)


async def test_the_app_starts_without_warnings_about_a_missing_session(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    logger = logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context")

    def warm_up() -> None:
        logger.warning("missing ScriptRunContext")

    monkeypatch.setattr(asgi, "_warm_up", warm_up)
    logger.addHandler(caplog.handler)
    try:
        async with asgi.lifespan(None):
            pass
        assert not caplog.records
        warm_up()
        assert caplog.records
    finally:
        logger.removeHandler(caplog.handler)
