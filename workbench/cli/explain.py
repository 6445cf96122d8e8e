"""``explain``."""

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import JsonOption, open_stored_workbench
from workbench.cli.output import echo, plain_line

if TYPE_CHECKING:
    from workbench.domain.ablation import Ablation
    from workbench.domain.blame import Blame


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command("explain")(explain)


def explain(
    run: Annotated[str, typer.Argument(help="The run's id or a prefix of it.")],
    against: Annotated[
        str | None,
        typer.Option(metavar="RUN", help="A run with the right answer: find the stage to blame."),
    ] = None,
    most: Annotated[
        int,
        typer.Option(min=1, max=100, help="Facts to leave out; with a model, one answer for each."),
    ] = 30,
    json: JsonOption = False,
) -> int:
    """Leave out a run's facts one at a time, or find the stage that cost the answer."""
    workbench = open_stored_workbench()
    found: Ablation | Blame
    if against is not None:
        found = blame = workbench.blame(run, against)
        lines = _blamed(blame)
    else:
        found = ablation = workbench.ablation(run, most)
        lines = _ablated(ablation)
    if json:
        typer.echo(found.model_dump_json(indent=2))
        return 0
    for line in lines:
        echo(line)
    return 0


def _ablated(found: "Ablation") -> list[str]:
    """One line for each fact, and one for each claim that outlived it."""
    lines = []
    for fact in found.facts:
        lines.append(f"without: {plain_line(fact.evidence.content)}")
        outcomes = {
            "not stated any more": fact.lost,
            "another fact supports": fact.supported,
            "still stated, unsupported": fact.unsupported,
        }
        for outcome, claims in outcomes.items():
            lines += [f"  {outcome}: {plain_line(claim.text)}" for claim in claims]
    return lines or ["No claim of this answer rests on a fact."]


def _blamed(found: "Blame") -> list[str]:
    tried = [
        f"{one.stage.value}: {'brings the answer back' if one.recovered else 'does not help'}"
        for one in found.tried
    ]
    verdict = found.stage.value if found.stage else "no single stage"
    return [*tried, f"to blame: {verdict}"]
