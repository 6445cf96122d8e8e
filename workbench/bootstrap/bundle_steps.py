"""One step of the verification of a bundle, and where two values of a run differ."""

from itertools import zip_longest
from typing import Any, Literal

from pydantic import BaseModel

from workbench.domain.base import Value

_MEASURED = frozenset({"ms", "latency_ms", "cached"})
"""Fields that measure the moment, not the answer."""


class BundleStep(Value):
    """One step of a verification."""

    name: str
    """``hashes``, ``workspace``, ``evidence``, or a stage from ``normalize`` on."""
    state: Literal["same", "differs", "skipped"]
    detail: str = ""
    """The first place that differs, or what was not recomputed."""


def first_difference(one: Any, other: Any, path: str = "") -> str:
    """Return the path of the first place where two JSON values differ; empty if they are equal."""
    if isinstance(one, dict) and isinstance(other, dict):
        places = [
            first_difference(one.get(name), other.get(name), f"{path}.{name}")
            for name in {**one, **other}
        ]
        return next(filter(None, places), "")
    if isinstance(one, list) and isinstance(other, list):
        pairs = enumerate(zip_longest(one, other))
        return next(
            filter(None, (first_difference(*pair, f"{path}[{n}]") for n, pair in pairs)), ""
        )
    same = one == other and type(one) is type(other)
    if isinstance(one, float) and isinstance(other, float):
        same = abs(one - other) < 1e-9
    return "" if same else path or "$"


def data_of(value: Any, without: frozenset[str] = frozenset()) -> Any:
    """Return a domain value as JSON, without what was measured."""
    if isinstance(value, BaseModel):
        return data_of(value.model_dump(mode="json"), without)
    if isinstance(value, dict):
        left_out = _MEASURED | without
        return {name: data_of(one) for name, one in value.items() if name not in left_out}
    if isinstance(value, list | tuple):
        return [data_of(one) for one in value]
    return value


def step_of(name: str, wrong: str) -> BundleStep:
    """Return a step that differs at a place, or is the same without one."""
    return BundleStep(name=name, state="differs" if wrong else "same", detail=wrong.lstrip("."))
