"""The options of an answer that ``ask`` and ``generate`` share, and the AskOptions they make."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

import typer

from workbench.cli.options import CitationsOption, choice, open_workbench, pair_of, read_history
from workbench.domain.answer import AskOptions, Audience, Format, Mode, Role, Template
from workbench.errors import ConfigurationError, InputError

if TYPE_CHECKING:
    from workbench.bootstrap import Workbench


@dataclass(frozen=True)
class AnswerFlags:
    """The options as typed; each field is an option of the command line."""

    history: Annotated[
        Path | None,
        typer.Option(help='Earlier turns, one per line: {"question": …, "answer": …}.'),
    ] = None
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ROLE=PROVIDER:NAME",
            help="Model for a role: planner, answer or judge; may be repeated.",
        ),
    ] = None
    mode: Annotated[
        Mode, choice(Mode, "How strictly the answer keeps to the sources, and its style.")
    ] = Mode.GROUNDED
    template: Annotated[
        Template, choice(Template, "Shape of the answer; auto is that of the intent.")
    ] = Template.AUTO
    format: Annotated[Format, choice(Format, "Format of the answer.")] = Format.MARKDOWN
    citations: CitationsOption = None
    audience: Annotated[
        Audience, choice(Audience, "Reader of the answer; a customer sees no citations.")
    ] = Audience.ANALYST
    schema: Annotated[
        str | None,
        typer.Option(
            help="Structured output: AnswerWithSources, ComparisonResult, or a pydantic class of "
            "your own, package.module:Class."
        ),
    ] = None
    temperature: Annotated[
        float | None, typer.Option(min=0.2, max=0.5, help="Temperature of the answer model.")
    ] = None
    max_tokens: Annotated[
        int | None,
        typer.Option(min=16, max=32_000, help="Token limit of the answer model's reply."),
    ] = None

    def open(self, **more: Any) -> "tuple[Workbench, AskOptions]":
        """Open the workbench with the schema; return it and the options, with ``more`` of them.

        Raises:
            InputError: an option is invalid; the message names it.
        """
        workbench, schema = _open_with(self.schema)
        given = {name: value for name, value in vars(self).items() if name != "model"}
        read = {"history": read_history(self.history), "models": read_models(self.model)}
        options = AskOptions(**{**given, **more, **read, "schema": schema})
        return workbench, options


def with_answer_flags(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of AnswerFlags to a command, which is called with them as ``flags``."""
    own = signature(command).parameters.values()
    flags = signature(AnswerFlags).parameters
    both = [*(one for one in own if one.name != "flags"), *flags.values()]

    @wraps(command)
    def called(**given: Any) -> int:
        typed = AnswerFlags(**{name: given.pop(name) for name in flags})
        return command(flags=typed, **given)

    called.__signature__ = signature(command).replace(  # type: ignore[attr-defined]
        parameters=[one.replace(kind=Parameter.KEYWORD_ONLY) for one in both]
    )
    return called


def read_models(given: list[str] | None) -> dict[Role, str]:
    """Parse ``--model role=provider:name`` options into models by role."""
    pairs = [pair_of(text, "--model") for text in given or ()]
    roles = [role for role in get_args(Role) if role != "embedder"]
    for role, _ in pairs:
        if role == "embedder":
            hint = "Set EMBEDDER; the workspace is then re-indexed."
            raise InputError(
                "--model: the embedder is chosen when documents are indexed.", hint=hint
            )
        if role not in roles:
            known = ", ".join(roles)
            raise InputError(f"--model: there is no role “{role}”.", hint=f"Roles: {known}.")
    return {
        cast(Role, role): ":".join(part.strip() for part in name.split(":", 1))
        for role, name in pairs
    }


def _open_with(schema: str | None) -> "tuple[Workbench, str | None]":
    """Open the workbench with a schema and return both; an invalid schema raises InputError."""
    # A question has a few small matrices, for which NumPy would start a thread on each processor.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from workbench.answer.output_schemas import schema_named
    from workbench.bootstrap.collect_schemas import imported

    try:
        own = [imported(schema)] if schema and ":" in schema else []
        workbench = open_workbench(own)
        name = own[0].__name__ if own else schema
        if name is not None:
            schema_named(name, workbench.schemas)
    except ConfigurationError:
        raise
    except InputError as error:
        raise InputError(f"--schema: {error.message}", hint=error.hint) from error
    return workbench, name
