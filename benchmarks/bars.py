"""What every command that measures shares: bars, and the line for a set that is not there."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


class Bar(NamedTuple):
    """A figure and the least, or the most, that it has to be."""

    what: str
    value: float
    least: float | None = None
    most: float | None = None

    @property
    def is_met(self) -> bool:
        """Whether the figure is within its bar."""
        is_enough = self.least is None or self.value >= self.least
        return is_enough and (self.most is None or self.value <= self.most)

    def __str__(self) -> str:
        wanted = (
            f"at least {self.least:.2f}" if self.least is not None else f"at most {self.most:.2f}"
        )
        return f"{self.what}: {self.value:.3f}, {wanted}"


def exit_code(bars: Iterable[Bar]) -> int:
    """Print every bar that was missed and return 1 if there is one."""
    missed = [bar for bar in bars if not bar.is_met]
    for bar in missed:
        print(f"below the bar: {bar}")
    return 1 if missed else 0


def found(data: Path | None, name: str, what: str = "") -> Path | None:
    """Return a file or folder of DATA; print that a set is not measured if it is not there."""
    path = data / name if data is not None else None
    if path is not None and path.exists():
        return path
    print(f"{what or name}: not measured ({'DATA is not given' if path is None else f'no {path}'})")
    return None
