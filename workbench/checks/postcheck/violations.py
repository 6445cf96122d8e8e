"""What must not stand in a final text: forbidden wording, ids, confidence, broken references."""

from collections.abc import Iterator

from workbench.checks.postcheck import forbidden_wording
from workbench.checks.postcheck.inspection import Inspection, Violation
from workbench.checks.postcheck.internal_ids import internal_ids
from workbench.text import Text
from workbench.text.stray_references import reference_debris


def find_violations(text: Text, inspection: Inspection) -> list[Violation]:
    """Return the violations of a marked text in order, none of them inside another."""
    marked = text.source
    found = [
        *forbidden_wording.phrases(marked, inspection),
        *forbidden_wording.referrals(marked, inspection),
        *internal_ids(marked, inspection),
        *forbidden_wording.confidence(marked, inspection),
        *_references(text, inspection),
        *forbidden_wording.absence(marked, inspection),
        *forbidden_wording.speculation(marked, inspection),
    ]
    found.sort(key=lambda one: (one.start, -one.end))
    outer: list[Violation] = []
    for one in found:
        if not outer or one.start >= outer[-1].end:
            outer.append(one)
    return outer


def _references(text: Text, inspection: Inspection) -> Iterator[Violation]:
    """Markers of sources that there are not, and what is left of other kinds of reference."""
    known: list[tuple[int, int]] = []
    for number, start, end in text.marks:
        if 1 <= number <= len(inspection.rendered.sources):
            known.append((start, end))
        else:
            yield Violation("unknown_source", start, end, text.source[start:end], "remove")
    for start, end in reference_debris(text, known):
        yield Violation("reference_debris", start, end, text.source[start:end].strip(), "remove")
