"""Name runs in a list to choose from, each so that a person tells it from the others."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import tzinfo

from workbench.domain.run_summary import RunSummary
from workbench.i18n.numbers import moment
from workbench.ui.texts import Texts
from workbench.ui.verdicts import run_verdict


def run_labels(t: Texts, runs: Iterable[RunSummary], zone: tzinfo | None) -> dict[str, str]:
    """The names of runs by id, in their order: question, fork, verdict and time.

    Runs that are alike in all of these are numbered, the earliest being the first.
    """
    return numbered(t, {run.id: _name(t, run, zone) for run in runs})


def numbered(t: Texts, names: Mapping[str, str]) -> dict[str, str]:
    """Names by the ids of runs, in their order; those that are alike numbered by age."""
    alike = Counter(names.values())
    seen: Counter[str] = Counter()
    told = dict(names)
    for run_id in sorted(names):  # ids begin with the time
        name = names[run_id]
        if alike[name] > 1:
            seen[name] += 1
            told[run_id] = f"{name} · {t('runs.nth', n=seen[name])}"
    return told


def _name(t: Texts, run: RunSummary, zone: tzinfo | None) -> str:
    fork = t("runs.forked", stage=t(f"common.stage.{run.forked_at}")) if run.forked_at else ""
    verdict, _ = run_verdict(t, run.verdict, run.confidence, run.grounding, run.status)
    when = moment(run.created_at, t.language, zone)
    return " · ".join(filter(None, (run.question, fork, verdict, when)))
