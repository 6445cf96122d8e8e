"""AUROC and expected calibration error."""

from collections.abc import Sequence

BINS = 10


def auroc(figures: Sequence[float], labels: Sequence[bool]) -> float:
    """Return the probability that a true label has a higher figure than a false one."""
    ranked = sorted(zip(figures, labels, strict=True))
    ranks, at = 0.0, 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        ranks += sum(label for _, label in ranked[at:end]) * (at + end + 1) / 2
        at = end
    right = sum(labels)
    wrong = len(labels) - right
    return (ranks - right * (right + 1) / 2) / (right * wrong)


def calibration_error(figures: Sequence[float], labels: Sequence[bool]) -> float:
    """Return the mean gap between figure and share of true labels over ten bins of equal width."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for figure, label in zip(figures, labels, strict=True):
        bins.setdefault(min(int(figure * BINS), BINS - 1), []).append((figure, label))
    gaps = (abs(sum(f for f, _ in one) - sum(label for _, label in one)) for one in bins.values())
    return sum(gaps) / len(figures)
