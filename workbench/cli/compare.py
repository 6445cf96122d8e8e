"""``compare``."""

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import JsonOption, open_stored_workbench
from workbench.cli.output import echo, echo_json_text, short_line
from workbench.i18n.numbers import decimal, duration, money, percent

if TYPE_CHECKING:
    from workbench.domain.comparison import Effect, RunComparison


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command("compare")(compare)


def compare(
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN", help="Ids or prefixes; the others are compared to the first."
        ),
    ],
    json: JsonOption = False,
) -> int:
    """Compare runs: what was edited, and what that changed.

    Lists the facts, claims and scores that differ from those of the first run.
    """
    workbench = open_stored_workbench()
    found = workbench.compare(*runs)
    if json:
        echo_json_text(found.model_dump_json(indent=2))
        return 0
    _scores(found)
    for run_id, effect in zip(found.runs[1:], found.effects, strict=True):
        echo(f"\n{run_id} compared with {found.runs[0]}")
        is_fork = workbench.run(run_id).parent_id == found.runs[0]
        for line in _changes(effect, "edited" if is_fork else "other"):
            echo(f"  {line}")
    return 0


def _scores(found: "RunComparison") -> None:
    for run_id, one in zip(found.runs, found.scores, strict=True):
        price = "-" if one.price_usd is None else money(one.price_usd, "en")
        cells = [
            one.label or "-",
            f"probability {percent(one.probability, 'en')}",
            f"grounding {decimal(one.grounding, 'en')}",
            f"{one.supported} of {one.claims} claims supported",
            f"{one.facts_shown} of {one.facts_found} facts shown",
            f"{one.input_tokens + one.output_tokens} tokens",
            price,
            duration(one.ms, "en"),
        ]
        echo(f"{run_id}  {', '.join(cells)}")


def _changes(effect: "Effect", how: str) -> list[str]:
    """One line for each edit, and for each fact and claim that only one of two runs has.

    ``how`` says what the first lines are: what was edited, or what else is not the same.
    """
    lines = [
        f"{how} {edit.kind} {edit.path}: "
        f"{short_line(str(edit.before))} -> {short_line(str(edit.after))}"
        for edit in effect.edits
    ]
    lines += [f"- fact: {short_line(item.content)}" for item in effect.lost]
    lines += [f"+ fact: {short_line(item.content)}" for item in effect.gained]
    lines += [f"- claim: {short_line(claim.statement)}" for claim in effect.claims_lost]
    lines += [f"+ claim: {short_line(claim.statement)}" for claim in effect.claims_gained]
    moved = {
        "probability": [percent(value, "en") for value in effect.probability],
        "grounding": [decimal(value, "en") for value in effect.grounding],
    }
    for name, (before, after) in moved.items():
        if before != after:
            lines.append(f"{name} {before} -> {after}")
    return lines or ["no difference"]
