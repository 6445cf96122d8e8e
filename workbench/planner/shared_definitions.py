"""Make a JSON Schema small: shared definitions for repeated parts, few enumerated names."""

import json
from collections import Counter
from collections.abc import Callable, Iterator

from workbench.workspace.plan_parts import TEXT, Schema

MOST_ENUMERATED = 500
"""Values of all enums together; OpenAI refuses more than 1,000 in a strict schema."""
_LEAST = 60
"""Characters from which a repeated part is a definition; a reference to one takes 25 or more."""


def with_definitions(schema: Schema) -> Schema:
    """Return an equivalent schema in which a part that occurs repeatedly is written once."""
    definitions = _Definitions(schema)
    root = definitions.with_references(schema, "plan")
    return {**root, "$defs": definitions.found} if definitions.found else root


def within_limits(schema: Schema, most: int = MOST_ENUMERATED) -> Schema:
    """Return a schema with at most so many enumerated values: the longest enums become text."""
    lengths = sorted(_enum_lengths(schema))
    longest = None
    while sum(lengths) > most:
        longest = lengths.pop()
    return schema if longest is None else _with_enums_below(schema, longest)


class _Definitions:
    """The repeated parts of a schema, named by what they consist of or by their first field."""

    def __init__(self, schema: Schema) -> None:
        self.found: dict[str, Schema] = {}
        self._counts: Counter[str] = Counter()
        self._written: dict[str, Schema] = {}
        self._count(schema)

    def with_references(self, schema: Schema, name: str) -> Schema:
        """Return the schema of a field, in which repeated parts are references."""
        return _with_parts(schema, lambda part, field: self._part(part, field or f"{name}_value"))

    def _count(self, schema: Schema) -> None:
        """Count each part; those inside a repeated one count once."""
        key = json.dumps(schema)
        self._counts[key] += 1
        if self._counts[key] == 1:
            for part in _parts(schema):
                self._count(part)

    def _part(self, schema: Schema, name: str) -> Schema:
        key = json.dumps(schema)
        if key not in self._written:
            own = self.with_references(schema, name)
            is_shared = self._counts[key] > 1 and len(json.dumps(own)) >= _LEAST
            self._written[key] = self._defined(own, _shape(schema) or name) if is_shared else own
        return self._written[key]

    def _defined(self, schema: Schema, name: str) -> Schema:
        number = 1
        while (unique := name if number == 1 else f"{name}_{number}") in self.found:
            number += 1
        self.found[unique] = schema
        return {"$ref": f"#/$defs/{unique}"}


def _shape(schema: Schema) -> str:
    """Return a name for a schema of plain types only, such as ``string_list_or_null``; else ""."""
    if {"enum", "properties", "minimum"} & schema.keys():
        return ""
    if "anyOf" in schema:
        shapes = [_shape(part) for part in schema["anyOf"]]
        return "_or_".join(shapes) if all(shapes) else ""
    if "items" in schema:
        item = _shape(schema["items"])
        return item and f"{item}_list"
    return str(schema["type"])


def _enum_lengths(schema: Schema) -> Iterator[int]:
    if "enum" in schema:
        yield len(schema["enum"])
    for part in _parts(schema):
        yield from _enum_lengths(part)


def _with_enums_below(schema: Schema, longest: int) -> Schema:
    """Return the schema with text in place of each enum of this length or a longer one."""
    if len(schema.get("enum", ())) >= longest:
        return TEXT
    return _with_parts(schema, lambda part, _: _with_enums_below(part, longest))


def _parts(schema: Schema) -> Iterator[Schema]:
    """Yield the schemas directly inside one."""
    for key in ("properties", "$defs"):
        yield from schema.get(key, {}).values()
    yield from schema.get("anyOf", ())
    if "items" in schema:
        yield schema["items"]


def _with_parts(schema: Schema, change: Callable[[Schema, str], Schema]) -> Schema:
    """Return the schema with each part changed; ``change`` takes the name of its field, if any."""
    own = dict(schema)
    for key in {"properties", "$defs"} & own.keys():
        own[key] = {name: change(part, name) for name, part in own[key].items()}
    if "anyOf" in own:
        own["anyOf"] = [change(part, "") for part in own["anyOf"]]
    if "items" in own:
        own["items"] = change(own["items"], "")
    return own
