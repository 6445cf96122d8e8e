"""Fuzz the plan validator and the model adapters: only WorkbenchErrors may be raised.

    python -m benchmarks.fuzz [FIRST_SEED]

Ten thousand plans go through the validator. Two thousand replies in every provider's protocol,
whole and streamed, each damaged by its seed, go through the real adapters into planner, writer and
judge. Exits with 1 on any other exception, and when a partial answer passes as complete.
"""

import asyncio
import logging
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

from tests.modelserver.server import ModelServer
from tests.support.fuzzing import PROVIDERS, USES, Outcome, counted, outcomes
from tests.support.plan_generator import PLANS, damaged_plans, judged
from workbench.logs import configure_logs

PLANS_EACH = 5_000
"""Plans of each kind, generated and damaged."""
REPLIES = 2_000


def plans(kind: str, strategy: SearchStrategy[Any]) -> bool:
    """Validate one kind of plans and print the counts; False on a raw exception."""
    found: Counter[str] = Counter()

    @settings(
        max_examples=PLANS_EACH,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def check(raw: Any) -> None:
        found[judged(raw)] += 1

    started = time.monotonic()
    fault = _raised(check)
    counts = ", ".join(f"{n} {name}" for name, n in sorted(found.items()))
    print(f"{sum(found.values()):>6} {kind} plans: {counts} ({time.monotonic() - started:.0f} s)")
    if fault:
        print(f"RAW {kind} plan: {fault}", file=sys.stderr)
    return not fault


def _raised(work: Callable[[], None]) -> str:
    try:
        work()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def replies(first: int) -> list[Outcome]:
    """Send the damaged replies, with seeds from ``first`` on."""
    with ModelServer() as server:
        return asyncio.run(outcomes(server, range(first, first + REPLIES)))


def show(found: Sequence[Outcome]) -> None:
    """Print the outcomes by use and provider."""
    counts, names = counted(found), sorted({result.name for result in found})
    print(f"\n{'damaged reply to':<20}{'provider':<14}" + "".join(f"{name:>15}" for name in names))
    for use in USES:
        for provider in PROVIDERS:
            row = "".join(f"{counts[use, provider, name] or '':>15}" for name in names)
            print(f"{use:<20}{provider:<14}{row}")


def main() -> int:
    """Print the table; return 1 on a raw exception."""
    configure_logs("error")
    logging.getLogger("google_genai").setLevel(logging.ERROR)
    warnings.simplefilter("ignore")
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    passed = [plans("generated", PLANS), plans("damaged", damaged_plans())]
    started = time.monotonic()
    found = replies(first)
    show(found)
    raw = [result for result in found if result.raw]
    print(f"\n{len(found)} replies in {time.monotonic() - started:.0f} s: {len(raw)} raw errors.")
    for result in raw:
        place = f"{result.provider}, {result.use}"
        print(f"RAW seed {result.seed}, {place}: {result.raw}", file=sys.stderr)
    return 0 if all(passed) and not raw else 1


if __name__ == "__main__":
    sys.exit(main())
