"""Tell why a claim has its verdict, what differs or matches, and order claims by it."""

from collections.abc import Iterator, Sequence

from workbench.checks.grounding.evidence_index import context_of, plain
from workbench.checks.grounding.shared_words import SharedWords, shared_words
from workbench.checks.messages import in_language
from workbench.domain.base import Span
from workbench.domain.diagnostics import Claim
from workbench.domain.evidence import empty_facts
from workbench.text.plain_text import without_markdown
from workbench.ui.run_view_model import RunViewModel

_MOST = 8
"""Words that a reason lists."""


_WORST_FIRST = ("contradicted", "not_in_sources", "not_checkable", "supported")


def worst_first(claims: Sequence[Claim]) -> list[tuple[int, Claim]]:
    """The claims with their places: doubtful ones, unchecked ones, supported ones, headings."""
    return sorted(
        enumerate(claims),
        key=lambda one: (not one[1].states_something, _WORST_FIRST.index(one[1].verdict)),
    )


def claim_reasons(frame: RunViewModel, claim: Claim) -> list[str]:
    """Return the reasons in the interface's language."""
    recorded = [in_language(one, frame.language) for one in claim.reasons]
    return [*_matches(frame, claim), *recorded] if claim.verdict == "supported" else recorded


def compared(frame: RunViewModel, claim: Claim) -> SharedWords:
    """Compare the words of a claim with the statement shown for it, both without Markdown."""
    facts = frame.run.facts or empty_facts()
    around = [item for one in claim.evidence if (item := facts.by_id(one)) is not None]
    sentence = without_markdown(claim.evidence_sentence)
    shared = shared_words(
        without_markdown(claim.statement), sentence, " ".join(map(context_of, around))
    )
    if not claim.about:
        return shared
    return shared._replace(is_verbatim=plain(without_markdown(claim.text)) in plain(sentence))


def _matches(frame: RunViewModel, claim: Claim) -> Iterator[str]:
    """Yield what the source of a supported claim has of it, and what it lacks."""
    if not claim.evidence_sentence:
        return
    t, text, shared = frame.t, without_markdown(claim.statement), compared(frame, claim)
    numbers = (frame.shown_numbers.get(one) for one in claim.evidence)
    source = next((f"[{one}]" for one in numbers if one), t("ask.source.unnumbered"))
    if shared.is_verbatim:
        yield t("ask.source.verbatim", source=source)
        return
    count = len(shared.found) + len(shared.missing) + len(shared.numbers)
    same = tuple(sorted((*shared.found, *shared.numbers), key=lambda one: one.start))
    if same:
        words = _listed(text, same)
        yield t("ask.source.shared", found=len(same), all=count, source=source, words=words)
    if shared.missing:
        yield t("ask.source.missing", words=_listed(text, shared.missing))


def _listed(text: str, spans: tuple[Span, ...]) -> str:
    words = list(dict.fromkeys(text[one.start : one.end] for one in spans))
    return ", ".join(words[:_MOST]) + (", …" if len(words) > _MOST else "")
