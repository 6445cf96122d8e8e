"""``export`` and ``notebook``."""

from typing import Annotated

import typer

from workbench.cli.options import choice, open_stored_workbench
from workbench.cli.output import echo
from workbench.cli.output_file import ForceOption, OutputOption, write_output
from workbench.domain.local_text import LANGUAGES, Language
from workbench.export.formats import EXPORT_FORMATS

LanguageOption = Annotated[
    Language | None,
    choice(LANGUAGES, "Language of the report's words; the question's by default."),
]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(export)
    app.command()(notebook)


def export(
    run: Annotated[str, typer.Argument(help="The run's id or a prefix of it.")],
    format: Annotated[str, choice(EXPORT_FORMATS, "The kind of file.")] = "html",
    output: OutputOption = "",
    force: ForceOption = False,
    lang: LanguageOption = None,
) -> int:
    """Write a stored run to a file.

    The file is a report, tables, a notebook, JSON, or a bundle for `workbench verify-bundle`.
    """
    workbench = open_stored_workbench()
    found = workbench.run(run)
    content = workbench.export(found, format, language=lang)
    name = EXPORT_FORMATS[format].file_name(found.id)
    if write_output(content, output, name, force=force) and format == "bundle":
        from workbench.export.bundle import read_bundle

        echo(f"digest {read_bundle(content).digest}")
    return 0


def notebook(
    run: Annotated[str, typer.Argument(help="The run's id or a prefix of it.")],
    output: OutputOption = "",
    force: ForceOption = False,
    lang: LanguageOption = None,
) -> int:
    """Write a notebook that replays a stored run and forks it.

    Open it with Jupyter where the run is stored; its plan is in a cell to change.
    """
    from workbench.export.rerun_notebook import rerun_notebook

    found = open_stored_workbench().run(run)
    content = rerun_notebook(found, lang or found.language)
    write_output(content, output, f"notebook-{found.id}.ipynb", force=force)
    return 0
