"""Show usage in the conventional form: ``ask [OPTIONS] QUESTION``, ``--thread TEXT``."""

import re
from collections.abc import Iterator
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand

_TYPE = re.compile(r" <(?:list\[)?(str|path|Path|int|float)\b[^>]*>")
"""A type as Typer writes it after a name: `` <str>``, `` <list[str]>``, `` <int range>``."""
_METAVARS = {
    "str": "TEXT",
    "path": "PATH",
    "Path": "PATH",
    "int": "INTEGER",
    "float": "NUMBER",
}


class App(typer.Typer):
    """A group of commands that are instances of ``Command``."""

    def command(self, *args: Any, **options: Any) -> Any:
        """Return a decorator that adds a command; the parameters are Typer's."""
        return super().command(*args, **{"cls": Command, **options})


class Command(TyperCommand):
    """A command whose help and errors name arguments in capitals and without braces."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for one in self.params:
            if isinstance(one, TyperArgument) and one.metavar is None:
                one.metavar = one.name.upper()

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage line, such as ``[OPTIONS]`` and ``QUESTION``."""
        return [re.sub("[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and the options, each with its help."""
        for kind, title in (("argument", "Arguments"), ("option", "Options")):
            if rows := list(self.help_rows(ctx, kind)):
                with formatter.section(title):
                    formatter.write_dl(rows)

    def help_rows(self, ctx: Any, kind: str) -> Iterator[tuple[str, str]]:
        """Yield the names and the help of the ``argument`` or ``option`` parameters."""
        for one in self.get_params(ctx):
            if one.param_type_name == kind and (record := one.get_help_record(ctx)):
                name, text = record
                yield _TYPE.sub(lambda found: _metavar(kind, found[1]), name), text


def _metavar(kind: str, type_name: str) -> str:
    """Return the text after an option's name; an argument's own name says what it is."""
    return f" {_METAVARS[type_name]}" if kind == "option" else ""
