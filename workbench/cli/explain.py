"""``explain``."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from workbench.cli.model_calls import YesOption, agree_to
from workbench.cli.options import JsonOption, open_stored_workbench
from workbench.cli.output import echo, echo_json_text, plain_line, short_line

if TYPE_CHECKING:
    from workbench.domain.ablation import Ablation
    from workbench.domain.base import Value
    from workbench.domain.blame import Blame
    from workbench.domain.stability import PlanStability

V = TypeVar("V", bound="Value")


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command("explain")(explain)


def explain(
    run: Annotated[str, typer.Argument(help="The run's id or a prefix of it.")],
    against: Annotated[
        str | None,
        typer.Option(metavar="RUN", help="A run with the right answer to compare with."),
    ] = None,
    case: Annotated[
        str | None,
        typer.Option(metavar="CASE", help="A golden case of the same question to compare with."),
    ] = None,
    stability: Annotated[
        int | None,
        typer.Option(
            min=1, max=50, metavar="N", help="Plan N times and print how far the plans agree."
        ),
    ] = None,
    most: Annotated[
        int,
        typer.Option(
            min=1,
            max=100,
            help="Leave out at most so many facts; with a model, each costs an answer.",
        ),
    ] = 30,
    yes: YesOption = False,
    json: JsonOption = False,
) -> int:
    """Find which facts carry an answer, or which stage lost it.

    Leaves out the facts of the run one at a time. With --against or --case, names the stage that
    lost the right answer; with --stability, plans again and compares the plans. If the run had a
    model, prints the price first and asks.
    """
    workbench = open_stored_workbench()
    if against is not None:
        agree_to(workbench.estimate_blame(run, against), yes=yes)
        return _print(workbench.blame(run, against), _blamed, json=json)
    if case is not None:
        agree_to(workbench.estimate_blame_case(run, case), yes=yes)
        return _print(workbench.blame_case(run, case), _blamed, json=json)
    if stability is not None:
        agree_to(workbench.estimate_stability(run, stability), yes=yes)
        return _print(workbench.stability(run, stability), _sampled, json=json)
    agree_to(workbench.estimate_ablation(run, most), yes=yes)
    return _print(workbench.ablation(run, most), _ablated, json=json)


def _print(found: V, lines: Callable[[V], list[str]], *, json: bool) -> int:
    """Print an explanation as JSON or as lines; return the exit code."""
    if json:
        echo_json_text(found.model_dump_json(indent=2))
        return 0
    for line in lines(found):
        echo(line)
    return 0


def _ablated(found: "Ablation") -> list[str]:
    """One line for each fact, and one for each claim that rested on it."""
    lines = []
    for fact in found.facts:
        content = plain_line(fact.evidence.content)
        lines.append(f"without: {short_line(content)}")
        outcomes = {
            "not stated any more": fact.lost,
            "another fact supports": fact.supported,
            "still stated, unsupported": fact.unsupported,
        }
        for outcome, claims in outcomes.items():
            statements = (plain_line(claim.statement) for claim in claims)
            lines += [
                f"  {outcome}: {'the same words' if one == content else short_line(one)}"
                for one in statements
            ]
    return lines or ["No claim of this answer rests on a fact."]


def _blamed(found: "Blame") -> list[str]:
    tried = [
        f"{one.stage.value}: {'brings the answer back' if one.recovered else 'does not help'}"
        for one in found.tried
    ]
    if found.already_right:
        return ["nothing to blame: the answer is right already"]
    verdict = found.stage.value if found.stage else "no single stage"
    return [*tried, f"to blame: {verdict}"]


def _sampled(found: "PlanStability") -> list[str]:
    """How many plans are the same, and one line for each field that differs."""
    lines = [f"{found.planner}: {found.same} of {found.samples} plans are the same"]
    for field in found.unstable:
        values = ", ".join(
            f"{'nothing' if one.value is None else plain_line(one.value)} ({one.plans})"
            for one in field.values
        )
        lines.append(f"  {field.path}: {values}")
    return lines
