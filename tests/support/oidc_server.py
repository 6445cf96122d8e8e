"""An OpenID provider on this machine: signs in whoever it is told to, without asking."""

import json
import time
from base64 import urlsafe_b64encode
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "workbench"


class OidcServer:
    """Speaks the authorization code flow with PKCE; ``person`` holds the claims of the next one."""

    def __init__(self) -> None:
        self.person: dict[str, Any] = {}
        self._key = RSAKey.generate_key(2048, {"kid": "1", "use": "sig", "alg": "RS256"})
        self._grants: dict[str, dict[str, Any]] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "OidcServer":
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def secrets(self, app: str) -> str:
        """The secrets.toml of an app at an address."""
        return (
            f'[auth]\nredirect_uri = "{app}/oauth2callback"\ncookie_secret = "{"s" * 32}"\n'
            f'client_id = "{CLIENT}"\nclient_secret = "secret"\n'
            f'server_metadata_url = "{self.address}/.well-known/openid-configuration"\n'
        )

    def _metadata(self) -> dict[str, Any]:
        return {
            "issuer": self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "jwks_uri": f"{self.address}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
        }

    def _grant(self, asked: dict[str, str]) -> str:
        """The address to which the browser is sent back, with a code."""
        code = f"code-{len(self._grants)}"
        self._grants[code] = {**asked, "person": dict(self.person)}
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def _token(self, given: dict[str, str]) -> dict[str, Any]:
        grant = self._grants.pop(given["code"])
        verifier = sha256(given["code_verifier"].encode()).digest()
        assert urlsafe_b64encode(verifier).rstrip(b"=").decode() == grant["code_challenge"]
        now = int(time.time())
        claims = {
            "iss": self.address,
            "aud": CLIENT,
            "sub": grant["person"]["email"],
            "iat": now,
            "exp": now + 600,
            "nonce": grant.get("nonce"),
            **grant["person"],
        }
        token = jwt.encode({"alg": "RS256", "kid": "1"}, claims, self._key)
        return {"access_token": "a", "token_type": "Bearer", "expires_in": 600, "id_token": token}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                address = urlsplit(self.path)
                if address.path == "/authorize":
                    self.send_response(302)
                    self.send_header("Location", provider._grant(_first(address.query)))
                    self.end_headers()
                elif address.path == "/keys":
                    self._answer({"keys": [provider._key.as_dict(private=False)]})
                else:
                    self._answer(provider._metadata())

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self._answer(provider._token(_first(body)))

            def log_message(self, format: str, *args: object) -> None:
                """Keep quiet."""

            def _answer(self, value: dict[str, Any]) -> None:
                body = json.dumps(value).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        return Handler


def _first(query: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(query).items()}
