"""Versions of stored JSON, and the upgraders that bring an earlier one to today's shape.

A new optional field needs no upgrader. To rename, move or drop a stored field, append a function
from version N to N + 1 to the kind's tuple: the version of the kind is one more than the functions
that lead to it. What release 170e391 stored, which names no version, is version 1.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

Raw: TypeAlias = dict[str, Any]
"""A stored value as JSON; an upgrader returns a new one and leaves its argument as it is."""


class StoredKind(NamedTuple):
    """One kind of stored value: what it is called, and its upgraders."""

    name: str
    upgraders: tuple[Callable[[Raw], Raw], ...] = ()

    @property
    def version(self) -> int:
        """The version that this release writes."""
        return 1 + len(self.upgraders)


RUN = StoredKind("run")
EXCHANGE = StoredKind("exchange")
PLAN = StoredKind("plan")


class NewerVersionError(ValueError):
    """The value was stored by a later release."""

    def __init__(self, kind: StoredKind, version: int) -> None:
        super().__init__(f"{kind.name} of version {version}; this release reads {kind.version}")
        self.kind = kind
        self.version = version


def upgraded(raw: Mapping[str, Any], kind: StoredKind) -> Raw:
    """A stored value in the shape of this release.

    Raises:
        NewerVersionError: a later release wrote it.
        ValueError: its version is no version.
    """
    version = raw.get("schema_version", 1)
    if not isinstance(version, int) or version < 1:
        raise ValueError(f"schema_version {version!r} of a {kind.name}")
    if version > kind.version:
        raise NewerVersionError(kind, version)
    value = dict(raw)
    for upgrader in kind.upgraders[version - 1 :]:
        value = upgrader(value)
    return {**value, "schema_version": kind.version}


def upgraded_run(raw: Mapping[str, Any]) -> Raw:
    """A stored run with its plan and its exchanges; see ``upgraded``."""
    run = upgraded(raw, RUN)
    if run.get("plan") is not None:
        run["plan"] = upgraded(run["plan"], PLAN)
    run["exchanges"] = [upgraded(one, EXCHANGE) for one in run.get("exchanges", ())]
    return run
