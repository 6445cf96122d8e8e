"""Judge each claim of an answer against the evidence: verdict, probability and mismatches."""

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
from workbench.domain.diagnostics import Claim, Verdict
from workbench.domain.local_text import Language
from workbench.text.citation_marks import Unmarked
from workbench.text.statements import is_table_row

if TYPE_CHECKING:
    from workbench.checks.grounding.binding import Binding
    from workbench.checks.grounding.claim_features import Features

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
        if budget.is_spent and _key(claim, language, calibration, written) not in pool.judged:
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
    answer, and an answer that loops repeats one a thousand times.

    Args:
        claim: the claim.
        pool: the evidence.
        language: the question's language, used for the reasons.
        calibration: maps features to a probability.
        written: the language in which claims are accepted even if the evidence is in another; the
            question's by default.
    """
    same = _key(claim, language, calibration, written)
    if same not in pool.judged:
        judge_of_pool = _ClaimJudge(pool, language, calibration, written or language)
        pool.judged[same] = judge_of_pool.judge(claim)
    place = {"text": claim.text, "start": claim.start, "end": claim.end}
    return pool.judged[same].model_copy(update=place)


def _key(
    claim: ClaimSpan, language: Language, calibration: Calibration, written: Language | None
) -> Hashable:
    """Return everything but the evidence that the verdict on a claim depends on."""
    own = (claim.text, claim.about, claim.checkable, claim.unread, claim.cell)
    return (*own, language, calibration, written or language)


@dataclass(frozen=True)
class _ClaimJudge:
    """Judges claims against one index of evidence; for the fields, see `judge`."""

    pool: EvidenceIndex
    language: Language
    calibration: Calibration
    written: Language

    def judge(self, claim: ClaimSpan) -> Claim:
        """Return the verdict on a claim: of code, a cell, a quote, or in words of its own."""
        calibration = self.calibration
        verbatim = calibration.refitted(calibration.verbatim)
        if claim.unread == "code" and (quoted := self.pool.with_code(claim.text)):
            return _claim(claim, "supported", verbatim, quoted)
        if not claim.checkable:
            unread = (localized_text(claim.unread, self.language),) if claim.unread else ()
            return _claim(claim, "not_checkable", None, reasons=unread)
        if claim.cell is not None:
            own = under_labels(claim.cell, self.pool)
            if found := read_cell(claim.text, claim.cell, own, self.pool, self.language):
                share = calibration.verbatim if found.probability is None else found.probability
                return _claim(claim, found.verdict, calibration.refitted(share), *found[2:])
            if own.windows:
                return self._cell(claim, own)
        stated = self.pool.verbatim(claim.text_with_subject)
        stated = stated or self.pool.verbatim(claim.text, claim.about)
        if stated is not None:
            return _claim(claim, "supported", verbatim, stated)
        return self._restated(claim)

    def _cell(self, claim: ClaimSpan, own: EvidenceIndex) -> Claim:
        """Return the verdict on a cell in other words than the statements that have its labels."""
        found = replace(self, pool=own)._restated(claim)
        if found.verdict == "supported" and lacks_value(claim.text, own, self.pool):
            least = self.calibration.unbound * self.calibration.supported_from
            reasons = (localized_text("wording", self.language),)
            return _claim(claim, "not_in_sources", least, own.windows[0], reasons)
        return found

    def _restated(self, claim: ClaimSpan) -> Claim:
        """Return the verdict on a claim that is not a quote; quotes need none of these imports."""
        from workbench.checks.grounding.binding import bind
        from workbench.checks.grounding.claim_features import compare
        from workbench.checks.grounding.claim_keys import claim_keys
        from workbench.checks.grounding.cross_lingual import is_readable
        from workbench.checks.grounding.respelled_names import respell_names

        text = respell_names(claim.text_with_subject, self.pool)
        keys = claim_keys(text, self.pool)
        features = compare(text, keys, self.pool)
        if features.window is None:
            reasons = (localized_text("nothing", self.language),)
            return _claim(claim, "not_in_sources", 0.0, reasons=reasons)
        if not is_readable(text, features.window, self.pool):
            return self._across_languages(claim)
        return self._bound(claim, text, features, bind(text, keys, self.pool, self.language))

    def _bound(
        self, claim: ClaimSpan, text: str, features: "Features", binding: "Binding"
    ) -> Claim:
        """Return the verdict on a claim in the evidence's language, compared with its statement.

        ``text`` is the claim with its subject.
        """
        from workbench.checks.grounding.computed_facts import computed_conflicts
        from workbench.checks.grounding.conflicts import replaces_name

        calibration, language, window = self.calibration, self.language, features.window
        if binding.is_computed:
            features = replace(features, missing_amount_share=0.0)
        contradicted = [*binding.differs, *_denials(text, features, binding, language)]
        contradicted = contradicted or computed_conflicts(text, self.pool, language)
        if contradicted:
            window = (binding.window if binding.differs else features.aligned) or window
            probability = calibration.probability(features, calibration.contradicted)
            return _claim(claim, "contradicted", probability, window, tuple(contradicted))
        reasons = (*binding.unbound, *_mismatches(features, language))
        if binding.unbound or replaces_name(text, features) or _is_scattered(features, binding):
            probability = calibration.probability(features, calibration.unbound)
            reasons = reasons or (localized_text("scattered", language),)
            return _claim(claim, "not_in_sources", probability, window, reasons)
        probability = calibration.probability(features)
        if probability < calibration.supported_from:
            reasons = reasons or (localized_text("wording", language),)
            return _claim(claim, "not_in_sources", probability, window, reasons)
        return _claim(claim, "supported", probability, window, reasons)

    def _across_languages(self, claim: ClaimSpan) -> Claim:
        """Judge a claim in another language than the evidence by its amounts alone.

        A claim in the question's language whose amounts are all in the evidence is not checkable
        rather than supported, since its words are not compared.
        """
        from workbench.checks.grounding.cross_lingual import (
            language_of_claim,
            missing_amounts,
            missing_names,
        )

        text, language = claim.text_with_subject, self.language
        names = missing_names(text, self.pool)
        reasons = [localized_text("name", language, what=", ".join(names))] if names else []
        if numbers := missing_amounts(text, self.pool):
            reasons = [localized_text("number", language, what=", ".join(numbers)), *reasons]
        if language_of_claim(text) not in (None, self.written):
            foreign = (localized_text("foreign", language), *reasons)
            return _claim(claim, "not_in_sources", 0.0, reasons=foreign)
        if numbers:
            least = self.calibration.unbound * self.calibration.supported_from
            return _claim(claim, "not_in_sources", least, reasons=tuple(reasons))
        reasons = [localized_text("language", language), *reasons]
        return _claim(claim, "not_checkable", None, reasons=tuple(reasons))


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


def _mismatches(features: "Features", language: Language) -> list[str]:
    """Return reasons for the claim's names and speculation that the evidence lacks."""
    phrases = (localized_text("speculation", language, what=one) for one in features.speculation)
    if not features.missing_names:
        return list(phrases)
    return [localized_text("name", language, what=", ".join(features.missing_names)), *phrases]
