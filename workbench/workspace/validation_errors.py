"""Convert a pydantic ValidationError to a WorkspaceError with its place."""

from pydantic import ValidationError

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized


def workspace_error(error: ValidationError, file: str) -> WorkspaceError:
    """Return an error for the first problem, with its path and the number of further problems."""
    first = error.errors(include_url=False, include_input=False)[0]
    path = ".".join(str(part) for part in first["loc"])
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    place = f"{file}: {path}" if path else file
    return WorkspaceError(
        **localized("workspace.invalid", place=place, detail=f"{first['msg']}{more}")
    )
