"""Upgrade stored JSON of earlier schema versions.

A new optional field needs no upgrader. To rename, move or drop a stored field, append a function
from version N to N + 1 to the kind's tuple: the version of a kind is one more than the number of
its upgraders. Records of release 170e391, which have no version, count as version 1.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

Raw: TypeAlias = dict[str, Any]
"""A stored value as JSON; an upgrader returns a new one and does not modify its argument."""


class StoredKind(NamedTuple):
    """One kind of stored value: its name and its upgraders."""

    name: str
    upgraders: tuple[Callable[[Raw], Raw], ...] = ()

    @property
    def version(self) -> int:
        """The version that this release writes."""
        return 1 + len(self.upgraders)


def _with_language(run: Raw) -> Raw:
    """Add the language that version 1 implied where the question had not been read."""
    return {"language": "ru", **run}


RUN = StoredKind("run", (_with_language,))
EXCHANGE = StoredKind("exchange")
PLAN = StoredKind("plan")


class NewerVersionError(ValueError):
    """The value was stored by a later release."""

    def __init__(self, kind: StoredKind, version: int) -> None:
        super().__init__(f"{kind.name} of version {version}; this release reads {kind.version}")
        self.kind = kind
        self.version = version


def upgrade_record(raw: Mapping[str, Any], kind: StoredKind) -> Raw:
    """Upgrade a stored value to the schema of this release.

    Raises:
        NewerVersionError: a later release wrote it.
        ValueError: its version is not a positive integer.
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


def upgrade_run(raw: Mapping[str, Any]) -> Raw:
    """Upgrade a stored run with its plan and its exchanges; see ``upgrade_record``."""
    run = upgrade_record(raw, RUN)
    if run.get("plan") is not None:
        run["plan"] = upgrade_record(run["plan"], PLAN)
    run["exchanges"] = [upgrade_record(exchange, EXCHANGE) for exchange in run.get("exchanges", ())]
    return run
