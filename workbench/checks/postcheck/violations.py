"""What must not stand in a final text: forbidden wording, ids, confidence, broken references."""

from collections.abc import Iterator

from workbench.checks.postcheck import forbidden_wording
from workbench.checks.postcheck.inspection import Inspection, Violation
from workbench.checks.postcheck.internal_ids import internal_ids
from workbench.text import parse
from workbench.text.stray_references import reference_debris


def find_violations(marked: str, inspection: Inspection) -> list[Violation]:
    """Everything wrong with a marked text, in order of place, nothing inside another."""
    found = [
        *forbidden_wording.phrases(marked, inspection),
        *forbidden_wording.referrals(marked, inspection),
        *internal_ids(marked, inspection),
        *forbidden_wording.confidence(marked, inspection),
        *_references(marked, inspection),
        *forbidden_wording.absence(marked, inspection),
        *forbidden_wording.speculation(marked, inspection),
    ]
    found.sort(key=lambda one: (one.start, -one.end))
    outer: list[Violation] = []
    for one in found:
        if not outer or one.start >= outer[-1].end:
            outer.append(one)
    return outer


def _references(marked: str, inspection: Inspection) -> Iterator[Violation]:
    """Markers of sources that there are not, and what is left of other kinds of reference."""
    known: list[tuple[int, int]] = []
    text = parse(marked)
    for number, start, end in text.marks:
        if 1 <= number <= len(inspection.rendered.sources):
            known.append((start, end))
        else:
            yield Violation("unknown_source", start, end, marked[start:end], "remove")
    for start, end in reference_debris(text, known):
        yield Violation("reference_debris", start, end, marked[start:end].strip(), "remove")
