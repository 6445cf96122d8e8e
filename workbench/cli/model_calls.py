"""Say what model calls will cost, and ask before they are made."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.output import counted, echo
from workbench.errors import InputError

if TYPE_CHECKING:
    from workbench.domain.model_calls import CallsEstimate

YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before the calls.")]


def agree_to(estimate: "CallsEstimate", *, yes: bool) -> None:
    """Print the calls with their tokens and price, and ask whether to make them.

    Without calls there is nothing to ask.
    """
    if estimate.is_free:
        echo("No model is called.", err=True)
        return
    show_calls(estimate)
    if not yes:
        require_consent()


def show_calls(estimate: "CallsEstimate") -> None:
    """Print the number of calls, their tokens and their price on standard error."""
    price = "price unknown"
    if estimate.price_usd is not None:
        price = f"at most ${estimate.price_usd:.2f}"
    models = ", ".join(estimate.models)
    echo(
        f"{models}: {counted(estimate.calls, 'call')}, about {estimate.input_tokens:,} input "
        f"tokens and at most {estimate.output_tokens:,} output tokens, {price}",
        err=True,
    )


def require_consent() -> None:
    """Ask on a terminal whether to make the calls; elsewhere they need ``--yes``."""
    if not sys.stdin.isatty():
        raise InputError("The calls are not confirmed.", hint="Add --yes to make them.")
    typer.confirm("Make these calls?", abort=True, err=True)
