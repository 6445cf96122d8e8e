"""The JSON schema of a graph query, with the names of a workspace's graph."""

from collections.abc import Mapping
from typing import get_args

from workbench.domain.graph_query import MOST_IN_ORDER, Direction, Order, Test
from workbench.workspace.plan_parts import (
    TEXT,
    PlanParts,
    Schema,
    enum_schema,
    list_schema,
    object_schema,
)

_SCALAR: Schema = {"anyOf": [TEXT, {"type": "number"}, {"type": "boolean"}]}
_MOMENT: Schema = {"anyOf": [TEXT, {"type": "integer"}]}
_TIME: Mapping[str, Schema] = {"at": _MOMENT, "until": _MOMENT}


def query_schema(parts: PlanParts) -> Schema:
    """Return the schema of ``GraphQuery``: flat sets, what is asked, and unread words."""
    names = _Names(parts)
    return object_schema(
        required={"sets": list_schema({"anyOf": names.sets()})},
        optional={
            "answer": {"anyOf": names.answers()},
            "unread": list_schema(TEXT),
            "unclear": {"type": "boolean"},
        },
    )


class _Names:
    """The parts of the schema that name types, edges and properties."""

    def __init__(self, parts: PlanParts) -> None:
        spec = parts.workspace.spec
        edges, properties = spec.edge_types, _property_names(parts)
        self._type = enum_schema(spec.node_types)
        self._edge = enum_schema(edges) if edges else {"type": "null"}
        self._property = enum_schema(properties) if properties else {"type": "null"}
        self._direction = enum_schema(get_args(Direction))
        self._order = enum_schema(get_args(Order))

    def sets(self) -> list[Schema]:
        """Return the schema of each kind of set."""
        one, two = {"id": TEXT, "of": TEXT}, {"id": TEXT, "of": TEXT, "with": TEXT}
        way = {"direction": self._direction, "to": self._type, **_TIME}
        test = {
            "test": enum_schema(get_args(Test)),
            "value": _SCALAR,
            "until": _SCALAR,
            "than": enum_schema(["average"]),
            "than_node": TEXT,
            "unit": TEXT,
        }
        counted = {
            "test": enum_schema(get_args(Test)),
            "number": {"type": "integer", "minimum": 0},
        }
        limit = {"order": self._order, "limit": _whole_number(1, MOST_IN_ORDER)}
        return [
            _part(("nodes",), {"id": TEXT, "ids": list_schema(TEXT, at_least=1)}),
            _part(("all",), {"id": TEXT, "type": self._type}),
            _part(("prior",), {"id": TEXT, "set": TEXT}, {"turn": _whole_number(1, 1)}),
            _part(("follow", "follow_all"), one | {"edge": self._edge}, way),
            _part(("where",), one | {"property": self._property}, test),
            _part(("has", "lacks"), one | {"edge": self._edge}, way | counted),
            _part(("and", "or", "minus"), two),
            _part(("top",), one | {"by": self._by()}, limit | {"with": TEXT}),
        ]

    def answers(self) -> list[Schema]:
        """Return the schema of each kind of answer."""
        of, way = {"of": TEXT}, {"direction": self._direction}
        grouped = {"group_by": self._by(("set", TEXT), ("part", enum_schema(["year", "month"])))}
        about = {"property": self._property}
        return [
            _part(("list", "count"), of, grouped),
            _part(("value",), of | about),
            _part(("sum", "avg", "min", "max"), of | about, grouped),
            _part(("edges",), of | {"edge": self._edge}, way | about | {"with": TEXT}),
            _part(("compare",), of | {"by": self._by()}, {"order": self._order, "claimed": TEXT}),
            _part(("same",), of | {"by": self._by()}),
            _part(("test",), of),
            _part(
                ("path",),
                {"of": TEXT, "with": TEXT},
                {"edge": self._edge, "max": _whole_number(1, 8)},
            ),
        ]

    def _by(self, *more: tuple[str, Schema]) -> Schema:
        fields = {
            "property": self._property,
            "edge": self._edge,
            "direction": self._direction,
            "to": self._type,
            **_TIME,
        }
        return object_schema(optional=fields | dict(more))


def _part(
    ops: tuple[str, ...],
    required: Mapping[str, Schema],
    optional: Mapping[str, Schema] | None = None,
) -> Schema:
    return object_schema({"op": enum_schema(ops), **required}, optional)


def _whole_number(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def _property_names(parts: PlanParts) -> tuple[str, ...]:
    spec = parts.workspace.spec
    nodes = (name for one in spec.node_types.values() for name in one.properties)
    edges = (name for one in spec.edge_types.values() for name in one.properties)
    return tuple(dict.fromkeys((*nodes, *edges)))
