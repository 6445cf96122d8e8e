"""``db upgrade | copy``."""

from typing import Annotated

import typer

from workbench.cli.options import open_settings, show_progress
from workbench.cli.output import echo
from workbench.cli.usage import App
from workbench.errors import InputError


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    db = App(help="Upgrade or copy the run database.", no_args_is_help=True)
    db.command("upgrade")(upgrade)
    db.command("copy")(copy)
    app.add_typer(db, name="db")


def upgrade() -> int:
    """Upgrade the tables of the run database.

    The database is WORKBENCH_DATABASE_URL. Opening it upgrades the tables too.
    """
    from workbench.runs import open_engine, upgrade_store

    engine = open_engine(open_settings().database_url)
    done = upgrade_store(engine)
    steps = done.after if done.before == done.after else f"{done.before or 'empty'} -> {done.after}"
    echo(f"{engine.url.render_as_string()}: {steps}")
    return 0


def copy(
    source: Annotated[
        str, typer.Argument(metavar="FROM_URL", help="Source, such as sqlite:///runs.sqlite")
    ],
    target: Annotated[
        str,
        typer.Argument(
            metavar="TO_URL", help="Target, such as postgresql://user:password@host/name"
        ),
    ],
) -> int:
    """Copy every run into another database.

    Existing runs are never overwritten.
    """
    from workbench.runs import copy_runs, open_engine, open_existing

    open_settings()
    _require_url(source, "FROM_URL")
    _require_url(target, "TO_URL")
    done = copy_runs(
        open_existing(source),
        open_engine(target),
        lambda runs, of_all: show_progress("runs", runs, of_all),
    )
    echo(f"{done.copied} copied, {done.present} already in the target")
    return 0


def _require_url(text: str, argument: str) -> None:
    """Raise InputError for a text that is not a database URL; its password is not quoted."""
    from workbench.runs import is_database_url

    if not is_database_url(text):
        _, at, place = text.rpartition("@")
        quoted = f"…@{place}" if at else text
        hint = "Such as sqlite:///runs.sqlite or postgresql://user:password@host/name."
        raise InputError(f"{argument}: “{quoted}” is not a database URL.", hint=hint)
