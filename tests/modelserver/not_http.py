"""An answer in another protocol than HTTP."""

from tests.modelserver.exchange import Exchange
from tests.modelserver.fault import passing


async def not_http(exchange: Exchange) -> None:
    """Answer as an SSH server does."""
    await exchange.send(b"SSH-2.0-OpenSSH_9.6\r\n")


FAULT = passing(not_http)
