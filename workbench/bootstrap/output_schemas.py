"""The schemas of a workbench: the built-in ones, those the settings name, a program's own."""

import importlib
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from workbench.answer.output_schemas import Schemas, with_own
from workbench.errors import ConfigurationError, InputError
from workbench.i18n.errors import localized
from workbench.settings import Settings

PATH = "package.module:Class"


def all_schemas(settings: Settings, own: Iterable[type[BaseModel]] = ()) -> Schemas:
    """Every schema that answers can be asked for, by name.

    Raises:
        ConfigurationError: WORKBENCH_SCHEMAS names what is no schema.
        InputError: one of a program's own is none, or its name is taken.
    """
    try:
        named = [imported(path) for path in settings.workbench_schemas]
        with_own(named)
    except InputError as error:
        words = {**error.words, "setting": "WORKBENCH_SCHEMAS"}
        raise ConfigurationError(**localized(error.code, **words)) from error
    return with_own([*named, *own])


def imported(path: str) -> Any:
    """What ``package.module:Class`` names; modules of the current folder are found too.

    Raises:
        InputError: there is no such module, it cannot be imported, or it has no such class.
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
    except BaseException as error:  # whatever the module does when it is imported: it may exit
        raise _broken(name, error) from error


def _broken(module: str, error: BaseException) -> InputError:
    detail = f"{type(error).__name__}: {error}"
    return InputError(**localized("bootstrap.broken_module", module=module, detail=detail))
