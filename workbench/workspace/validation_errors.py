"""Convert a pydantic ValidationError to a WorkspaceError with its place."""

from pydantic import ValidationError

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized

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


def workspace_error(error: ValidationError, file: str) -> WorkspaceError:
    """Return an error for the first problem, with its path and the number of all problems."""
    first = error.errors(include_url=False, include_input=False)[0]
    path = ".".join(str(part) for part in first["loc"])
    words: dict[str, str | int] = {"place": f"{file}: {path}" if path else file}
    code = _CODES.get(first["type"], _OTHER)
    if code == _OTHER:
        words["detail"] = first["msg"]
    if error.error_count() > 1:
        words["problems"] = error.error_count()
    return WorkspaceError(**localized(code, **words))
