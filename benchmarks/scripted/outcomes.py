"""Whether a run caught and showed what a scripted model did wrong."""

from collections import Counter

from benchmarks.scripted.behaviours import Line, Scripted
from workbench.domain.diagnostics import Claim
from workbench.domain.run import Run
from workbench.domain.run_summary import shown_confidence

LOW = 0.3
"""An answer shown with less confidence counts as not given."""
ALARMS = frozenset({"ungrounded_claim", "incomplete", "replaced", "unknown_source"})
"""Findings that say that an answer is not true to its sources, or not whole."""


def alarms(run: Run) -> list[str]:
    """Return the doubtful claims and the findings of an answer."""
    claims = run.diagnostics.claims if run.diagnostics else ()
    doubtful = [one.text for one in claims if one.is_doubtful]
    return [*doubtful, *(one.code for one in run.findings if one.code in ALARMS)]


def cites_wrongly(run: Run) -> bool:
    """Whether the run says that a citation does not support its sentence."""
    precision = run.diagnostics.citations.precision if run.diagnostics else None
    return precision is not None and precision < 1.0


def is_caught(behaviour: str, run: Run, script: Scripted, obedient: Run) -> bool:
    """Return True if what is wrong is gone from the answer or marked in it.

    An alarm that the obedient model's answer to the same question raises too is of no fault.
    """
    answer = run.answer
    if answer is None or answer.outcome != "answered":
        return True
    said = _plain(answer.text)
    if behaviour == "drops list items":
        is_named = "incomplete" in _new_alarms(run, obedient)
        return is_named or all(_plain(line.text) in said for line in script.dropped)
    if behaviour == "cites the wrong source":
        is_doubted = cites_wrongly(run) and not cites_wrongly(obedient)
        return is_doubted or bool(_new_alarms(run, obedient))
    if behaviour == "answers the unanswerable" and (shown_confidence(run) or 0.0) < LOW:
        return True
    claims = run.diagnostics.claims if run.diagnostics else ()
    return all(_is_gone_or_marked(line, said, claims) for line in script.wrong)


def _new_alarms(run: Run, obedient: Run) -> list[str]:
    """Return the alarms of a run that the obedient one does not raise, or raises less often."""
    return list((Counter(alarms(run)) - Counter(alarms(obedient))).elements())


def _is_gone_or_marked(line: Line, said: str, claims: tuple[Claim, ...]) -> bool:
    wrong = _plain(line.text)
    if wrong not in said:
        return True
    parts = [(_plain(one.text), one) for one in claims]
    return any(one.is_doubtful for text, one in parts if text and (text in wrong or wrong in text))


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(" .").replace("\\", "")
