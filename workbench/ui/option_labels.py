"""Labels of the options of a choice, no two the same: Streamlit knows a choice by its label."""

from collections import Counter
from collections.abc import Callable, Mapping


def distinct_labels(labels: Mapping[str, str], detail: Callable[[str], str]) -> dict[str, str]:
    """Return the labels by option; those that several options share say what tells them apart.

    "Monaco", a country and a city, becomes "Monaco · Country" and "Monaco · City". Options that
    share their detail too have their ids after it.

    Args:
        labels: labels by the ids of their options.
        detail: gives what tells an option apart, by its id.
    """
    shared = _shared(labels)
    detailed = {
        one: f"{label} · {detail(one)}" if label in shared else label
        for one, label in labels.items()
    }
    still_shared = _shared(detailed)
    return {
        one: f"{label} · {one}" if label in still_shared else label
        for one, label in detailed.items()
    }


def _shared(labels: Mapping[str, str]) -> set[str]:
    return {label for label, count in Counter(labels.values()).items() if count > 1}
