"""Judge each claim of an answer against the evidence: verdict, probability and mismatches."""

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import TYPE_CHECKING

from workbench.checks.grounding.cell_verdicts import read_cell
from workbench.checks.grounding.claims import ClaimSpan, split_claims
from workbench.checks.grounding.evidence_index import EvidenceIndex, Window
from workbench.checks.grounding.labelled_evidence import lacks_value, under_labels
from workbench.checks.messages import localized_text
from workbench.checks.time_budget import TimeBudget
from workbench.domain.answer import CITATION_MARKER
from workbench.domain.diagnostics import Claim, Verdict
from workbench.domain.local_text import Language
from workbench.nlp.spelling import normalize_spelling
from workbench.text.citation_marks import Unmarked
from workbench.text.statements import is_table_row

if TYPE_CHECKING:
    from workbench.checks.grounding.binding import Binding
    from workbench.checks.grounding.claim_features import Features

# End of a sentence for the word-overlap baseline (docs/formulas.md), which splits on stops alone.
_SENTENCE_ENDS = re.compile(r"[.!?]+")

_ALL_KNOWN = 0.95
"""Share of a claim's words from which the evidence has them all."""
_TOGETHER = 0.7
"""Share of them that one statement must have then."""


@dataclass(frozen=True)
class Calibration:
    """Logistic model of the probability of support.

    Weights and factors were chosen on half of Factcheck-GPT (755 claims) and on the families of
    `benchmarks.trust` that are not held out; ``make trust`` prints what they reach on the rest.

    ``scale`` and ``offset`` refit it to a workspace's own labels; see ``calibrate``.
    """

    covered: float = 1.2
    covered_anywhere: float = 0.5
    rare_covered: float = 0.8
    shared_grams: float = 1.8
    missing_name_share: float = -1.2
    missing_amount_share: float = -0.6
    bias: float = -2.2
    scale: float = 1.0
    offset: float = 0.0
    supported_from: float = 0.5
    """Claims at least this probable are supported."""
    verbatim: float = 0.97
    """The probability of a claim that the evidence contains verbatim."""
    contradicted: float = 0.3
    """Factor of the probability of a contradicted claim."""
    unbound: float = 0.6
    """Factor if a number or a name of the claim is not said of its subject."""

    def probability(self, features: "Features", factor: float = 1.0) -> float:
        """Return the probability that the evidence supports the claim, refitted to labels.

        Args:
            features: of the claim.
            factor: ``contradicted``, ``unbound``, or 1.
        """
        return self.refitted(factor / (1.0 + exp(-self.logit(features))))

    def refitted(self, probability: float) -> float:
        """Return a probability after ``scale`` and ``offset``; they leave 0 and 1 as they are."""
        is_plain = (self.scale, self.offset) == (1.0, 0.0)
        if is_plain or not 0.0 < probability < 1.0:
            return probability
        logit = log(probability / (1.0 - probability))
        return 1.0 / (1.0 + exp(-(self.scale * logit + self.offset)))

    def logit(self, features: "Features") -> float:
        """Return the score before ``scale`` and ``offset``."""
        return (
            self.covered * features.covered
            + self.covered_anywhere * features.covered_anywhere
            + self.rare_covered * features.rare_covered
            + self.shared_grams * features.shared_grams
            + self.missing_name_share * features.missing_name_share
            + self.missing_amount_share * features.missing_amount_share
            + self.bias
        )


DEFAULT_CALIBRATION = Calibration()


def judge_claims(
    answer: Unmarked,
    pool: EvidenceIndex,
    language: Language,
    calibration: Calibration = DEFAULT_CALIBRATION,
    written: Language | None = None,
    budget: TimeBudget | None = None,
) -> tuple[Claim, ...]:
    """Return a verdict for each claim of a text, with offsets into it; for arguments, see `judge`.

    Claims not reached within the budget are not checkable, with that as the reason.
    """
    budget = budget or TimeBudget()
    claims = []
    for claim in split_claims(answer):
        if budget.is_spent and _said(claim, language, calibration, written) not in pool.judged:
            late = (localized_text("time", language),)
            claims.append(_claim(claim, "not_checkable", None, reasons=late))
        else:
            claims.append(judge(claim, pool, language, calibration, written))
    return tuple(claims)


def judge(
    claim: ClaimSpan,
    pool: EvidenceIndex,
    language: Language,
    calibration: Calibration = DEFAULT_CALIBRATION,
    written: Language | None = None,
) -> Claim:
    """Return the verdict on one claim, with the nearest evidence and the mismatches.

    A claim is judged once against the same evidence: two stages and the citations judge those of an
    answer, and one that loops says the same a thousand times.

    Args:
        claim: the claim.
        pool: the evidence.
        language: the question's language, used for the reasons.
        calibration: maps features to a probability.
        written: the language in which claims are accepted even if the evidence is in another; the
            question's by default.
    """
    same = _said(claim, language, calibration, written)
    if same not in pool.judged:
        pool.judged[same] = _judged(claim, pool, language, calibration, written or language)
    place = {"text": claim.text, "start": claim.start, "end": claim.end}
    return pool.judged[same].model_copy(update=place)


def _said(
    claim: ClaimSpan, language: Language, calibration: Calibration, written: Language | None
) -> Hashable:
    """Return all that the verdict on a claim depends on but the evidence."""
    said = (claim.text, claim.about, claim.checkable, claim.unread, claim.cell)
    return (*said, language, calibration, written or language)


def _judged(
    claim: ClaimSpan,
    pool: EvidenceIndex,
    language: Language,
    calibration: Calibration,
    written: Language,
) -> Claim:
    if claim.unread == "code" and (quoted := pool.with_code(claim.text)):
        return _claim(claim, "supported", calibration.refitted(calibration.verbatim), quoted)
    if not claim.checkable:
        unread = (localized_text(claim.unread, language),) if claim.unread else ()
        return _claim(claim, "not_checkable", None, reasons=unread)
    if claim.cell is not None:
        own = under_labels(claim.cell, pool)
        if found := read_cell(claim.text, claim.cell, own, pool, language):
            share = calibration.verbatim if found.probability is None else found.probability
            return _claim(claim, found.verdict, calibration.refitted(share), *found[2:])
        if own.windows:
            return _judge_cell(claim, own, pool, language, calibration, written)
    said = claim.text_with_subject
    stated = pool.verbatim(said) or pool.verbatim(claim.text, claim.about)
    if stated is not None:
        return _claim(claim, "supported", calibration.refitted(calibration.verbatim), stated)
    return _judge_restated(claim, pool, language, calibration, written)


def _judge_cell(
    claim: ClaimSpan,
    own: EvidenceIndex,
    pool: EvidenceIndex,
    language: Language,
    calibration: Calibration,
    written: Language,
) -> Claim:
    """Return the verdict on a cell in other words than the statements that have its labels."""
    found = _judge_restated(claim, own, language, calibration, written)
    if found.verdict == "supported" and lacks_value(claim.text, own, pool):
        least = calibration.unbound * calibration.supported_from
        reasons = (localized_text("wording", language),)
        return _claim(claim, "not_in_sources", least, own.windows[0], reasons)
    return found


def _judge_restated(
    claim: ClaimSpan,
    pool: EvidenceIndex,
    language: Language,
    calibration: Calibration,
    written: Language,
) -> Claim:
    """Return the verdict on a claim in words of its own; a quote needs none of these imports."""
    from workbench.checks.grounding.binding import bind
    from workbench.checks.grounding.claim_features import compare
    from workbench.checks.grounding.claim_keys import claim_keys
    from workbench.checks.grounding.cross_lingual import is_readable
    from workbench.checks.grounding.respelled_names import respell_names

    said = respell_names(claim.text_with_subject, pool)
    keys = claim_keys(said, pool)
    features = compare(said, keys, pool)
    window = features.window
    if window is None:
        return _claim(claim, "not_in_sources", 0.0, reasons=(localized_text("nothing", language),))
    if not is_readable(said, window, pool):
        return _across_languages(claim, pool, language, written, calibration)
    binding = bind(said, keys, pool, language)
    return _judge_bound(claim, said, features, window, binding, pool, language, calibration)


def _judge_bound(
    claim: ClaimSpan,
    said: str,
    features: "Features",
    window: Window,
    binding: "Binding",
    pool: EvidenceIndex,
    language: Language,
    calibration: Calibration,
) -> Claim:
    """Return the verdict on a claim in the evidence's language, compared with its statement.

    ``said`` is the claim with its subject, and ``window`` the evidence that is shown for it.
    """
    from workbench.checks.grounding.computed_facts import computed_conflicts
    from workbench.checks.grounding.conflicts import replaces_name

    if binding.is_computed:
        features = replace(features, missing_amount_share=0.0)
    contradicted = [*binding.differs, *_denials(said, features, binding, language)]
    contradicted = contradicted or computed_conflicts(said, pool, language)
    if contradicted:
        window = (binding.window if binding.differs else features.aligned) or window
        probability = calibration.probability(features, calibration.contradicted)
        return _claim(claim, "contradicted", probability, window, tuple(contradicted))
    reasons = (*binding.unbound, *_mismatches(features, language))
    if binding.unbound or replaces_name(said, features) or _is_scattered(features, binding):
        probability = calibration.probability(features, calibration.unbound)
        reasons = reasons or (localized_text("scattered", language),)
        return _claim(claim, "not_in_sources", probability, window, reasons)
    probability = calibration.probability(features)
    if probability < calibration.supported_from:
        reasons = reasons or (localized_text("wording", language),)
        return _claim(claim, "not_in_sources", probability, window, reasons)
    return _claim(claim, "supported", probability, window, reasons)


def _denials(claim: str, features: "Features", binding: "Binding", language: Language) -> list[str]:
    """Return what the nearest stretches of evidence deny of a claim."""
    from workbench.checks.grounding.conflicts import conflicts

    aligned, part = features.aligned, binding.part
    if aligned is not None and is_table_row(claim):
        # The cells of a row, "no" among them, are the context of what is said of it as a whole.
        return conflicts(claim, aligned.said, features.covered_by_aligned, language)
    found = []
    if aligned is not None:
        found = conflicts(claim, aligned.text, features.covered_by_aligned, language)
    return found or (conflicts(claim, part, binding.covered, language) if part else [])


def _is_scattered(features: "Features", binding: "Binding") -> bool:
    """Return True if the evidence has the words of a claim, but no statement has most of them."""
    is_known = features.rare_covered > _ALL_KNOWN and not binding.is_computed
    return is_known and binding.covered < _TOGETHER


def grounding_score(claims: Sequence[Claim]) -> float | None:
    """Return the share of checkable claims that the evidence supports; None without any."""
    judged = [claim for claim in claims if claim.verdict != "not_checkable"]
    if not judged:
        return None
    return sum(claim.verdict == "supported" for claim in judged) / len(judged)


def overlap_baseline(marked: str, contents: Sequence[str]) -> float:
    """Return the mean score: 1 for a sentence with a marker, 0.5 if most words are sourced."""
    if not contents:
        return 0.0
    points = overlap_points(marked, contents)
    return min(sum(points) / len(points), 1.0) if points else 1.0


def overlap_points(marked: str, contents: Sequence[str]) -> list[float]:
    """Return the score of each sentence of the baseline: 1, 0.5 or 0."""
    parts = [part.strip() for part in _SENTENCE_ENDS.split(marked) if part.strip()]
    known = set(normalize_spelling(" ".join(contents)).lower().split())
    return [_overlap_point(part, known) for part in parts]


def _overlap_point(sentence: str, known: set[str]) -> float:
    if CITATION_MARKER.search(sentence):
        return 1.0
    words = set(normalize_spelling(sentence).lower().split())
    return 0.5 if len(words & known) / max(len(words), 1) > 0.5 else 0.0


def _claim(
    claim: ClaimSpan,
    verdict: Verdict,
    probability: float | None,
    window: Window | None = None,
    reasons: tuple[str, ...] = (),
) -> Claim:
    return Claim(
        text=claim.text,
        start=claim.start,
        end=claim.end,
        verdict=verdict,
        probability=probability,
        evidence=(window.evidence_id,) if window else (),
        evidence_sentence=window.text if window else "",
        reasons=reasons,
        about=claim.about if claim.cell is not None else "",
    )


def _across_languages(
    claim: ClaimSpan,
    pool: EvidenceIndex,
    language: Language,
    written: Language,
    calibration: Calibration,
) -> Claim:
    """Judge a claim in another language than the evidence by its amounts alone.

    A claim in the question's language whose amounts are all in the evidence is not checkable
    rather than supported, since its words are not compared.
    """
    from workbench.checks.grounding.cross_lingual import (
        language_of_claim,
        missing_amounts,
        missing_names,
    )

    names = missing_names(claim.text_with_subject, pool)
    reasons = [localized_text("name", language, what=", ".join(names))] if names else []
    if numbers := missing_amounts(claim.text_with_subject, pool):
        reasons = [localized_text("number", language, what=", ".join(numbers)), *reasons]
    if language_of_claim(claim.text_with_subject) not in (None, written):
        foreign = (localized_text("foreign", language), *reasons)
        return _claim(claim, "not_in_sources", 0.0, reasons=foreign)
    if numbers:
        least = calibration.unbound * calibration.supported_from
        return _claim(claim, "not_in_sources", least, reasons=tuple(reasons))
    reasons = [localized_text("language", language), *reasons]
    return _claim(claim, "not_checkable", None, reasons=tuple(reasons))


def _mismatches(features: "Features", language: Language) -> list[str]:
    """Return reasons for the claim's names and speculation that the evidence lacks."""
    phrases = (localized_text("speculation", language, what=one) for one in features.speculation)
    if not features.missing_names:
        return list(phrases)
    return [localized_text("name", language, what=", ".join(features.missing_names)), *phrases]
