"""A run against its case: what missed, and the stage that lost it."""

import re
from collections.abc import Callable, Iterator, Mapping

from workbench.domain.base import Value
from workbench.domain.run import Run, Stage
from workbench.evaluation.cases import Case

HONEST_CONFIDENCE = 0.3
"""An answer to what cannot be answered may not be surer than this."""

_DEBRIS = re.compile(r"\[\d+\]\s*[–-]\s|\(confidence|\b[a-z_]+:[a-z0-9]+(?:-[a-z0-9]+)+\b", re.I)
_SPACE = re.compile(r"[\s\u00a0\u202f]+")


class Miss(Value):
    """One thing that is not as the case says, with the stage to blame."""

    stage: Stage
    what: str


Judge = Callable[[Case, Run], Iterator[Miss]]


def judge(case: Case, run: Run) -> tuple[Miss, ...]:
    """Every miss, in the order of the stages; none means that the case passes."""
    misses = [miss for one in JUDGES.values() for miss in one(case, run)]
    return tuple(sorted(misses, key=lambda miss: miss.stage.order))


def _ended(_: Case, run: Run) -> Iterator[Miss]:
    if run.failure is not None:
        error = run.failure.error
        yield Miss(stage=run.failure.name, what=error.message if error else "failed")


def _entities(case: Case, run: Run) -> Iterator[Miss]:
    found = {entity.canonical_id for entity in run.entities}
    for wanted in case.entities or ():
        if not found & set(wanted.split("|")):
            yield Miss(stage=Stage.RESOLVE, what=f"{wanted} not recognised (found {sorted(found)})")


def _intents(case: Case, run: Run) -> Iterator[Miss]:
    planned = set(run.plan.intents) if run.plan else set()
    for wanted in case.intents or ():
        if not planned & set(wanted.split("|")):
            yield Miss(stage=Stage.PLAN, what=f"{wanted} not planned (planned {sorted(planned)})")


def _first_tool(case: Case, run: Run) -> Iterator[Miss]:
    first = run.tool_calls[0].tool if run.tool_calls else None
    if case.judges_first_tool and first != case.first_tool:
        yield Miss(stage=Stage.PLAN, what=f"first tool {first}, not {case.first_tool}")


def _facts(case: Case, run: Run) -> Iterator[Miss]:
    told = _plain(run.answer.text if run.answer else "")
    found = _plain(" ".join(item.content for item in run.facts.items) if run.facts else "")
    for wanted in case.facts:
        wordings = [_plain(wording) for wording in wanted.split("|")]
        if any(wording in told for wording in wordings):
            continue
        lost_late = any(wording in found for wording in wordings)
        stage = Stage.WRITE if lost_late else Stage.EXECUTE
        yield Miss(stage=stage, what=f"the answer lacks «{wanted}»")


def _forbidden(case: Case, run: Run) -> Iterator[Miss]:
    told = run.answer.text if run.answer else ""
    for phrase in case.forbidden:
        if _plain(phrase) in _plain(told):
            yield Miss(stage=Stage.CHECK, what=f"the answer says «{phrase}»")
    debris = _DEBRIS.search(told)
    if debris:
        yield Miss(stage=Stage.CHECK, what=f"the answer shows «{debris.group()}»")


def _honesty(case: Case, run: Run) -> Iterator[Miss]:
    answer = run.answer
    if answer is None or not answer.text.strip():
        yield Miss(stage=Stage.WRITE, what="there is no answer")
    elif case.kind == "off_topic" and answer.outcome != "off_topic":
        yield Miss(stage=Stage.PLAN, what="not seen as off-topic")
    elif case.kind == "unanswerable" and (answer.confidence or 0.0) > HONEST_CONFIDENCE:
        yield Miss(stage=Stage.EXECUTE, what=f"answered with confidence {answer.confidence:.2f}")


JUDGES: Mapping[str, Judge] = {
    "ended": _ended,
    "entities": _entities,
    "intents": _intents,
    "first_tool": _first_tool,
    "facts": _facts,
    "forbidden": _forbidden,
    "honesty": _honesty,
}


def _plain(text: str) -> str:
    return _SPACE.sub("", text).casefold().replace("ё", "е").replace("\u2011", "-")
