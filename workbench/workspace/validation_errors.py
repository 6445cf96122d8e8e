"""Convert a pydantic ValidationError to a WorkspaceError with its place."""

from collections.abc import Sequence
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.nearest_name import nearest

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_CODES = {
    "missing": "workspace.no_field",
    "extra_forbidden": "workspace.unknown_field",
    "dict_type": "workspace.not_a_mapping",
    "model_type": "workspace.not_a_mapping",
    "model_attributes_type": "workspace.not_a_mapping",
    "mapping_type": "workspace.not_a_mapping",
    "list_type": "workspace.not_a_list",
    "tuple_type": "workspace.not_a_list",
    "string_type": "workspace.not_a_text",
}
"""Messages of our own, by pydantic's type of error; the others keep pydantic's words."""
_OTHER = "workspace.invalid"
_ALIKE = 75
"""Similarity, of 100, from which a field is named as the nearest one."""


def workspace_error(error: ValidationError, file: str, model: type[BaseModel]) -> WorkspaceError:
    """Return an error for the first problem, with its path and the number of all problems.

    Args:
        error: the problems.
        file: the file, or the place in it, that was validated.
        model: what it was validated as.
    """
    first, *others = workspace_errors(error, file, model)
    if others:
        words = {**first.words, "problems": error.error_count()}
        return WorkspaceError(**localized(first.code, **words))
    return first


def workspace_errors(
    error: ValidationError, file: str, model: type[BaseModel]
) -> list[WorkspaceError]:
    """Return an error for each problem, with its path; an unknown field has the nearest one."""
    return [_told(one, file, model) for one in error.errors(include_url=False, include_input=False)]


def _told(problem: "ErrorDetails", file: str, model: type[BaseModel]) -> WorkspaceError:
    path = _joined(problem["loc"])
    words: dict[str, str | int] = {"place": f"{file}: {path}" if path else file}
    code = _CODES.get(problem["type"], _OTHER)
    if code == _OTHER:
        words["detail"] = problem["msg"]
    if problem["type"] == "extra_forbidden":
        *parents, name = problem["loc"]
        if close := nearest(str(name), _fields(model, parents), _ALIKE):
            words["close"] = close
    return WorkspaceError(**localized(code, **words))


def _joined(location: Sequence[str | int]) -> str:
    """Return a path as messages have it: ``intents.X.examples[2]``."""
    text = ""
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def _fields(annotation: Any, path: Sequence[str | int]) -> set[str]:
    """Return the names of the fields that a model has at a path; none where it has no model."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        known = {one.alias or name: one for name, one in annotation.model_fields.items()}
        if not path:
            return {*known}
        field = known.get(str(path[0]))
        return _fields(field.annotation, path[1:]) if field is not None else set()
    origin, inner = get_origin(annotation), [*get_args(annotation)]
    if origin is Annotated:
        return _fields(inner[0], path)
    if origin in (Union, UnionType):
        return set().union(*(_fields(one, path) for one in inner))
    members = [one for one in inner if one is not Ellipsis]  # of a tuple, list or dict
    return _fields(members[-1], path[1:]) if members and path else set()
