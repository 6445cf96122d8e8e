"""Run the model server of `benchmarks.load` until standard input closes."""

import itertools
import sys

from tests.modelserver import answers
from tests.modelserver.exchange import Answer, Exchange, Received
from tests.modelserver.insurance_model import insurance_model
from tests.modelserver.server import ModelServer

GOOD, FAULTY = "gpt-4o", "gpt-4o-mini"
"""A model that answers after ``REPLY_AFTER_S``, and one whose calls fail one time in four."""
REPLY_AFTER_S = 0.2
"""Seconds before a reply begins."""
FAULTS: tuple[Answer, ...] = (
    answers.status(503),
    answers.reset,
    answers.hang,
    answers.status(429, retry_after="1"),
    answers.html_page,
    answers.cut,
    answers.status(500),
    answers.malformed_json,
    answers.stall,
    answers.status(529),
    answers.drip,
    answers.error_in_stream,
)


def delayed(answer: Answer) -> Answer:
    """Delay an answer by ``REPLY_AFTER_S``."""

    async def late(exchange: Exchange) -> None:
        await exchange.idle(REPLY_AFTER_S)
        await answer(exchange)

    return late


def main() -> None:
    """Print the server's URL and serve until standard input closes."""
    good, turn = insurance_model(), itertools.count()

    def choose(request: Received) -> Answer:
        number = next(turn)
        if request.body["model"] == FAULTY and number % 4 == 3:
            return FAULTS[number // 4 % len(FAULTS)]
        return delayed(good(request))

    with ModelServer(keeps_connections=True) as server:
        server.choose(choose)
        print(server.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
