"""Compare words by their root, the beginning of the stem: "deliver" and "delivery" have one."""

_SHORTEST_ROOT = 5
_ROOT_SHARE = 0.65
"""Two words share a root if this share of the stem, and at least five letters, are equal."""


def roots(stem: str) -> frozenset[str]:
    """Return the beginnings of a stem that may be its root; of a short stem none."""
    return frozenset(stem[:length] for length in range(_root_length(stem), len(stem) + 1))


def _root_length(stem: str) -> int:
    return max(_SHORTEST_ROOT, round(_ROOT_SHARE * len(stem)))
