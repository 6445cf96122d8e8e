"""``db upgrade | copy``."""

from typing import Annotated

import typer

from workbench.cli.options import open_settings, show_progress
from workbench.cli.output import echo
from workbench.cli.usage import App


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    db = App(help="The database that runs are stored in.", no_args_is_help=True)
    db.command("upgrade")(upgrade)
    db.command("copy")(copy)
    app.add_typer(db, name="db")


def upgrade() -> int:
    """Upgrade the tables of WORKBENCH_DATABASE_URL; opening the database does so too."""
    from workbench.runs import open_engine, upgrade_store

    engine = open_engine(open_settings().database_url)
    done = upgrade_store(engine)
    steps = done.after if done.before == done.after else f"{done.before or 'empty'} -> {done.after}"
    echo(f"{engine.url.render_as_string()}: {steps}")
    return 0


def copy(
    source: Annotated[
        str, typer.Argument(metavar="FROM_URL", help="Such as sqlite:///runs.sqlite")
    ],
    target: Annotated[
        str, typer.Argument(metavar="TO_URL", help="Such as postgresql://user:password@host/name")
    ],
) -> int:
    """Copy every run into another database; existing runs are never overwritten."""
    from workbench.runs import copy_runs, open_engine

    open_settings()
    done = copy_runs(
        open_engine(source),
        open_engine(target),
        lambda runs, of_all: show_progress("runs", runs, of_all),
    )
    echo(f"{done.copied} copied, {done.present} already in the target")
    return 0
