"""Collect output schemas: built-in, named in the settings, and passed by the program."""

import importlib
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from workbench.answer.output_schemas import Schemas, merge_schemas
from workbench.errors import ConfigurationError, InputError
from workbench.i18n.errors import localized
from workbench.settings import Settings

PATH = "package.module:Class"


def all_schemas(settings: Settings, own: Iterable[type[BaseModel]] = ()) -> Schemas:
    """Every output schema by name.

    Raises:
        ConfigurationError: WORKBENCH_SCHEMAS names something that is not a schema.
        InputError: a class in ``own`` is not a schema, or its name is taken.
    """
    try:
        named = [imported(path) for path in settings.workbench_schemas]
        merge_schemas(named)
    except InputError as error:
        words = {**error.words, "setting": "WORKBENCH_SCHEMAS"}
        raise ConfigurationError(**localized(error.code, **words)) from error
    return merge_schemas([*named, *own])


def imported(path: str) -> Any:
    """Import ``package.module:Class``; the current folder is on the import path.

    Raises:
        InputError: the module does not exist, fails to import, or has no such class.
    """
    module_name, _, name = path.partition(":")
    if not module_name or not name:
        raise InputError(**localized("bootstrap.no_class_named", path=path, form=PATH))
    module = _module(module_name)
    found = getattr(module, name, None)
    if found is None:
        raise InputError(
            **localized("bootstrap.no_class", module=module_name, name=name, form=PATH)
        )
    return found


def _module(name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            raise InputError(**localized("bootstrap.no_module", module=name)) from None
        raise _broken(name, error) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # importing runs the module's code, which may call sys.exit
        raise _broken(name, error) from error


def _broken(module: str, error: BaseException) -> InputError:
    detail = f"{type(error).__name__}: {error}"
    return InputError(**localized("bootstrap.broken_module", module=module, detail=detail))
