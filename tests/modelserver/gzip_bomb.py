"""A small compressed body that expands to fifty megabytes."""

import gzip

from tests.modelserver.exchange import Exchange
from tests.modelserver.fault import Fault


async def gzip_bomb(exchange: Exchange) -> None:
    """Answer with compressed blanks."""
    headers = {"content-encoding": "gzip"}
    if exchange.streamed:
        headers["content-type"] = "text/event-stream"
    await exchange.respond(gzip.compress(b" " * 50_000_000, 9), headers=headers)


FAULT = Fault(gzip_bomb)
