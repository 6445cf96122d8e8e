"""Name runs in a list to choose from, each so that a person tells it from the others."""

from collections import Counter
from collections.abc import Iterable
from datetime import tzinfo

from workbench.domain.run_summary import RunSummary
from workbench.i18n.numbers import moment
from workbench.ui.texts import Texts
from workbench.ui.verdicts import run_verdict


def run_labels(t: Texts, runs: Iterable[RunSummary], zone: tzinfo | None) -> dict[str, str]:
    """The names of runs by id, in their order: question, fork, verdict and time.

    Runs that are alike in all of these are numbered, the earliest being the first.
    """
    names = {run.id: _name(t, run, zone) for run in runs}
    alike = Counter(names.values())
    seen: Counter[str] = Counter()
    for run_id in sorted(names):  # ids begin with the time
        name = names[run_id]
        if alike[name] > 1:
            seen[name] += 1
            names[run_id] = f"{name} · {t('runs.nth', n=seen[name])}"
    return names


def _name(t: Texts, run: RunSummary, zone: tzinfo | None) -> str:
    fork = t("runs.forked", stage=t(f"common.stage.{run.forked_at}")) if run.forked_at else ""
    verdict, _ = run_verdict(t, run.verdict, run.status)
    when = moment(run.created_at, t.language, zone)
    return " · ".join(filter(None, (run.question, fork, verdict, when)))
