"""Generated plans and damaged model replies: only errors of our own may come out.

    python -m benchmarks.fuzz [FIRST_SEED]

Ten thousand plans go through the validator. Two thousand replies, in every provider's protocol,
whole and streamed, damaged each by its seed, go through the real adapters into planner, writer and
judge. Exits with 1 on any other error, and where something that is not whole is shown as whole.
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
from tests.support.plans import PLANS, damaged_plans, judged
from workbench.logs import configure_logs

PLANS_EACH = 5_000
REPLIES = 2_000


def plans(kind: str, strategy: SearchStrategy[Any]) -> bool:
    """Send one kind of plan through the validator and print what came of them; False on a fault."""
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
    """Send the damaged replies."""
    with ModelServer() as server:
        return asyncio.run(outcomes(server, range(first, first + REPLIES)))


def show(found: Sequence[Outcome]) -> None:
    """How each use ended with each provider."""
    counts, names = counted(found), sorted({one.name for one in found})
    print(f"\n{'damaged reply to':<20}{'provider':<14}" + "".join(f"{name:>15}" for name in names))
    for use in USES:
        for provider in PROVIDERS:
            row = "".join(f"{counts[use, provider, name] or '':>15}" for name in names)
            print(f"{use:<20}{provider:<14}{row}")


def main() -> int:
    """Print the table; 1 on an error that is not ours."""
    configure_logs("error")
    logging.getLogger("google_genai").setLevel(logging.ERROR)
    warnings.simplefilter("ignore")
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    sound = [plans("generated", PLANS), plans("damaged", damaged_plans())]
    started = time.monotonic()
    found = replies(first)
    show(found)
    raw = [one for one in found if one.raw]
    print(f"\n{len(found)} replies in {time.monotonic() - started:.0f} s: {len(raw)} raw errors.")
    for one in raw:
        print(f"RAW seed {one.seed}, {one.provider}, {one.use}: {one.raw}", file=sys.stderr)
    return 0 if all(sound) and not raw else 1


if __name__ == "__main__":
    sys.exit(main())
